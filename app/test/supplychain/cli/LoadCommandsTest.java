package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Records;
import supplychain.World;

/** The commands load and import record a file: all of it, or nothing. */
class LoadCommandsTest {
  @TempDir Path folder;
  private final World world = new World();
  private final UUID company = world.company("Cooperative");

  @Test
  void loadRecordsAFileOnce() throws IOException {
    String ref = World.unique(12);
    String text = "{\"companies\": [{\"ref\": \"%s\", \"name\": \"Coop\"}]}".formatted(ref);
    CommandRun first = run("load", "records.json", text, "").requireExit(0);
    assertEquals("KIND       RECORDED  KNOWN\ncompanies  1         0\n", first.out());
    assertEquals("", first.err());
    CommandRun again = run("load", "records.json", text, "");
    assertEquals("KIND       RECORDED  KNOWN\ncompanies  0         1\n", again.out());
  }

  @Test
  void loadNamesTheMistakesOfAFileWithTheirPlaces() throws IOException {
    CommandRun run = run("load", "records.json", "{\"companies\": [{\"ref\": \"x\"}]}", "");
    run.requireExit(1, "/companies/0/name", "nothing is recorded");
    assertEquals("", run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Grace,%s;Amina,%s | | 0 | 2 recorded, 0 refused. | '' | 2",
        "Grace,%s | --dry-run | 0 | 1 would be recorded, 0 refused; nothing was written. | '' | 0",
        "Grace,%s;,%s | | 1 | '' | /3/first_name: It is required. (required) | 0",
        ",%s;Grace,%s | --on-error proceed | 1 | 1 recorded, 1 refused. |"
            + " /2/first_name: It is required. (required) | 1"
      })
  void importRecordsTheLinesOfATable(
      String lines, String options, int exitCode, String out, String err, int farmers)
      throws IOException {
    String table = "first_name,buyer\n" + lines.replace("%s", "" + company).replace(";", "\n");
    CommandRun run =
        run("import", "farmers.csv", table, "--kind farmers " + (options == null ? "" : options));
    run.requireExit(exitCode, err);
    assertEquals(out, run.out().strip());
    assertEquals(farmers, Records.count(FARMER, FARMER.BUYER.eq(company)));
  }

  @Test
  void importRecordsADocumentInEachLine() throws IOException {
    String card = World.unique(12);
    String line = "{\"company\": \"%s\", \"card_id\": \"%s\"}\n".formatted(company, card);
    CommandRun run = run("import", "cards.ndjson", line, "--kind cards");
    assertEquals("1 recorded, 0 refused.\n", run.out(), run.err());
    assertEquals(1, Records.count(CARD, CARD.CARD_ID.eq(card)));
  }

  @Test
  void importRecordsThePlotsOfAGeoJsonFile() throws IOException {
    UUID farmer = world.farmer(company);
    String feature =
        "{\"type\": \"Feature\", \"properties\": {\"farmer\": \"%s\"}, \"geometry\":"
            + " {\"type\": \"Point\", \"coordinates\": [34.36, %s]}}";
    String text =
        "{\"type\": \"FeatureCollection\", \"features\": [%s, %s]}"
            .formatted(feature.formatted(farmer, 1), feature.formatted(farmer, 91));
    run("import", "plots.geojson", text, "--kind plots")
        .requireExit(1, "/features/1/geometry/coordinates/1: ");
    CommandRun run = run("import", "plots.geojson", text, "--kind plots --on-error proceed");
    assertEquals("1 recorded, 1 refused.\n", run.out(), run.err());
    assertEquals(1, Records.count(PLOT, PLOT.FARMER.eq(farmer)));
    run("import", "plots.geojson", text, "--kind farmers").requireExit(2, "needs --kind plots");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "import pom.xml --kind farmer | 2 | cards, farmers, plots, product-transactions",
        "import pom.xml --kind farmers --on-error ignore | 2 | --on-error",
        "import no.csv --kind farmers | 1 | no.csv",
        "load nowhere.json | 1 | nowhere.json"
      })
  void aWrongArgumentIsNamed(String words, int exitCode, String said) {
    CommandRun.shared(words.split(" ")).requireExit(exitCode, said);
  }

  private CommandRun run(String command, String name, String text, String options)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return CommandRun.shared((command + " " + file + " " + options).strip().split(" "));
  }
}
