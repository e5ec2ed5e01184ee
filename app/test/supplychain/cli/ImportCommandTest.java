package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Records;
import supplychain.World;

/** The lines of a file are recorded from the command line, as a request with them would. */
class ImportCommandTest {
  @TempDir Path folder;
  private final UUID company = new World().company("Cooperative");

  @Test
  void aTableIsRecorded() throws IOException {
    CommandRun run =
        run("first_name,buyer\nGrace,%s\nAmina,%s\n", "--kind", "farmers").requireExit(0);
    assertEquals("2 recorded, 0 refused.\n", run.out());
    assertEquals("", run.err());
    assertEquals(2, farmers());
  }

  @Test
  void documentsAreRecordedToo() throws IOException {
    String card = World.unique(12);
    Path file = folder.resolve("cards.ndjson");
    Files.writeString(
        file, "{\"company\": \"%s\", \"card_id\": \"%s\"}\n".formatted(company, card));
    CommandRun run = CommandRun.shared("import", file.toString(), "--kind", "cards");
    assertEquals("1 recorded, 0 refused.\n", run.out(), run.err());
    assertEquals(1, Records.count(CARD, CARD.CARD_ID.eq(card)));
  }

  @Test
  void plotsAreTakenFromGeoJson() throws IOException {
    UUID farmer = new World().farmer(company);
    Path file = folder.resolve("plots.geojson");
    String feature =
        "{\"type\": \"Feature\", \"properties\": {\"farmer\": \"%s\"}, \"geometry\":"
            + " {\"type\": \"Point\", \"coordinates\": [34.36, %s]}}";
    String collection = "{\"type\": \"FeatureCollection\", \"features\": [%s, %s]}";
    Files.writeString(
        file, collection.formatted(feature.formatted(farmer, 1), feature.formatted(farmer, 91)));
    CommandRun.shared("import", file.toString(), "--kind", "plots")
        .requireExit(1, "/features/1/geometry/coordinates/1: ");
    CommandRun run =
        CommandRun.shared("import", file.toString(), "--kind", "plots", "--on-error", "proceed");
    assertEquals("1 recorded, 1 refused.\n", run.out(), run.err());
    assertEquals(1, Records.count(PLOT, PLOT.FARMER.eq(farmer)));
    CommandRun.shared("import", file.toString(), "--kind", "farmers").requireExit(2);
  }

  @Test
  void aDryRunRecordsNothing() throws IOException {
    CommandRun run =
        run("first_name,buyer\nGrace,%s\n", "--kind", "farmers", "--dry-run").requireExit(0);
    assertEquals("1 would be recorded, 0 refused; nothing was written.\n", run.out());
    assertEquals(0, farmers());
  }

  @Test
  void aMistakeRefusesAllAndIsNamedAtItsLine() throws IOException {
    CommandRun run =
        run("first_name,buyer\nGrace,%s\n,%s\n", "--kind", "farmers")
            .requireExit(1, "/3/first_name: It is required. (required)");
    assertEquals("", run.out());
    assertTrue(run.err().contains("One mistake; nothing is recorded."), run.err());
    assertEquals(0, farmers());
  }

  @Test
  void withProceedTheRightLinesAreRecorded() throws IOException {
    CommandRun run =
        run("first_name,buyer\n,%s\nGrace,%s\n", "--kind", "farmers", "--on-error", "proceed")
            .requireExit(1);
    assertEquals("1 recorded, 1 refused.\n", run.out());
    assertTrue(run.err().contains("/2/first_name: It is required. (required)"), run.err());
    assertEquals(1, farmers());
  }

  @Test
  void aWrongOptionIsNamed() throws IOException {
    run("first_name\n", "--kind", "farmer")
        .requireExit(2, "cards, farmers, plots, product-transactions");
    assertEquals(2, run("x\n", "--kind", "farmers", "--on-error", "ignore").exitCode());
    CommandRun.shared("import", folder + "/no.csv", "--kind", "farmers").requireExit(1, "no.csv");
  }

  private CommandRun run(String table, String... options) throws IOException {
    Path file = folder.resolve("records.csv");
    Files.writeString(file, table.replace("%s", company.toString()));
    List<String> arguments = new ArrayList<>(List.of("import", file.toString()));
    arguments.addAll(List.of(options));
    return CommandRun.shared(arguments.toArray(String[]::new));
  }

  private int farmers() {
    return Records.count(FARMER, FARMER.BUYER.eq(company));
  }
}
