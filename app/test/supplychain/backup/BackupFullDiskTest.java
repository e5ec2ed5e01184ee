package supplychain.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.postgres.EmbeddedPostgres;

/** A disk that is full or read-only is named, and holds nothing afterwards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class BackupFullDiskTest {
  private static final long LEFT_BYTES = 20 << 20;

  @TempDir static Path temp;
  @AutoClose private final Room room = Room.ofDemo();

  /** A file system of its own, which only root may mount. */
  private record Disk(Path path) implements AutoCloseable {
    static Disk mount(String name, String options) throws Exception {
      Path path = Files.createDirectories(temp.resolve(name));
      assumeTrue(runs("mount", "-t", "tmpfs", "-o", options, "tmpfs", path.toString()));
      return new Disk(path);
    }

    private static boolean runs(String... words) throws InterruptedException {
      try {
        return new ProcessBuilder(words).start().waitFor() == 0;
      } catch (IOException noSuchProgram) {
        return false;
      }
    }

    String file(String name) {
      return path.resolve(name).toString();
    }

    long free() throws IOException {
      return Files.getFileStore(path).getUsableSpace();
    }

    void assertEmpty() throws IOException {
      try (Stream<Path> files = Files.list(path)) {
        assertEquals(List.of(), files.toList());
      }
    }

    @Override
    public void close() throws InterruptedException {
      // A server that has stopped may take a moment more to go: -l does not mind.
      assertTrue(runs("umount", "-l", path.toString()));
    }
  }

  private static void assertFailed(CommandRun run, String words) {
    assertEquals(1, run.exitCode());
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(words), run.err());
  }

  private void addNoise(String kind, int rows) {
    room.database()
        .write(
            World.AUTHOR,
            sql ->
                sql.execute(
                    "insert into load_ref select ?, md5(random()::text) || n, gen_random_uuid()"
                        + " from generate_series(1, ?) n",
                    kind,
                    rows));
  }

  @Test
  void aBackupThatDoesNotFitIsNoBackup() throws Exception {
    addNoise("what cannot be packed", 20_000);
    try (Disk disk = Disk.mount("small", "size=256k")) {
      String file = disk.file("backup.zip");
      assertFailed(room.run("backup", file), "cannot be written, " + file + ": No space left");
      disk.assertEmpty();
    }
  }

  @Test
  void aBackupOnAReadOnlyDiskIsRefused() throws Exception {
    try (Disk disk = Disk.mount("read-only", "ro")) {
      assertFailed(room.run("backup", disk.file("backup.zip")), ": Read-only file system.");
      disk.assertEmpty();
    }
  }

  @Test
  void aRestoreThatDoesNotFitLeavesNothing() throws Exception {
    Path backup = room.backUp(temp.resolve("backup.zip"));
    try (Disk disk = Disk.mount("tight", "size=40m")) {
      assertFailed(restore(backup, disk.file("data")), "make room");
      disk.assertEmpty();
    }
  }

  @Test
  void aRestoreOntoAReadOnlyDiskIsRefused() throws Exception {
    Path backup = room.backUp(temp.resolve("other.zip"));
    try (Disk disk = Disk.mount("read-only-data", "ro")) {
      assertFailed(restore(backup, disk.file("data")), "Read-only file system");
      disk.assertEmpty();
    }
  }

  @Test
  void aDiskThatFillsUpMeanwhileIsNamedAndTheNextAttemptWorks() throws Exception {
    addNoise("enough for several files of PostgreSQL's log", 80_000);
    Path backup = room.backUp(temp.resolve("large.zip"));
    try (Disk disk = Disk.mount("filling", "size=800m")) {
      String data = disk.file("data");
      EmbeddedPostgres.open(Path.of(data), false).close();
      Path other = Path.of(disk.file("other"));
      fill(other, disk.free() - LEFT_BYTES);
      assertFailed(restore(backup, data), data + " cannot be used: its disk is full. Only ");
      Files.delete(other);
      CommandRun again = restore(backup, data);
      assertEquals(0, again.exitCode(), again.err());
    }
  }

  private static void fill(Path file, long bytes) throws IOException {
    byte[] block = new byte[1 << 20];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = bytes; left > 0; left -= block.length) {
        out.write(block, 0, (int) Math.min(left, block.length));
      }
    }
  }

  private static CommandRun restore(Path backup, String data) {
    return CommandRun.of("restore", backup.toString(), "--data", data);
  }
}
