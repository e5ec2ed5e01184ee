package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import supplychain.cli.CommandRun;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** A file that is not a whole backup is refused with a message of one line and leaves no tables. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(Seeded.class)
class RefusedBackupTest {
  private static final String FARMERS = "tables/farmer.tsv";

  @TempDir static Path folder;
  @AutoClose private final Room room = Room.ofDemo();
  @AutoClose private final Room empty = new Room();
  private Path backup;
  private Path bad;

  @BeforeAll
  void backUp() {
    backup = room.backUp(folder.resolve("backup.zip"));
    bad = folder.resolve("bad.zip");
  }

  private void assertRefused(String... words) {
    requireRefused(empty.run("restore", bad.toString()), words);
  }

  private void assertRefused(EditedBackup edited, String... words) throws IOException {
    edited.write(bad);
    assertRefused(words);
  }

  private void requireRefused(CommandRun run, String... words) {
    run.requireExit(1, words);
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertFalse(run.err().contains("Exception"), run.err());
    assertEquals(List.of(), empty.tables());
    assertFalse(Room.isTemporarySchemaLeft());
  }

  private EditedBackup edited() throws IOException {
    return new EditedBackup(backup);
  }

  @Test
  @Tag("proof")
  void aFileThatIsNoBackupIsRefused() throws Exception {
    Files.writeString(bad, "Dear");
    assertRefused("is not a backup");
    Files.writeString(bad, "");
    assertRefused("is not a backup");
    assertRefused(edited().without("manifest.json"), "is not a backup: it has no manifest.json");
  }

  @Test
  @Tag("proof")
  void aMissingFileIsNamed() throws Exception {
    Files.deleteIfExists(bad);
    assertRefused("There is no file");
  }

  @Test
  @Tag("proof")
  void aBackupThatIsNewerThanTheJarIsRefused() throws Exception {
    assertRefused(
        edited().withManifest(manifest -> manifest.put("format", 2).put("more", "of it")),
        "a newer format",
        "Use a newer jar");
    assertRefused(
        edited().withManifest(manifest -> manifest.put("schema", "999").put("release", "9.1")),
        "999",
        "use a newer jar, of release 9.1 or later");
  }

  @Test
  @Tag("proof")
  void aManifestThatCannotBeReadIsRefused() throws Exception {
    for (String text : List.of("", "{}", "[]", "null", "{\"format\": 1}", "no JSON")) {
      assertRefused(edited().with("manifest.json", text), "manifest.json");
    }
    edited().withManifest(manifest -> manifest.put("schema", "x'; drop")).write(bad);
    assertRefused("manifest.json");
    assertRefused(edited().withManifest(manifest -> manifest.putNull("tables")), "manifest.json");
    assertRefused(
        edited().withManifest(manifest -> manifest.putArray("tables").addNull()), "manifest.json");
  }

  @Test
  @Tag("proof")
  void missingOrUnknownTablesAreRefused() throws Exception {
    assertRefused(edited().without(FARMERS), FARMERS);
    assertRefused(edited().withoutTable("farmer"), "it has other tables");
    assertRefused(
        edited().withTable("farmer", table -> table.put("name", "pg_authid")), "pg_authid");
    assertRefused(
        edited().withTable("farmer", table -> table.putArray("columns").add("id")),
        "its table farmer has other columns");
  }

  @Test
  @Tag("proof")
  void rowsThatDifferFromTheManifestAreRefused() throws Exception {
    assertRefused(edited().with(FARMERS, ""), FARMERS);
    assertRefused(edited().withTable("farmer", table -> table.put("rows", 1)), FARMERS);
  }

  @Test
  void aFileThatTheManifestDoesNotNameIsRefused() throws Exception {
    assertRefused(edited().with("tables/notes.tsv", "Dear"), "is damaged, in tables/notes.tsv");
    assertRefused(edited().with("readme.txt", ""), "is damaged, in readme.txt");
  }

  @Test
  void anEmptyFileOfErasuresIsRefused() throws Exception {
    Path none = Files.writeString(folder.resolve("erasures.jsonl"), "");
    requireRefused(
        empty.run("restore", backup.toString(), "--erasures", none.toString()),
        "The file " + none + " is empty. If no farmer was erased, leave out --erasures.");
  }

  @Test
  void aTruncatedBackupIsRefused(Seed seed) throws Exception {
    byte[] whole = Files.readAllBytes(backup);
    Random random = seed.random(1);
    for (int i = 0; i < Proof.count(5, 100); i++) {
      Files.write(bad, Arrays.copyOf(whole, random.nextInt(whole.length)));
      assertRefused("is not a backup");
    }
  }

  @Test
  void aBackupWithAChangedBitIsRefusedOrRestoresTheSame(Seed seed) throws Exception {
    byte[] whole = Files.readAllBytes(backup);
    Random random = seed.random(2);
    for (int i = 0; i < Proof.count(5, 100); i++) {
      byte[] changed = whole.clone();
      changed[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      Files.write(bad, changed);
      CommandRun run = empty.run("restore", bad.toString());
      if (run.exitCode() == 0) {
        // The bit is part of a time, or of a name that the ZIP file repeats.
        assertEquals(room.content(), empty.content());
        empty.clear();
      } else {
        requireRefused(run);
      }
    }
  }
}
