package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.records.farmer.PlotScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Bridge;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.records.Reads;

/** Lists of plots that are as heavy as a plot may be: no more of them is read than is answered. */
@Tag("proof")
class HeavyPlotsTest {
  private static final String LINES = "application/x-ndjson";
  private static final String TABLE = "text/csv";
  private static final int COUNT = 24;
  private static final int POSITIONS = 10_000;

  /** More than one of them weighs, and than what is asked of the database beside them. */
  private static final int ONE = 400_000;

  private static final List<String> IDS = new ArrayList<>();
  @AutoClose private static Bridge bridge;
  @AutoClose private static OwnService other;
  private static Client reporter;

  @BeforeAll
  static void recordThem() throws IOException {
    PlotScene scene = new PlotScene();
    String geometry = "\"geometry\": " + circle();
    for (int i = 0; i < COUNT; i++) {
      IDS.add(scene.plot(geometry).get("id").asText());
    }
    bridge = new Bridge(Installation.shared().postgres().url());
    other = OwnService.at(bridge.url());
    reporter = other.client(scene.world.token(scene.company, Role.REPORTER));
  }

  /** A polygon of as many positions as one may have, the last of which is the first. */
  private static String circle() {
    return IntStream.range(0, POSITIONS)
        .mapToDouble(i -> 2 * Math.PI * (i % (POSITIONS - 1)) / (POSITIONS - 1))
        .mapToObj(
            a ->
                String.format(
                    Locale.ROOT, "[%.6f,%.6f]", 34 + Math.cos(a) / 5, 1.5 + Math.sin(a) / 5))
        .collect(Collectors.joining(",", "{\"type\":\"Polygon\",\"coordinates\":[[", "]]}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "order=newest&", "updated_after=2020-01-01&"})
  void pagesEndWhereTheyHaveTheBytesOfAPageAndHoldEachPlotOnce(String query) {
    List<String> read = new ArrayList<>();
    String path = PLOTS + "?" + query + "limit=1000";
    while (path != null) {
      Reply page = reporter.get(path).expect(200);
      int bytes = page.text().getBytes(StandardCharsets.UTF_8).length;
      path = page.next();
      assertTrue(bytes < Reads.MOST_PAGE_BYTES + ONE, bytes + " bytes");
      // The database counts the blanks, too, which the answer does not have.
      assertTrue(path == null || bytes >= Reads.MOST_PAGE_BYTES - ONE, bytes + " bytes");
      page.json().forEach(plot -> read.add(plot.get("id").asText()));
    }
    List<String> expected = new ArrayList<>(IDS);
    if (query.contains("newest")) {
      Collections.reverse(expected);
    }
    assertEquals(expected, read);
  }

  @Test
  void aTableAndACollectionHoldEachPlotOnceWithAllItsPositions() {
    List<String> inTable = new ArrayList<>();
    String geometry = reporter.get(PLOTS + IDS.get(0) + "/").json().get("geometry").toString();
    CsvReader.builder()
        .maxBufferSize(1 << 20)
        .ofNamedCsvRecord(reporter.get(PLOTS, "Accept", TABLE).text())
        .forEach(
            row -> {
              inTable.add(row.getField("id"));
              assertEquals(geometry, row.getField("geometry").replace(" ", ""));
            });
    assertEquals(IDS, inTable);
    List<String> inCollection = new ArrayList<>();
    for (JsonNode feature : reporter.get(PLOTS, "Accept", GEO_JSON).json().get("features")) {
      inCollection.add(feature.get("id").asText());
      assertEquals(POSITIONS, feature.at("/geometry/coordinates/0").size());
    }
    assertEquals(IDS, inCollection);
  }

  @Test
  void aPageReadsOnlyItsOwnRecordsFromTheDatabase() {
    long bytes = bytesFor(() -> reporter.get(PLOTS + "?limit=1000"));
    assertTrue(bytes < Reads.MOST_PAGE_BYTES + ONE, bytes + " bytes");
    assertTrue(bytes > Reads.MOST_PAGE_BYTES, bytes + " bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {LINES, TABLE, GEO_JSON})
  void aWholeListReadsOnePartFromTheDatabaseAtATime(String type) {
    long bytes = bytesFor(() -> reporter.send("HEAD", PLOTS, null, "Accept", type));
    assertTrue(bytes < Reads.MOST_CHUNK_BYTES + ONE, bytes + " bytes");
    assertTrue(bytes > Reads.MOST_CHUNK_BYTES, bytes + " bytes");
  }

  /** How much the database sends for an answer. */
  private static long bytesFor(Supplier<Reply> request) {
    long before = bridge.received();
    request.get().expect(200);
    return bridge.received() - before;
  }
}
