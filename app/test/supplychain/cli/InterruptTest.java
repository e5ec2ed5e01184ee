package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static supplychain.schema.Tables.FARMER;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Await;
import supplychain.Bridge;
import supplychain.Installation;
import supplychain.Records;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.database.Database;
import supplychain.ingest.LongTransaction;

/** A person who stops a command learns what became of the work. */
class InterruptTest {
  private static final Database DATABASE = Installation.shared().database();

  @TempDir Path folder;

  @Test
  void anInterruptedImportSaysThatNothingWasRecorded() throws Exception {
    UUID company = new World().company("Cooperative");
    Path file =
        Files.writeString(folder.resolve("farmers.csv"), "first_name,buyer\nGrace," + company);
    // The import waits for another one, which this test does not end before the interrupt.
    DATABASE.write(
        World.AUTHOR,
        sql -> {
          new LongTransaction(sql);
          interruptImport(file);
          return 0;
        });
    assertEquals(0, Records.count(FARMER, FARMER.BUYER.eq(company)));
  }

  private static void interruptImport(Path file) {
    try (ServiceProcess command =
        ServiceProcess.start(CommandRun.shared(), "import", file.toString(), "--kind", "farmers")) {
      Await.until(() -> DATABASE.read(InterruptTest::isWaiting));
      // Java treats both signals alike, but a build in the background has SIGINT ignored.
      Process interrupt = new ProcessBuilder("kill", "-TERM", "" + command.pid()).start();
      assertEquals(0, interrupt.waitFor());
      assertFalse(command.exitCode() == 0);
      assertEquals("Interrupted. Nothing was recorded.", String.join("\n", command.err()));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** The last commit of a restore also moves the tables from their temporary schema. */
  @Test
  void aRestoreThatIsInterruptedInItsLastCommitSaysThatTheResultIsUnknown() throws Exception {
    try (Room room = Room.ofDemo();
        Room restored = new Room();
        Bridge bridge = new Bridge(restored.url())) {
      Path backup = room.backUp(folder.resolve("backup.zip"));
      CompletableFuture<Void> commit = bridge.holdAfter("drop schema \"supply_chain_restoring\"");
      Map<String, String> settings = restored.settings();
      settings.put(
          "SUPPLY_CHAIN_DB_URL", bridge.url() + "?" + restored.url().replaceFirst(".*\\?", ""));
      try (ServiceProcess command = ServiceProcess.start(settings, "restore", backup.toString())) {
        commit.get(1, TimeUnit.MINUTES);
        command.terminate();
        assertFalse(command.exitCode() == 0);
        assertEquals(
            "Interrupted at the very end. Check whether the records were written.",
            String.join("\n", command.err()));
      }
      bridge.cut();
      // PostgreSQL notices the end of the sessions a moment later, and frees their locks.
      Await.until(() -> restored.run("restore", backup.toString()).exitCode() == 0);
      assertEquals(room.content(), restored.content());
    }
  }

  private static boolean isWaiting(DSLContext sql) {
    return sql.fetchExists(
        DSL.table("pg_locks"), DSL.condition("locktype = 'advisory' and not granted"));
  }
}
