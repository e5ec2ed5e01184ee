package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;

/** No service starts on the remains of a killed restore or load, and the next one works. */
@Tag("proof")
class KilledRestoreTest {

  @TempDir Path folder;

  @Test
  void aKilledRestoreLeavesNoTablesAndTheNextRestoreWorks() throws Exception {
    try (Room room = Room.ofDemo();
        Room restored = new Room()) {
      room.addNoise("many", 300_000);
      Path backup = room.backUp(folder.resolve("backup.zip"));
      try (ServiceProcess restore =
          ServiceProcess.start(restored.settings(), "restore", backup.toString())) {
        Await.until(() -> World.read(KilledRestoreTest::isCopying));
        restore.kill();
        assertTrue(restore.exitCode() != 0);
      }
      assertEquals(List.of(), restored.tables());
      restored
          .run("serve", "--port", "0")
          .requireRefused(
              1,
              "A restore into this database has not finished. Wait until it ends. If it was killed,"
                  + " run it again: it starts over. Or drop the schema supply_chain_restoring.");
      Await.until(() -> !World.read(KilledRestoreTest::isLocked));
      restored.run("restore", backup.toString()).requireExit(0);
      assertEquals(room.content(), restored.content());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"restore", "load"})
  void aFolderThatAKilledCommandLeftIsRefusedUntilItsRecordsAreComplete(String command)
      throws Exception {
    Path data = folder.resolve("data");
    try (Room room = Room.ofDemo()) {
      Path file = folder.resolve("records");
      if (command.equals("restore")) {
        room.backUp(file);
      } else {
        Files.writeString(file, "{\"companies\": [{\"ref\": \"a\", \"name\": \"Coop\"}]}");
      }
      String[] words = {command, file.toString(), "--data", data.toString()};
      try (ServiceProcess filling = ServiceProcess.start(Map.of(), words)) {
        Await.until(() -> Files.exists(data.resolve("data/postmaster.pid")));
        filling.kill();
        assertTrue(filling.exitCode() != 0);
      }
      for (String other : List.of("serve", "status", "migrate")) {
        CommandRun.of(other, "--data", data.toString())
            .requireRefused(
                1,
                "The data folder %s cannot be used: the command %s has not finished filling it. Wait until the command ends. If it was killed, run it again with the same --data: it starts over."
                    .formatted(data, command));
      }
      CommandRun.of(words).requireExit(0);
      assertFalse(Files.exists(data.resolve("filling")));
      CommandRun.of("verify", "--data", data.toString()).requireExit(0);
    }
  }

  @Test
  void aLoadThatRecordsNothingLeavesNoNewFolder() throws Exception {
    Path data = folder.resolve("data");
    Path wrong = Files.writeString(folder.resolve("wrong.json"), "{\"companies\": [{}]}");
    CommandRun.of("load", wrong.toString(), "--data", data.toString()).requireExit(1);
    assertFalse(Files.exists(data));
    Path right = Files.writeString(folder.resolve("right.json"), "{\"companies\": []}");
    String[] dry = {"load", right.toString(), "--data", data.toString(), "--dry-run"};
    CommandRun.of(dry).requireExit(0);
    assertFalse(Files.exists(data));
  }

  private static boolean isCopying(DSLContext sql) {
    return sql.fetchExists(
        DSL.table("pg_stat_activity"),
        DSL.condition("query like 'copy \"load_ref\" % from stdin%'"));
  }

  private static boolean isLocked(DSLContext sql) {
    return sql.fetchExists(
        DSL.table("pg_locks"),
        DSL.condition("locktype = 'advisory' and objid = {0}", DSL.inline(Restoration.LOCK)));
  }
}
