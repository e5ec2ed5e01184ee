package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.OwnService;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.core.Progress;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Demo;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.TemporaryFolder;

/** No file of the data folder and no new backup has anything of an erased farmer. */
@Tag("proof")
class ErasedDiskTest {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final Path temp = TemporaryFolder.made("erased-disk");
  private final Path data = temp.resolve("data");

  private CommandRun run(String... words) {
    String[] all =
        Stream.concat(Stream.of(words), Stream.of("--data", data.toString()))
            .toArray(String[]::new);
    return CommandRun.of(all).requireExit(0);
  }

  @Test
  void noFileHasAnythingPersonalAfterEachErasureAndACompaction() throws IOException {
    KnownFarmer farmer;
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(data, true);
        Database database =
            Database.open(postgres.url(), postgres.user(), postgres.password(), 5, WAIT)) {
      database.migrate();
      new Demo(database).load(Progress.NONE);
      UUID company = UUID.fromString(new Demo(database).names().get("COMPANY"));
      String token = new World(database).token(company, Role.ADMIN);
      try (OwnService service = OwnService.on(database)) {
        farmer = new KnownFarmer(database, service.client(token));
        for (int times = 0; times < 2; times++) {
          record(database, farmer, temp.resolve("old-" + times + ".jsonl.gz"));
          requireEveryWord(farmer, found(farmer, data));
          requireEveryWord(farmer, foundInBackup(farmer));
          run("erase", farmer.id, "--reason", "Asked for it", "--yes", "--compact");
          assertEquals(Map.of(), foundInBackup(farmer));
          assertEquals(Map.of(), found(farmer, data));
        }
      }
    }
    assertEquals(Map.of(), found(farmer, data));
  }

  /** Everything that can leave traces: changes, stored answers, a load, statistics, an archive. */
  private void record(Database database, KnownFarmer farmer, Path archive) throws IOException {
    farmer.plot();
    farmer.change();
    database.maintain("analyze");
    database.maintain("vacuum");
    String goods =
        """
        {"transactions": [{"ref": "ref $", "source": "FARMER", "destination": "<COMPANY>",
          "product": "<PRODUCT>", "amount": "1", "quantity": "2"}]}
        """;
    Path file = temp.resolve("load.json");
    Files.writeString(file, farmer.fill(goods).replace("FARMER", farmer.id));
    run("load", file.toString());
    String now = "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";
    String moment = (String) database.read(sql -> sql.fetchValue(now));
    run("history", "archive", "--before", moment, archive.toString());
    farmer.change();
  }

  private static void requireEveryWord(KnownFarmer farmer, Map<String, List<String>> found) {
    Set<String> words = new HashSet<>();
    found.values().forEach(words::addAll);
    assertEquals(Set.copyOf(farmer.words()), words);
  }

  /** The words in each file of a folder. */
  private static Map<String, List<String>> found(KnownFarmer farmer, Path root) throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.put(file.toString(), farmer.wordsIn(Files.readAllBytes(file)));
      }
    }
    found.values().removeIf(List::isEmpty);
    return found;
  }

  /** The words in each table of a new backup, also in the archives that it contains. */
  private Map<String, List<String>> foundInBackup(KnownFarmer farmer) throws IOException {
    Path backup = temp.resolve(World.unique(8) + ".zip");
    run("backup", backup.toString());
    Map<String, List<String>> found = new TreeMap<>();
    try (ZipFile zip = new ZipFile(backup.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        found.put(entry.getName(), farmer.wordsIn(zip.getInputStream(entry).readAllBytes()));
      }
    }
    found.values().removeIf(List::isEmpty);
    return found;
  }
}
