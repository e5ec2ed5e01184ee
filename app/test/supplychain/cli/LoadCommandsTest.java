package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.World;
import supplychain.ingest.Xlsx;

/** The commands load and import record a file: all of it, or nothing. */
class LoadCommandsTest extends OneCompany {
  @TempDir Path folder;

  @Test
  void loadRecordsAFileOnceAndReportsKnownRecordsThatDiffer() throws IOException {
    String ref = World.unique(12);
    String text = "{\"companies\": [{\"ref\": \"%s\", \"name\": \"Coop\"}]}".formatted(ref);
    CommandRun first = run("load", "records.json", text, "").requireExit(0);
    String table = "KIND       RECORDED  KNOWN  DIFFERENT\ncompanies  %d         %d      %d\n";
    assertEquals(table.formatted(1, 0, 0), first.out());
    assertEquals("", first.err());

    assertEquals(table.formatted(0, 1, 0), run("load", "records.json", text, "").out());
    CommandRun changed = run("load", "records.json", text.replace("Coop", "Co-op"), "--dry-run");
    assertEquals(
        table.formatted(0, 1, 1) + "Nothing was recorded: this was a dry run.\n", changed.out());
    changed.requireExit(
        0, "companies[0].name: You sent \"Co-op\". The recorded value is \"Coop\".");
  }

  @Test
  void loadNamesTheMistakesOfAFileWithTheirPlaces() throws IOException {
    CommandRun run = run("load", "records.json", "{\"companies\": [{\"ref\": \"x\"}]}", "");
    run.requireRefused(
        1,
        "line 1, companies[0].name: This value is required.\nOne mistake. Nothing was"
            + " recorded.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Grace,%s;Amina,%s | | 0 | 2 new, 0 refused. | '' | 2",
        "Grace,%s | --dry-run | 0 | 1 new, 0 refused. Nothing was recorded: this was a dry run."
            + " | '' | 0",
        "Grace,%s;,%s | | 1 | '' | line 3, column first_name: This value is required. | 0",
        ",%s;Grace,%s | --on-error proceed | 1 | 1 new, 1 refused. |"
            + " line 2, column first_name: This value is required. | 1"
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
    assertEquals("1 new, 0 refused.\n", run.out(), run.err());
    assertEquals(1, Records.count(CARD, CARD.CARD_ID.eq(card)));
  }

  @Test
  void importShowsTwentyFindingsAndGroupsThoseOfManyLines() throws IOException {
    StringBuilder lines = new StringBuilder("[]\n".repeat(3));
    for (int i = 0; i < 25; i++) {
      String line = "{\"first_name\": \"Grace\", \"buyer\": \"%s\", \"a%d\": 1}\n";
      lines.append(line.formatted(company, i));
    }
    for (String options : new String[] {"", " --on-error proceed"}) {
      CommandRun run = run("import", "f.jsonl", lines.toString(), "--kind farmers" + options);
      run.requireExit(1, "lines 1–3: This value must be an object.");
      assertEquals(
          20, run.err().lines().filter(line -> line.startsWith("line")).count(), run.err());
      assertTrue(run.err().contains("\n… and 6 more mistakes.\n"), run.err());
    }
  }

  @Test
  void importReadsTheUnicodeTextOfExcel() throws IOException {
    Path file = folder.resolve("farmers.txt");
    Files.writeString(
        file, "\uFEFFBuyer\tFirst name\r\n" + company + "\tZoë\r\n", StandardCharsets.UTF_16LE);
    CommandRun run = CommandRun.shared("import", file.toString(), "--kind", "farmers");
    assertEquals("1 new, 0 refused.\n", run.out(), run.err());
    assertEquals(
        1, Records.count(FARMER, FARMER.FIRST_NAME.eq("Zoë").and(FARMER.BUYER.eq(company))));
  }

  @Test
  void importKnowsAWorkbookByItsContent() throws IOException {
    String name = "Cooperative " + World.unique(12);
    world.company(name);
    String rows =
        Xlsx.row(1, "Members")
            + Xlsx.row(3, "Nombre", "Talla", "Cooperativa")
            + Xlsx.row(4, "Zoë", "38", name);
    byte[] bytes = Xlsx.of("").sheet("Socios", "", rows).bytes();
    Path file = Files.write(folder.resolve("farmers"), bytes);
    CommandRun run =
        CommandRun.shared(
            "import",
            file.toString(),
            "--kind",
            "farmers",
            "--sheet",
            "Socios",
            "--ignore",
            "talla");
    assertEquals(
        """
        1 new, 0 refused.
        The sheet is "Socios".
        The names of the columns are in line 3.
        "Nombre" is read as first_name.
        "Cooperativa" is read as buyer.name.
        "Talla" is ignored.
        """,
        run.out(),
        run.err());
    byte[] old = {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0};
    Path named = Files.write(folder.resolve("old.json"), old);
    CommandRun.shared("import", named.toString(), "--kind", "farmers")
        .requireExit(1, "This is an old workbook (.xls)");
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
        .requireExit(1, "features[1].geometry.coordinates[1]: Latitude, the second number, is 91.");
    CommandRun run = run("import", "plots.geojson", text, "--kind plots --on-error proceed");
    assertEquals("1 new, 1 refused.\n", run.out(), run.err());
    assertEquals(1, Records.count(PLOT, PLOT.FARMER.eq(farmer)));
    run("import", "plots.geojson", text, "--kind farmers").requireExit(2, "needs --kind plots");
  }

  @Test
  void importReadsTheFilesOfMapPrograms() throws IOException {
    UUID farmer = world.farmer(company);
    String kml =
        "<kml><Placemark><name>A</name><ExtendedData><Data name='farmer'><value>%s</value></Data>"
            + "<Data name='colour'><value>red</value></Data></ExtendedData><Point><coordinates>34.36,1"
            + "</coordinates></Point></Placemark></kml>";
    CommandRun run = run("import", "p.kml", kml.formatted(farmer), "--kind plots");
    assertEquals("1 new, 0 refused.\n\"colour\" is ignored.\n", run.out(), run.err());
    String point =
        "{\"type\": \"Feature\", \"properties\": {\"farmer\": \"%s\"}, \"geometry\": {\"type\":"
            + " \"Point\", \"coordinates\": [34.37, 1]}}\n";
    String lines = point.formatted(farmer).repeat(2);
    for (String name : List.of("p.json", "p.geojsonl", "p.geojson")) {
      assertEquals(
          "2 new, 0 refused.",
          run("import", name, lines, "--kind plots --again").out().lines().findFirst().orElse(""));
    }
    String plain = "{\"farmer\": \"" + farmer + "\", \"latitude\": 1, \"longitude\": 34.38}";
    run("import", "plain.json", plain, "--kind plots").requireExit(0, "");
    assertEquals(8, Records.count(PLOT, PLOT.FARMER.eq(farmer)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "import pom.xml --kind farmer | 2 | cards, farmers, plots, estimates, product-transactions",
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
