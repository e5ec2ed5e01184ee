package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.PLOTS;
import static supplychain.schema.Tables.FARMER;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.cli.ServiceProcess;
import supplychain.core.Role;

/** The memory for many records is that of a batch: Java would end if all of them took some. */
@Tag("proof")
class ManyRowsTest {
  private static final int ROWS = 100_000;
  private static final int PLOTS_OF_BODY = 5_000;
  private static final int BODIES = 2;

  /** The most plots of a farmer. */
  private static final int OF_FARMER = 1_000;

  private static final int VERTICES = 100;

  @TempDir private Path folder;

  @Test
  void aWorkbookOf100000RowsIsImportedIn64Megabytes() throws Exception {
    try (Room room = new Room()) {
      room.database().schema().migrate();
      UUID company = new World(room.database()).company("Cooperative");
      String farmer =
          "<row r=\"%1$d\"><c r=\"A%1$d\" t=\"s\"><v>%2$d</v></c>"
              + "<c r=\"B%1$d\"><v>%1$d</v></c><c r=\"C%1$d\" t=\"s\"><v>0</v></c></row>";
      String rows =
          IntStream.range(2, ROWS + 2)
              .mapToObj(row -> farmer.formatted(row, row - 1))
              .collect(joining());
      String names =
          IntStream.range(2, ROWS + 2)
              .mapToObj(row -> "<si><t>Chelangat " + row + "</t></si>")
              .collect(joining());
      Xlsx workbook =
          Xlsx.of(Xlsx.row(1, "first_name", "number", "buyer") + rows)
              .shared("<si><t>" + company + "</t></si>" + names);
      Path file = Files.write(folder.resolve("farmers.xlsx"), workbook.bytes());
      recordAll(room, "import", file.toString(), "--kind", "farmers");
    }
  }

  @Test
  void aFileOf100000FarmersIsLoadedIn64Megabytes() throws Exception {
    String farmer =
        """
        {"ref": "f%1$d", "buyer": "c", "first_name": "Martha", "last_name": "Chelangat %1$d",
         "city": "Sipi", "country": "Uganda", "latitude": 1.341862, "longitude": 34.384417,
         "date_of_birth": "1979-03-14", "consent_status": "GRANTED"}\
        """;
    String start =
        "{\"companies\": [{\"ref\": \"c\", \"name\": \"Cooperative\"}], \"farmers\": [\n";
    String farmers =
        IntStream.range(0, ROWS).mapToObj(farmer::formatted).collect(joining(",\n", start, "]}\n"));
    Path file = Files.writeString(folder.resolve("farmers.json"), farmers);
    try (Room room = new Room()) {
      recordAll(room, "load", file.toString());
    }
  }

  private static void recordAll(Room room, String... command) throws Exception {
    Map<String, String> settings = room.settings();
    settings.put("JAVA_TOOL_OPTIONS", "-Xmx64m");
    try (ServiceProcess process = ServiceProcess.start(settings, command)) {
      assertEquals(0, process.exitCode(), process.err().toString());
    }
    assertEquals(ROWS, room.database().<Integer>read(sql -> sql.fetchCount(FARMER)));
  }

  @ParameterizedTest
  @CsvSource({
    "application/geo+json",
    "application/vnd.google-earth.kml+xml",
    "text/csv",
  })
  void tenThousandPlotsAreRecordedByAServiceWith128Megabytes(String type) throws Exception {
    try (Room room = new Room()) {
      room.database().schema().migrate();
      World world = new World(room.database());
      UUID company = world.company("Cooperative");
      Map<String, String> settings = room.settings();
      settings.put("JAVA_TOOL_OPTIONS", "-Xmx128m");
      try (ServiceProcess service = ServiceProcess.start(settings, "--port", "0")) {
        Client client = service.client(world.token(company, Role.MEMBER));
        for (int body = 0; body < BODIES; body++) {
          UUID[] farmers =
              IntStream.range(0, PLOTS_OF_BODY / OF_FARMER)
                  .mapToObj(i -> world.farmer(company))
                  .toArray(UUID[]::new);
          String plots = Form.of(type).write(body, farmers);
          assertEquals(
              "new=" + PLOTS_OF_BODY,
              client
                  .postBody(PLOTS, BodyPublishers.ofString(plots), "Content-Type", type)
                  .expect(200)
                  .summary());
        }
      }
    }
  }

  /** How a format writes plots, and the positions of a plot. */
  private record Form(String before, String plot, String position, String between, String after) {
    static Form of(String type) {
      return switch (type) {
        case "text/csv" ->
            new Form(
                "farmer,name,geometry\n", "%s,P-%d,\"POLYGON ((%s))\"\n", "%.6f %.6f", ",", "");
        case "application/geo+json" ->
            new Form(
                "",
                "{\"type\":\"Feature\",\"properties\":{\"farmer\":\"%s\",\"name\":\"P-%d\"},"
                    + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[%s]]}}\n",
                "[%.6f,%.6f]",
                ",",
                "");
        default ->
            new Form(
                "<kml><Document>",
                "<Placemark><ExtendedData><Data name=\"farmer\"><value>%s</value></Data>"
                    + "</ExtendedData><name>P-%d</name><Polygon><outerBoundaryIs><LinearRing>"
                    + "<coordinates>%s</coordinates></LinearRing></outerBoundaryIs></Polygon>"
                    + "</Placemark>",
                "%.6f,%.6f,0",
                " ",
                "</Document></kml>");
      };
    }

    String write(int body, UUID[] farmers) {
      return IntStream.range(0, PLOTS_OF_BODY)
          .mapToObj(i -> plot.formatted(farmers[i / OF_FARMER], i, ring(body, i)))
          .collect(joining("", before, after));
    }

    private String ring(int body, int number) {
      int row = number / 100;
      double east = 33 + body + number % 100 * 0.00095;
      double north = 1 + row * 0.00085;
      return IntStream.rangeClosed(0, VERTICES)
          .mapToDouble(i -> 2 * Math.PI * (i % VERTICES) / VERTICES)
          .mapToObj(
              angle ->
                  String.format(
                      Locale.ROOT,
                      position,
                      east + 0.00045 * Math.cos(angle),
                      north + 0.00045 * Math.sin(angle)))
          .collect(joining(between));
    }
  }
}
