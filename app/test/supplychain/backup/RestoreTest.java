package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.core.Role;
import supplychain.ingest.Demo;

/** A restore brings back every row of the installation that was backed up, byte for byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestoreTest {
  @AutoClose private final Room room = Room.ofDemo();

  /** Restored once; the tests only read it. */
  @AutoClose private final Room restored = new Room();

  private final Map<String, String> names = new Demo(room.database()).ids();

  @TempDir static Path folder;
  private String token;
  private String purchase;
  private Reply lot;
  private Reply originFile;
  private Path backup;

  @BeforeAll
  void recordAndBackUp() {
    token = room.token(names.get("COMPANY"), Role.ADMIN);
    purchase =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "1.50", "amount": "7",
         "invoice_number": "back\\\\slash \\\\. ü 𝄞 \\"quoted\\""}
        """
            .formatted(names.get("FARMER"), names.get("COMPANY"), names.get("PRODUCT"));
    lot = room.client(token).post(GOODS, purchase, "Idempotency-Key", "p-1");
    lot.expect(201);
    originFile = room.client(token).post(GOODS + lot.id() + "/origin-files/", "{}");
    originFile.expect(201);
    replaceFarmer(room.client(token));
    backup = room.backUp(folder.resolve("backup.zip"));
    restore(restored, backup);
  }

  /** The older row names the younger one. */
  private static void replaceFarmer(Client client) {
    String grace = "{\"first_name\": \"Grace\", \"description\": \"tab\\t line\\n\"}";
    String twice = client.post(FARMERS, grace).expect(201).id();
    String stays = client.post(FARMERS, grace).expect(201).id();
    String body = "{\"replaced_by\": \"" + stays + "\"}";
    client.post(FARMERS + twice + "/replacement/", body).expect(201);
  }

  private static void restore(Room into, Path file) {
    CommandRun run = into.run("restore", file.toString()).requireExit(0, "Restored: ");
    assertEquals("", run.out());
    assertFalse(Room.isTemporarySchemaLeft());
  }

  @Test
  void everyRowIsRestoredAndTheSchemaEqualsAMigratedOne() {
    try (Room migrated = new Room()) {
      assertEquals(room.content(), restored.content());
      migrated.database().schema().migrate();
      assertEquals(migrated.shape(), restored.shape());
      restored.database().schema().requireCurrent();
    }
  }

  @Test
  void theServiceGivesTheSameAnswersAfterARestore() {
    String company = COMPANIES + names.get("COMPANY") + "/";
    Reply before = room.client(token).get(company).expect(200);
    Client client = restored.client(token);
    Reply after = client.get(company);
    assertEquals(before.text(), after.text());
    assertEquals(before.header("ETag"), after.header("ETag"));
    String file = ORIGIN_FILES + originFile.id() + "/origins.geojson";
    assertEquals(room.client(token).get(file).text(), client.get(file).text());
    Reply repeat = client.post(GOODS, purchase, "Idempotency-Key", "p-1").expect(201);
    assertEquals("true", repeat.header("Idempotent-Replayed"));
    assertEquals(lot.text(), repeat.text());
    String sale =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "1.5",
         "amount": "9", "parents": ["%s"]}
        """
            .formatted(names.get("COMPANY"), names.get("BUYER"), names.get("PRODUCT"), lot.id());
    client.post(GOODS, sale, "Prefer", "tx=rollback").expect(201);
    assertEquals(room.content(), restored.content());
  }

  @Test
  void aBackupOfAnOlderSchemaIsMigrated() throws Exception {
    Set<String> newer = Set.of("idempotency_key", "load_ref", "recorded_file", "erasure");
    Path old =
        new EditedBackup(backup)
            .withoutTable("idempotency_key")
            .withoutTable("load_ref")
            .withoutTable("recorded_file")
            .withoutTable("erasure")
            .withoutTable("maintenance")
            .withManifest(manifest -> manifest.put("schema", "6"))
            .write(folder.resolve("old.zip"));
    try (Room target = new Room()) {
      restore(target, old);
      Map<String, String> expected = room.content();
      Map<String, String> content = target.content();
      newer.forEach(table -> assertTrue(content.remove(table).startsWith("0"), table));
      expected.keySet().removeAll(newer);
      assertEquals(expected, content);
      assertEquals(room.tables(), target.tables());
      target.database().schema().requireCurrent();
    }
  }

  @Test
  void aRestoreIntoADatabaseWithTablesIsRefused() {
    try (Room other = new Room()) {
      other.write("create table mine (word text)");
      CommandRun run = other.run("restore", backup.toString()).requireExit(1);
      assertEquals(
          "The database already has tables. Choose an empty database or a new folder. To replace"
              + " the records of a folder, stop the service and rename the folder first.\n",
          run.err());
      assertEquals(List.of("mine"), other.tables());
      assertFalse(Room.isTemporarySchemaLeft());
    }
  }

  @Test
  void aSecondRestoreAtTheSameTimeIsRefused() {
    try (Room target = new Room()) {
      World.write(
          sql -> {
            sql.fetch("select pg_advisory_xact_lock({0})", DSL.inline(Restoration.LOCK));
            target
                .run("restore", backup.toString())
                .requireRefused(1, "Another restore into this database is in progress.");
            return 0;
          });
    }
  }
}
