package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.backup.Room;

/** The jar works only on a schema that it knows. */
class SchemaTest {
  @AutoClose private final Room room = new Room();
  private final Database database = room.database();

  @Test
  void severalInstancesMigrateAnEmptyDatabaseAtTheSameInstant() {
    List<Integer> migrated =
        IntStream.range(0, 3).parallel().mapToObj(this::migrate).distinct().toList();
    assertEquals(1, migrated.size());
    database.schema().requireCurrent();
  }

  private int migrate(int instance) {
    database.schema().migrate();
    return database.read(sql -> sql.fetchCount(DSL.table("flyway_schema_history")));
  }

  /** A new migration changes the schema: an installation refuses a changed old one. */
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
        Files.readAllLines(Path.of("app/test/supplychain/database/migrations.sha256")),
        present,
        "Never change a migration of a release. After another change: (cd db && sha256sum V*.sql)"
            + " > app/test/supplychain/database/migrations.sha256");
  }

  @Test
  void theHistoryKeepsChangesOfAColumnThatIsNew() {
    database.schema().migrate();
    room.write("alter table app_user add nickname text");
    room.write("update app_user set nickname = 'Grace'");
    String changes = "select kind || ' ' || before::text || ' ' || after::text from history";
    assertEquals(
        List.of("app_user {\"nickname\": null} {\"nickname\": \"Grace\"}"),
        database.read(sql -> sql.fetch(changes).getValues(0)));
  }

  @Test
  void theHistoryKeepsNoChangeOfNothing() {
    database.schema().migrate();
    room.write("update app_user set email = email, updated_on = now() + interval '1 day'");
    assertEquals(List.of(), database.read(sql -> sql.fetch("select * from history").getValues(0)));
  }

  @Test
  void theChangelogNamesTheNewestSchema() throws IOException {
    database.schema().migrate();
    String newest = "select 'Version ' || max(version) from flyway_schema_history";
    String line = room.value(newest).toString();
    String changelog = Files.readString(Path.of("app/manual/changelog.md"));
    assertTrue(
        changelog.contains("- **Schema.** " + line),
        "Add \"- **Schema.** " + line + ".\" to changelog.md, below the heading of the release.");
  }

  @Test
  void theChangesNameEachTableOfTheHistory() throws IOException {
    database.schema().migrate();
    String changes = Files.readString(Path.of("app/main/supplychain/history/changes.sql"));
    String kept =
        "select relname from pg_trigger join pg_class on pg_class.oid = tgrelid"
            + " where relnamespace = current_schema()::regnamespace and tgname = 'history'";
    List<String> tables =
        database.read(sql -> sql.fetch(kept).getValues(0, String.class)).stream()
            .filter(table -> !changes.contains("('" + table + "', '"))
            .toList();
    assertEquals(List.of(), tables, "Add each of them to kind or part in history/changes.sql.");
  }

  /** A row of an index has at most 2,704 bytes. The service itself chooses the kinds of loads. */
  @Test
  void noIndexHoldsATextWithoutALimit() {
    database.schema().migrate();
    String unlimited =
        """
        select indexrelid::regclass || ' ' || attname
          from pg_index
         cross join generate_series(1, indnkeyatts) place
         cross join lateral (select pg_get_indexdef(indexrelid, place, true)) part (key)
          join pg_attribute on attrelid = indrelid and key ~ ('\\m' || attname || '\\M')
          join pg_class on pg_class.oid = indrelid
         where relnamespace = current_schema()::regnamespace
           and atttypid = 'text'::regtype
           and key !~ '"left"'
           and not exists (select from pg_constraint
                            where conrelid = indrelid and contype = 'c' and attnum = any (conkey))""";
    assertEquals(
        List.of("load_ref_pkey kind"),
        database.read(sql -> sql.fetch(unlimited).getValues(0, String.class)));
  }

  @Test
  void anOlderSchemaIsRefusedUntilItIsMigrated() {
    SchemaException refused =
        assertThrows(SchemaException.class, database.schema()::requireCurrent);
    assertTrue(refused.getMessage().endsWith("run migrate first."), refused.getMessage());
    database.schema().migrate();
    database.schema().requireCurrent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x           | .",
        "release 9.1 | , of release 9.1 or later; this one is release (not packaged)"
      })
  void aNewerSchemaIsRefusedAndTheReleaseThatItNeedsIsNamed(String installedBy, String needed) {
    database.schema().migrate();
    room.write(
        "insert into flyway_schema_history (installed_rank, version, description, type,"
            + " script, installed_by, execution_time, success)"
            + " values (999, '999', 'later', 'SQL', 'V999__later.sql', '%s', 1, true)"
                .formatted(installedBy));
    assertRefused(
        "The database's schema is at version 999, which this jar does not know: use a newer jar"
            + needed);
  }

  @Test
  void theSchemaKeepsTheReleaseThatUpgradedIt() {
    database.schema().migrate();
    String releases =
        "select distinct installed_by from flyway_schema_history where version is not null";
    assertEquals(
        List.of("release (not packaged)"), database.read(sql -> sql.fetch(releases).getValues(0)));
  }

  @Test
  void aSchemaFromBeforeTheFirstReleaseIsRefused() {
    database.schema().migrate();
    room.write("update flyway_schema_history set checksum = 1 where version = '001'");
    assertRefused(
        "A version from before the first release created this database, and its records cannot be"
            + " upgraded: start with a new data folder or an empty database.");
  }

  private void assertRefused(String says) {
    for (Runnable use :
        List.<Runnable>of(database.schema()::migrate, database.schema()::requireCurrent)) {
      assertEquals(says, assertThrows(SchemaException.class, use::run).getMessage());
    }
  }
}
