package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.SmallDisk;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.core.Json;
import supplychain.postgres.EmbeddedPostgres;

/** A backup is one file with all records and nothing else. A failed backup leaves no file. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupTest {
  @TempDir static Path temp;
  @AutoClose private final Room room = Room.ofDemo();

  @TempDir Path folder;

  @Test
  void aBackupHoldsEveryTableAndAManifest() throws Exception {
    Path file = folder.resolve("whole.zip");
    CommandRun run = room.run("backup", file.toString()).requireExit(0, "Backed up: ");
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count());
    EditedBackup content = new EditedBackup(file);
    JsonNode manifest = Json.MAPPER.readTree(content.text("manifest.json"));
    List<String> entries = new ArrayList<>();
    for (JsonNode table : manifest.get("tables")) {
      entries.add("tables/" + table.get("name").asText() + ".tsv");
      long lines = content.text(entries.get(entries.size() - 1)).lines().count();
      assertEquals(table.get("rows").asLong(), lines, table.toString());
    }
    entries.add("manifest.json");
    assertEquals(entries, List.copyOf(content.names()));
    assertEquals(room.tables(), manifest.get("tables").findValuesAsText("name"));
  }

  @Test
  void onlyItsOwnerCanReadABackup() throws Exception {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    Path file = room.backUp(folder.resolve("private.zip"));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void anExistingFileIsNotOverwritten() throws Exception {
    Path file = Files.writeString(folder.resolve("letter.txt"), "Dear");
    room.run("backup", file.toString())
        .requireRefused(1, "There is already a file " + file + ". Choose another name.");
    assertEquals("Dear", Files.readString(file));
  }

  @Test
  void aFolderNeedsKeep() {
    room.run("backup", folder.toString())
        .requireRefused(
            1, folder + " is a folder. Name a new file, or add --keep, such as --keep 7d,4w,12m.");
  }

  /** A name can have spaces that are not of ASCII: it stays as it is. */
  @Test
  void aMissingFolderIsNamed() {
    Path file = folder.resolve("no\u00a0where\u3000\u3000/backup.zip");
    room.run("backup", file.toString())
        .requireExit(1, "" + file, "there is no such file or folder.");
  }

  @Test
  void aDatabaseWithoutTablesCannotBeBackedUp() {
    Path file = folder.resolve("none.zip");
    try (Room empty = new Room()) {
      empty.run("backup", file.toString()).requireExit(1, "There are no records in ");
    }
    assertFalse(Files.exists(file));
  }

  @Test
  @Tag("proof")
  void aBackupCanBeSentThroughAPipe() throws Exception {
    Path file = room.backUp(folder.resolve("named.zip"));
    try (ServiceProcess backup = ServiceProcess.start(room.settings(), "backup", "-")) {
      assertEquals(0, backup.exitCode(), backup.err().toString());
      EditedBackup named = new EditedBackup(file);
      EditedBackup piped = new EditedBackup(backup.out());
      assertEquals(List.copyOf(named.names()), List.copyOf(piped.names()));
      for (String entry : named.names()) {
        // Each backup has its own time in its manifest, and the second one has a note of the first.
        if (!entry.equals("manifest.json") && !entry.contains("maintenance")) {
          assertEquals(named.text(entry), piped.text(entry));
        }
      }
    }
  }

  private static void assertFailed(CommandRun run, String words) {
    assertEquals("", run.requireExit(1, words).out());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  @Tag("proof")
  void aBackupThatDoesNotFitLeavesNoFile() throws Exception {
    room.addNoise("what cannot be packed", 60_000);
    try (SmallDisk disk = SmallDisk.of(1)) {
      String file = disk.resolve("backup.zip").toString();
      assertFailed(room.run("backup", file), "cannot be read or written: No space left");
      assertEquals(List.of(), disk.names());
    }
  }

  @Test
  @Tag("proof")
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
  @Tag("proof")
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
