package supplychain.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.World;
import supplychain.postgres.EmbeddedPostgres;

/** The jar works on the schema that it knows, and on no other. */
class SchemaTest {
  private final String schema = "s" + World.unique(8);
  private final Database database = open();

  private Database open() {
    Installation.shared().database().write(World.AUTHOR, sql -> sql.createSchema(schema).execute());
    EmbeddedPostgres postgres = Installation.shared().postgres();
    String url = postgres.url() + "?currentSchema=" + schema;
    return Database.open(url, postgres.user(), postgres.password(), 4, Duration.ofSeconds(5));
  }

  @AfterEach
  void drop() {
    database.close();
    Installation.shared()
        .database()
        .write(World.AUTHOR, sql -> sql.dropSchema(schema).cascade().execute());
  }

  @Test
  void severalInstancesMigrateAnEmptyDatabaseAtTheSameInstant() {
    List<Integer> migrated =
        IntStream.range(0, 3).parallel().mapToObj(this::migrate).distinct().toList();
    assertEquals(1, migrated.size());
    database.requireCurrentSchema();
  }

  private int migrate(int instance) {
    database.migrate();
    return history();
  }

  private int history() {
    return database.read(sql -> sql.fetchCount(DSL.table("flyway_schema_history")));
  }

  /**
   * An installation that has one refuses it when it differs: a new migration is what changes it.
   */
  @Test
  void noMigrationIsEverChanged() throws IOException, NoSuchAlgorithmException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    List<String> present = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("db"))) {
      for (Path file : files.sorted().toList()) {
        String hash = HexFormat.of().formatHex(sha256.digest(Files.readAllBytes(file)));
        present.add(hash + "  " + file.getFileName());
      }
    }
    assertEquals(
        Files.readAllLines(Path.of("app/test/supplychain/database/migrations.sha256")), present);
  }

  @Test
  void anOlderSchemaIsRefusedUntilItIsMigrated() {
    SchemaException refused = assertThrows(SchemaException.class, database::requireCurrentSchema);
    assertTrue(refused.getMessage().endsWith("run migrate first."), refused.getMessage());
    database.migrate();
    database.requireCurrentSchema();
  }

  @Test
  void aNewerSchemaIsRefused() {
    database.migrate();
    database.write(
        World.AUTHOR,
        sql ->
            sql.execute(
                "insert into flyway_schema_history (installed_rank, version, description, type,"
                    + " script, installed_by, execution_time, success)"
                    + " values (999, '999', 'later', 'SQL', 'V999__later.sql', 'x', 1, true)"));
    for (Runnable use : List.<Runnable>of(database::migrate, database::requireCurrentSchema)) {
      SchemaException refused = assertThrows(SchemaException.class, use::run);
      assertEquals(
          "The database's schema is at version 999, which this jar does not know: use a newer jar.",
          refused.getMessage());
    }
  }
}
