package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.SmallDisk;
import supplychain.cli.CommandRun;
import supplychain.postgres.EmbeddedPostgres;

/** A command that finds a full or read-only disk says so and leaves no file. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class BackupFullDiskTest {
  @TempDir static Path temp;
  @AutoClose private final Room room = Room.ofDemo();

  private static void assertFailed(CommandRun run, String words) {
    assertEquals(1, run.exitCode());
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(words), run.err());
  }

  @Test
  void aBackupThatDoesNotFitLeavesNoFile() throws Exception {
    room.addNoise("what cannot be packed", 60_000);
    try (SmallDisk disk = SmallDisk.of(1)) {
      String file = disk.resolve("backup.zip").toString();
      assertFailed(room.run("backup", file), "cannot be read or written: No space left");
      assertEquals(List.of(), disk.names());
    }
  }

  @Test
  void aReadOnlyDiskIsNamed() throws Exception {
    Path backup = room.backUp(temp.resolve("backup.zip"));
    try (SmallDisk disk = SmallDisk.of(1)) {
      disk.readOnly(true);
      assertFailed(
          room.run("backup", disk.resolve("backup.zip").toString()), ": Read-only file system.");
      assertFailed(restore(backup, disk.resolve("data")), "Read-only file system");
      assertEquals(List.of(), disk.names());
    }
  }

  @Test
  void afterADiskFilledUpDuringARestoreTheNextRestoreWorks() throws Exception {
    room.addNoise("enough for several files of PostgreSQL's log", 80_000);
    Path backup = room.backUp(temp.resolve("large.zip"));
    try (SmallDisk disk = SmallDisk.of(800)) {
      Path data = disk.resolve("data");
      EmbeddedPostgres.open(data, false).close();
      disk.fillExcept(20);
      assertFailed(restore(backup, data), "The database failed: ");
      disk.free();
      restore(backup, data).requireExit(0);
    }
  }

  private static CommandRun restore(Path backup, Path data) {
    return CommandRun.of("restore", backup.toString(), "--data", data.toString());
  }
}
