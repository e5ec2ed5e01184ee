package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
  private final Path archive = temp.resolve("old.jsonl.gz");
  private final Path backup = temp.resolve("backup.zip");

  private CommandRun run(String... words) {
    String[] all =
        Stream.concat(Stream.of(words), Stream.of("--data", data.toString()))
            .toArray(String[]::new);
    return CommandRun.of(all).requireExit(0);
  }

  @Test
  void noFileHasAnythingPersonalAfterAnErasureAndACompaction() throws IOException {
    KnownFarmer farmer = record();
    assertNotEquals(List.of(), found(farmer, data));
    assertEquals("[]", found(farmer, archive).toString(), "it is packed");
    run("erase", farmer.id, "--reason", "Asked for it", "--yes", "--compact");
    run("backup", backup.toString());
    assertEquals(List.of(), found(farmer, data));
    assertEquals(List.of(), foundInBackup(farmer));
    assertEquals(
        "",
        CommandRun.of("history", "--from", archive.toString(), "--json")
            .requireExit(0)
            .out()
            .lines()
            .filter(line -> farmer.words().stream().anyMatch(line::contains))
            .findFirst()
            .orElse(""));
  }

  /** Everything that can leave traces: changes, purchases, a load, statistics, an archive. */
  private KnownFarmer record() throws IOException {
    KnownFarmer farmer;
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(data, true);
        Database database =
            Database.open(postgres.url(), postgres.user(), postgres.password(), 5, WAIT)) {
      database.migrate();
      new Demo(database).load(Progress.NONE);
      String company = new Demo(database).names().get("COMPANY");
      String token = new World(database).token(java.util.UUID.fromString(company), Role.ADMIN);
      try (OwnService service = OwnService.on(database)) {
        farmer = new KnownFarmer(database, service.client(token));
        farmer.plot();
        farmer.change();
        farmer.buy();
        database.maintain("analyze");
        database.maintain("vacuum");
      }
      Path file =
          Files.writeString(
              temp.resolve("load.json"),
              farmer
                  .fill(
                      """
                      {"transactions": [{"ref": "ref $", "source": "FARMER", "destination": "<COMPANY>",
                        "product": "<PRODUCT>", "amount": "1", "quantity": "2"}]}
                      """)
                  .replace("FARMER", farmer.id));
      run("load", file.toString());
      String now =
          (String)
              database.read(
                  sql ->
                      sql.fetchValue(
                          "select to_char(now() at time zone 'UTC',"
                              + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
      run("history", "archive", "--before", now, archive.toString());
    }
    return farmer;
  }

  private static List<String> found(KnownFarmer farmer, Path root) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        farmer.words().stream()
            .filter(content::contains)
            .forEach(word -> found.add(file + " has " + word));
      }
    }
    return found;
  }

  private List<String> foundInBackup(KnownFarmer farmer) throws IOException {
    List<String> found = new ArrayList<>();
    try (ZipFile zip = new ZipFile(backup.toFile())) {
      for (var entry : zip.stream().toList()) {
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        String content = new String(bytes, StandardCharsets.UTF_8);
        farmer.words().stream()
            .filter(content::contains)
            .forEach(word -> found.add(entry + " has " + word));
      }
    }
    return found;
  }
}
