package supplychain.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.command.CommandRun;

/** A disk that is full or read-only is named, and holds nothing afterwards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FullDiskTest {
  @TempDir static Path temp;
  @AutoClose private final Room room = Room.ofDemo();

  /** A file system of its own, which only root may mount. */
  private static Path mount(String name, String options) throws Exception {
    Path disk = Files.createDirectories(temp.resolve(name));
    assumeTrue(runs("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.toString()));
    return disk;
  }

  private static boolean runs(String... words) throws InterruptedException {
    try {
      return new ProcessBuilder(words).start().waitFor() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  private static void assertNothingIsLeftOn(Path disk) throws Exception {
    try (Stream<Path> files = Files.list(disk)) {
      assertEquals(List.of(), files.toList());
    } finally {
      assertTrue(runs("umount", disk.toString()));
    }
  }

  private static void assertFailed(CommandRun run, String words) {
    assertEquals(1, run.exitCode());
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(words), run.err());
  }

  @Test
  void aBackupThatDoesNotFitIsNoBackup() throws Exception {
    Path disk = mount("small", "size=256k");
    room.database()
        .write(
            sql ->
                sql.execute(
                    "insert into load_ref select 'noise', md5(random()::text) || n,"
                        + " gen_random_uuid() from generate_series(1, 20000) n"));
    CommandRun run = room.run("backup", disk.resolve("backup.zip").toString());
    assertNothingIsLeftOn(disk);
    assertFailed(run, "cannot be written, " + disk.resolve("backup.zip") + ": No space left");
  }

  @Test
  void aBackupOnAReadOnlyDiskIsRefused() throws Exception {
    Path disk = mount("read-only", "ro");
    CommandRun run = room.run("backup", disk.resolve("backup.zip").toString());
    assertNothingIsLeftOn(disk);
    assertFailed(run, ": Read-only file system.");
  }

  @Test
  void aRestoreThatDoesNotFitLeavesNothing() throws Exception {
    Path backup = room.backUp(temp.resolve("backup.zip"));
    Path disk = mount("tight", "size=40m");
    String data = disk.resolve("data").toString();
    CommandRun run = CommandRun.of("restore", backup.toString(), "--data", data);
    assertNothingIsLeftOn(disk);
    assertFailed(run, "make room");
  }

  @Test
  void aRestoreOntoAReadOnlyDiskIsRefused() throws Exception {
    Path backup = room.backUp(temp.resolve("other.zip"));
    Path disk = mount("read-only-data", "ro");
    String data = disk.resolve("data").toString();
    CommandRun run = CommandRun.of("restore", backup.toString(), "--data", data);
    assertNothingIsLeftOn(disk);
    assertFailed(run, "Read-only file system");
  }
}
