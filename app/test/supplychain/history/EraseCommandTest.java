package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.backup.Room;
import supplychain.cli.CommandRun;
import supplychain.verify.Books;

/** The command erase, and the restore of a backup from before an erasure. */
class EraseCommandTest {
  @TempDir private Path folder;
  @AutoClose private final Room room = Room.ofDemo();
  private final KnownFarmer farmer = new KnownFarmer(room);

  private CommandRun erase(String named) {
    return room.run("erase", named, "--reason", "Asked for it", "--yes");
  }

  private Path archive(String name) {
    Path file = folder.resolve(name);
    String moment = (String) room.value("select to_json(clock_timestamp()) #>> '{}'");
    room.run("history", "archive", "--before", moment, file.toString()).requireExit(0);
    return file;
  }

  private static String unpacked(Path archive) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(archive))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theCommandRewritesArchivesAndSaysWhatRemains() throws IOException {
    farmer.change();
    farmer.plot();
    Path archive = archive("old.jsonl.gz");
    String before = unpacked(archive);
    assertEquals(farmer.words(), farmer.wordsIn(before));
    CommandRun run = erase(farmer.id);
    run.requireExit(0, "Erased farmer " + farmer.id + ". What remains:");
    assertTrue(run.out().startsWith("backups: A backup from before "), run.out());
    assertFalse(run.out().contains("archive"), run.out());
    assertEquals(List.of(), farmer.wordsIn(unpacked(archive)));
    assertEquals(List.of(), farmer.found(room.database(), room.tables()));
    assertEquals(before.lines().count(), unpacked(archive).lines().count());
    assertEquals(0, Books.verify(room.database()).mistakes());
    room.run("history", "--from", archive.toString(), farmer.id).requireExit(0);
  }

  @Test
  void theNumberOfAFarmerTakesThePlaceOfItsId() {
    String number = farmer.admin.get(FARMERS + farmer.id + "/").at("/number");
    erase(number).requireExit(0, "Erased farmer " + farmer.id + ". What remains:");
    String authors = "select count(*) from history where position({0} in request) > 0";
    assertEquals(0L, room.value(authors, number));
    erase(number).requireExit(1, "No farmer has the number or name \"" + number + "\".");
  }

  @Test
  @Tag("proof")
  void anArchiveElsewhereIsNamedAndErasedLater() throws IOException {
    farmer.change();
    Path archive = archive("old.jsonl.gz");
    Path elsewhere = Files.createDirectory(folder.resolve("disk")).resolve("old.jsonl.gz");
    Files.move(archive, elsewhere);
    CommandRun run = erase(farmer.id);
    run.requireExit(0, "may still have the data: " + archive + ": The file is not there.");
    assertTrue(run.out().contains("archive " + archive + ": "), run.out());
    room.run("erase", "--archive", elsewhere.toString()).requireExit(0, "from " + elsewhere);
    assertEquals(List.of(), farmer.wordsIn(unpacked(elsewhere)));
    String query = "select count(*) from erasure where cardinality(archives) > 0 and farmer = {0}";
    assertEquals(0L, room.value(query, UUID.fromString(farmer.id)));
  }

  @Test
  @Tag("proof")
  void aFormThatTheFarmerLeftBehindIsFoundThroughTheArchive() throws IOException {
    String path = FARMERS + farmer.id + "/";
    farmer
        .admin
        .patch(path, farmer.fill("{\"first_name\": \"$\", \"submission\": null}"))
        .expect(200);
    archive("old.jsonl.gz");
    assertTrue(farmer.found(room.database(), List.of("submission_value")).size() > 0);
    erase(farmer.id).requireExit(0);
    assertEquals(List.of(), farmer.found(room.database(), room.tables()));
  }

  @Test
  @Tag("proof")
  void aRestoreOfAnOldBackupRepeatsLaterErasures() throws IOException {
    farmer.change();
    Path old = room.backUp(folder.resolve("old.zip"));
    erase(farmer.id).requireExit(0);
    Path later = room.backUp(folder.resolve("later.zip"));
    Path list = folder.resolve("erasures.jsonl");
    Files.writeString(list, room.run("erase", "--list").out());
    assertEquals(Map.of(), farmer.wordsInBackup(later));
    for (Path erasures : List.of(later, list)) {
      try (Room restored = new Room()) {
        restored
            .run("restore", old.toString(), "--erasures", erasures.toString())
            .requireExit(0, "Restored: ", "Erased farmers again: 1.");
        assertEquals(List.of(), farmer.found(restored.database(), restored.tables()));
        assertEquals(0, Books.verify(restored.database()).mistakes());
        String listed = restored.run("erase", "--list").out();
        assertEquals(idAndTime(Files.readString(list)), idAndTime(listed));
      }
    }
    try (Room restored = new Room()) {
      restored.run("restore", old.toString()).requireExit(0);
      assertNotEquals(List.of(), farmer.found(restored.database(), restored.tables()));
    }
  }

  private static String idAndTime(String list) {
    return list.replaceAll(".*(\"id\":\"[^\"]*\").*(\"created_on\":\"[^\"]*\").*", "$1 $2");
  }

  @Test
  @Tag("proof")
  void aFileWithoutErasuresIsRefusedAndNothingIsRestored() throws IOException {
    Path old = room.backUp(folder.resolve("old.zip"));
    Path wrong = Files.writeString(folder.resolve("wrong.txt"), "no erasures\n");
    try (Room restored = new Room()) {
      restored
          .run("restore", old.toString(), "--erasures", wrong.toString())
          .requireExit(1, "is neither a backup nor the output of erase --list.");
      assertEquals(List.of(), restored.tables());
    }
  }

  @Test
  void theCommandAsksForAFarmerAReasonAndAConfirmation() {
    room.run("erase").requireExit(2, "Name a farmer, or use --list, --archive or --compact.");
    room.run("erase", farmer.id).requireExit(2, "--reason must have 1 to 500 characters.");
    room.run("erase", farmer.id, "--reason", "Asked")
        .requireExit(2, "Nothing was erased. Write yes when asked, or add --yes.");
    String nobody = "019c0000-0000-7000-8000-000000000001";
    room.run("erase", nobody, "--reason", "Asked", "--yes")
        .requireExit(1, "No farmer has the id " + nobody + ".");
    assertNotEquals(List.of(), farmer.found(room.database(), room.tables()));
  }
}
