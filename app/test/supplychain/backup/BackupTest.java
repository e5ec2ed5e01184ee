package supplychain.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.core.Json;

/** A backup is one file, whole or not there, of all records and of nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupTest {
  @AutoClose private final Room room = Room.ofDemo();

  @TempDir Path folder;

  @Test
  void itHoldsEveryTableAndSaysWhatItIs() throws Exception {
    Path file = folder.resolve("whole.zip");
    CommandRun run = room.run("backup", file.toString());
    assertEquals(0, run.exitCode(), run.err());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("Backed up: "), run.err());
    assertEquals(1, run.err().lines().count());
    Forgery inside = new Forgery(file);
    JsonNode manifest = Json.MAPPER.readTree(inside.text("manifest.json"));
    List<String> entries = new ArrayList<>();
    for (JsonNode table : manifest.get("tables")) {
      entries.add("tables/" + table.get("name").asText() + ".tsv");
      long lines = inside.text(entries.get(entries.size() - 1)).lines().count();
      assertEquals(table.get("rows").asLong(), lines, table.toString());
    }
    entries.add("manifest.json");
    assertEquals(entries, List.copyOf(inside.names()));
    assertEquals(room.tables(), manifest.get("tables").findValuesAsText("name"));
  }

  @Test
  void onlyItsOwnerCanReadIt() throws Exception {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    Path file = room.backUp(folder.resolve("private.zip"));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void aFileThatIsThereIsNotOverwritten() throws Exception {
    Path file = Files.writeString(folder.resolve("letter.txt"), "Dear");
    CommandRun run = room.run("backup", file.toString());
    assertEquals(1, run.exitCode());
    assertEquals("There is a file " + file + " already: choose another name.\n", run.err());
    assertEquals("Dear", Files.readString(file));
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    Path file = folder.resolve("nowhere/backup.zip");
    CommandRun run = room.run("backup", file.toString());
    assertEquals(1, run.exitCode());
    assertEquals(
        "The backup cannot be written, " + file + ": there is no such folder.\n", run.err());
  }

  @Test
  void withoutRecordsThereIsNoBackupAndNothingIsMade() throws Exception {
    Path data = folder.resolve("no-data");
    Path file = folder.resolve("none.zip");
    CommandRun run = CommandRun.of("backup", file.toString(), "--data", data.toString());
    assertEquals(1, run.exitCode());
    assertEquals(
        "There are no records in " + data + ": name their folder with --data.\n", run.err());
    assertFalse(Files.exists(data));
    try (Room empty = new Room()) {
      CommandRun ofEmpty = empty.run("backup", file.toString());
      assertEquals(1, ofEmpty.exitCode());
      assertTrue(ofEmpty.err().contains("run migrate first"), ofEmpty.err());
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(
          0, left.filter(each -> each.getFileName().toString().startsWith("none")).count());
    }
  }

  @Test
  void itCanBeSentThroughAPipe() throws Exception {
    Path file = room.backUp(folder.resolve("named.zip"));
    try (ServiceProcess backup = ServiceProcess.start(room.settings(), "backup", "-")) {
      assertEquals(0, backup.exitCode(), backup.err().toString());
      Forgery named = new Forgery(file);
      Forgery piped = new Forgery(backup.out());
      assertEquals(List.copyOf(named.names()), List.copyOf(piped.names()));
      for (String entry : named.names()) {
        // Each backup has its own time in its manifest.
        if (!entry.equals("manifest.json")) {
          assertEquals(named.text(entry), piped.text(entry));
        }
      }
    }
  }
}
