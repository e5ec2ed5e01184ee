package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;
import supplychain.validation.Body;

/** Where a plot may be on the map, and how it is written. */
@Tag("unit")
class GeometryTest {
  private static final String SQUARE =
      "[[34.361,1.051],[34.362,1.051],[34.362,1.052],[34.361,1.052],[34.361,1.051]]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [34.36, -1.0500]           | [34.36,-1.0500]
          [34.1234569, -1.9999999]   | [34.123456,-1.999999]
          [34.36, 1.05, 1432.7]      | [34.36,1.05]
          [3.436e1, 1.9e-6]          | [34.36,0.000001]
          [3e1, 1e-99999999]         | [30,0.000000]
          [3e1, 0e99999999]          | [30,0]
          [-180, 90]                 | [-180,90]
          [180.0, -90.0]             | [180.0,-90.0]
          """)
  void aPointKeepsItsDigitsUpToTheSixthDecimal(String sent, String written) {
    assertEquals("{\"type\":\"Point\",\"coordinates\":" + written + "}", point(sent).asGiven());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [0,1],[1,2],[1,1],[0,1]               | clockwise: it is turned round
          [0,1],[1,1],[1,2],[0.0000000,1.00]    | closed by the same value in other digits
          """)
  void aRingIsWrittenClosedAndCounterClockwise(String ring, String why) {
    assertEquals(
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,1],[1,1],[1,2],[0,1]]]}",
        polygon("[" + ring + "]").asGiven(),
        why);
  }

  @Test
  void aFileOfOriginsHasSixDecimalsExactly() {
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.360000,-1.050000]}",
        point("[34.36, -1.0500]").withSixDecimals());
    assertEquals(
        "{\"type\":\"Polygon\",\"coordinates\":[[[34.361000,1.051000],[34.362000,1.051000],"
            + "[34.362000,1.052000],[34.361000,1.052000],[34.361000,1.051000]]]}",
        polygon(SQUARE).withSixDecimals());
  }

  @ParameterizedTest
  @CsvSource({"'[34, 1]', 0", "'[34.3612, 1.051]', 4", "'[34.12, 1.123456789]', 6"})
  void theMostExactCoordinateTellsTheDecimals(String position, int decimals) {
    assertEquals(decimals, point(position).decimals());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          'coordinates': 34.36                          | /coordinates type
          'coordinates': [34.36]                        | /coordinates type
          'coordinates': [34.36, 1, 2, 3]               | /coordinates type
          'coordinates': ['34.36', 1.05]                | /coordinates/0 type
          'coordinates': [34.36, null]                  | /coordinates/1 type
          'coordinates': [34.36, 1.05, 'sea']           | /coordinates/2 type
          'coordinates': [[34.36, 1.05]]                | /coordinates type
          'coordinates': null                           | /coordinates required
          'bbox': [1]                                   | /coordinates required
          'coordinates': [34.36, 1.05], 'colour': 1     | /colour unknown_field
          'coordinates': [0.0000009, -0.0]              | /coordinates nowhere
          'coordinates': [1e99999999, 1]                | /coordinates/0 range
          'coordinates': [180.0000001, -90.0000001]     | /coordinates/0 range, /coordinates/1 range
          """)
  void aPointOfAnotherFormIsRefused(String fields, String findings) {
    assertRefused("{'type': 'Point', " + fields + "}", findings.split(", ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          §§                                          |  type
          3                                           | /0 type
          []                                          | /0 too_few
          [[0,1],[1,1],[0,1]]                         | /0 too_few
          [[0,1],[1,1],[1,2],[0.000001,1]]            | /0/3 not_closed
          [[0,1],[1,2],[2,3],[0,1]]                   | /0 straight_line
          [[0,0],[1,0],[1,1],[0,0]]                   | /0/0 nowhere, /0/3 nowhere
          [[200,1],[1,'x'],[1],[0,0]]                 | /0/0/0 range, /0/1/1 type, /0/2 type, /0/3 nowhere
          [[179.9,-17],[-179.9,-17],[-179.9,-16],[179.9,-17]] | /0/1 antimeridian
          [[0,1],[2,1],[2,2],[1,1],[0,2],[0,1]]       | /0/3 crossing
          [[0,1],[2,1],[1,1],[1,2],[0,1]]             | /0/1 crossing
          [[0,1],[1,1],[1.0000004,1.0000004],[0,1],[0.0000009,1.0000009],[0,1]] | /0 too_few
          [[0,1],[1,1],[2,2],[1.0000004,1.0000004],[0,2],[0,1]] | /0/3 duplicate
          [[0,1],[4,1],[4,5],[0,5],[0,1]],[[1,2],[2,2],[2,9],[1,2]] | /1/1 crossing
          [[0,1],[4,1],[4,5],[0,5],[0,1]],[[5,2],[6,2],[6,3],[5,2]] |  crossing
          [[0,1],[4,1],[4,5],[0,5],[0,1]],[[1,2],[3,2],[2,2],[1,2]] | /1 straight_line
          """)
  void aRingThatBreaksARuleIsRefused(String ring, String findings) {
    assertRefused(
        "{'type': 'Polygon', 'coordinates': [" + ring + "]}",
        Stream.of(findings.split(", ", -1))
            .map(finding -> "/coordinates" + (finding.startsWith("/") ? "" : " ") + finding)
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          'Point', 'coordinates': [14.05, 108.27] | /coordinates/1 range \
          | Latitude, the second number, is 108.27. It must be from -90 to 90. \
          Longitude comes first: are they swapped?
          'Polygon', 'coordinates': [[[0,1],[1,2],[1,1],[0,2],[0,1]]] | /coordinates/0/2 crossing \
          | The edge from here meets the edge from position 0, near [0.500000, 1.500000].
          'MultiLineString', 'coordinates': [[34.36, 1.05]] | /type not_a_choice \
          | "MultiLineString" must be Point, Polygon or MultiPolygon. \
          Save the boundary as a polygon; in QGIS: Vector, Geometry Tools, Lines to Polygons.
          'Feature', 'coordinates': [[34.36, 1.05]] | /type not_a_choice \
          | "Feature" must be Point, Polygon or MultiPolygon. \
          Send only the geometry of the Feature here.
          'Point', 'bbox': [1], 'coordinates': [34.36, 1.05], \
          'crs': {'type': 'name', 'properties': {'name': 'urn:ogc:def:crs:EPSG::32636'}} \
          | /crs not_a_choice \
          | "urn:ogc:def:crs:EPSG::32636" is not WGS 84 in degrees. Convert the file to WGS 84: \
          ogr2ogr -t_srs EPSG:4326 plots.geojson YOUR-FILE. In QGIS, export the layer with the CRS \
          EPSG:4326.
          """)
  void theFindingSaysWhatIsWrongAndWhatToDo(String geometry, String place, String detail) {
    String json = "{'type': " + geometry + "}";
    assertRefused(json, place);
    assertEquals(detail, findings(json).get(0).detail());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          MultiPolygon  | [[[[0,1],[1,1],[1,2],[0,1]]]]
          Polygon       | [[[0,1],[0.0000004,1.0000004],[1,1,900],[1,1],[1,2],[0,1],[0,1]]]
          LineString    | [[0,1],[1,1],[1,2],[0,1]]
          """)
  void aBoundaryInAnotherFormIsTheSamePolygon(String type, String coordinates) {
    assertEquals(
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,1],[1,1],[1,2],[0,1]]]}",
        read("{'type': '%s', 'coordinates': %s}".formatted(type, coordinates)).asGiven());
  }

  @Test
  void aCollectionIsThePolygonsInIt() {
    String label = "{'type': 'Point', 'coordinates': [0.5, 1.5]}";
    String triangle = "{'type': 'Polygon', 'coordinates': [[[0,1],[1,1],[1,2],[0,1]]]}";
    String all = "{'type': 'GeometryCollection', 'geometries': [%s]}";
    assertEquals(read(triangle).asGiven(), read(all.formatted(label + "," + triangle)).asGiven());
    assertEquals(read(label).asGiven(), read(all.formatted(label)).asGiven());
    assertRefused(all.formatted(label + "," + label), "/type not_a_choice");
    assertRefused(all.formatted(""), "/geometries type");
  }

  @Test
  void aPlotOfSeveralPartsHasTheAreaOfAll() {
    String parts = "[[[0,1],[1,1],[1,2],[0,1]]],[[[3,1],[4,1],[4,2],[3,1]]]";
    Geometry both = read("{'type': 'MultiPolygon', 'coordinates': [" + parts + "]}");
    assertEquals("{\"type\":\"MultiPolygon\",\"coordinates\":[" + parts + "]}", both.asGiven());
    double one = polygon("[[0,1],[1,1],[1,2],[0,1]]").hectares().doubleValue();
    assertEquals(2 * one, both.hectares().doubleValue(), 0.001);
    assertRefused(
        "{'type': 'MultiPolygon', 'coordinates': [[[[0,1],[1,1],[1,2],[0,1]]],[[[0,1],[1,2],[0,2],[0,1]]]]}",
        "/coordinates/1/0/2 crossing");
  }

  private static final String WITH_HOLES =
      "[[0,1],[9,1],[9,9],[0,9],[0,1]],[[2,3],[4,3],[4,5],[2,5],[2,3]],[[6,3],[7,3],[7,8],[6,3]]";

  @Test
  void aHoleIsTurnedAndItsAreaDoesNotCount() {
    Geometry geometry = polygon(WITH_HOLES);
    assertEquals(
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,1],[9,1],[9,9],[0,9],[0,1]],"
            + "[[2,3],[2,5],[4,5],[4,3],[2,3]],[[6,3],[7,8],[7,3],[6,3]]]}",
        geometry.asGiven());
    double whole = polygon("[[0,1],[9,1],[9,9],[0,9],[0,1]]").hectares().doubleValue();
    double first = polygon("[[2,3],[4,3],[4,5],[2,5],[2,3]]").hectares().doubleValue();
    double second = polygon("[[6,3],[7,3],[7,8],[6,3]]").hectares().doubleValue();
    assertEquals(whole - first - second, geometry.hectares().doubleValue(), 0.001);
  }

  /** A line through a hole of a millionth would be its border, so such a hole is filled. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        WITH_HOLES,
        "[[0,1],[9,1],[9,9],[0,9],[0,1]],[[2,3],[2.000002,3],[2.000002,3.000002],[2,3]]",
        "[[0,1],[9,1],[9,9],[0,9],[0,1]],[[2,3],[2.000001,3],[2.000001,3.000001],[2,3]]"
      })
  void aFileOfOriginsHasPiecesWithoutHolesOfTheSameLand(String rings) {
    Geometry geometry = polygon(rings);
    List<Geometry> pieces = geometry.withoutHoles();
    for (Geometry piece : pieces) {
      assertEquals(1, piece.parts().size());
      assertEquals(List.of(), piece.parts().get(0).holes());
      // What the service writes, it accepts.
      assertEquals(piece.withSixDecimals(), read(piece.withSixDecimals()).withSixDecimals());
    }
    double sum = pieces.stream().mapToDouble(piece -> piece.hectares().doubleValue()).sum();
    // The edges of the cut are straight on the map, and the whole is not: a ten-thousandth.
    assertEquals(1, sum / geometry.hectares().doubleValue(), 0.0001);
  }

  @Test
  void aPlotOfTheMostHolesIsTakenAndOneMoreIsNot() {
    assertEquals(
        Geometry.MOST_HOLES, polygon(holes(Geometry.MOST_HOLES)).parts().get(0).holes().size());
    assertRingRefused(holes(Geometry.MOST_HOLES + 1), "/coordinates too_many");
  }

  private static String holes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "[[%1$d.1,2],[%1$d.2,2],[%1$d.2,3],[%1$d.1,2]]".formatted(i))
        .collect(Collectors.joining(",", "[[0,1],[120,1],[120,9],[0,9],[0,1]],", ""));
  }

  @Test
  void theTypeAndTheReferenceSystemAreThoseOfGeoJson() {
    assertRefused("{}", "/type required", "/coordinates required");
    assertRefused("{'coordinates': [34.36, 1.05]}", "/type required");
    String point = "{'type': 'Point', 'bbox': [1], 'coordinates': [34.36, 1.05]%s}";
    String crs =
        ", 'crs': {'type': 'name', 'properties': {'name': 'urn:ogc:def:crs:OGC:1.3:CRS84'}}";
    String written = point("[34.36, 1.05]").asGiven();
    assertEquals(written, read(point.formatted("")).asGiven());
    assertEquals(written, read(point.formatted(crs)).asGiven());
  }

  @Test
  void aRingOfTheMostPositionsIsTakenAndOneMoreIsNot() {
    int corners = Geometry.MOST_POSITIONS - 1;
    assertEquals(Geometry.MOST_POSITIONS, polygon(circle(corners)).positions().size());
    assertRingRefused(circle(corners + 1), "/coordinates/0 too_many");
  }

  /** Sheared teeth: none crosses another, and nearly every edge might. */
  @Test
  void aRingWhoseEdgesCannotBeComparedInTimeIsRefused() {
    assertEquals(1_001, polygon(teeth(500)).positions().size());
    assertRingRefused(teeth(800), "/coordinates too_entangled");
  }

  private static String teeth(int count) {
    Stream<String> there = IntStream.range(0, count).mapToObj(i -> tooth(i, i % 2 * 1_000_000L));
    Stream<String> back =
        IntStream.range(0, count)
            .map(i -> count - 1 - i)
            .mapToObj(i -> tooth(i, i % 2 * 1_000_000L + 3));
    return Stream.concat(Stream.concat(there, back), Stream.of(tooth(0, 0)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String tooth(int along, long across) {
    return "[%s,%s]"
        .formatted(
            BigDecimal.valueOf(10_000_000 + 10L * along + across, 6),
            BigDecimal.valueOf(1_000_000 + across, 6));
  }

  private static String circle(int corners) {
    String circle =
        IntStream.range(0, corners)
            .mapToObj(i -> 2 * Math.PI * i / corners)
            .map(angle -> "[" + (34 + Math.cos(angle)) + "," + (1.5 + Math.sin(angle)) + "]")
            .collect(Collectors.joining(","));
    return "[" + circle + ",[35.0,1.5]]";
  }

  /** A degree of the equator is 111.319491 km long, one of the meridian there 110.574276 km. */
  @Test
  void aSquareOfAHundredMetresIsAHectare() {
    String hectare = "[[34,0],[34.000898,0],[34.000898,0.000904],[34,0.000904],[34,0]]";
    double sides = 0.000898 * 111_319.491 * 0.000904 * 110_574.276 / 10_000;
    assertEquals(sides, polygon(hectare).hectares().doubleValue(), 0.0001);
  }

  /** The ellipsoid of WGS 84 has 510,065,621.724 km². */
  @Test
  void anEighthOfTheEarthHasAnEighthOfItsArea() {
    double eighth = polygon("[[0,90],[0,0.000001],[90,0],[90,90],[0,90]]").hectares().doubleValue();
    assertEquals(51_006_562_172.4 / 8, eighth, 100);
  }

  /** Reads a geometry as the field of a body; single quotes stand for double ones. */
  private static Geometry read(String json) {
    JsonNode tree =
        JsonRequest.parse(
            ("{'geometry': " + json + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    Body body = Body.of(tree, false);
    Geometry geometry = Geometry.read(body.object("geometry").value()).orElse(null);
    body.throwIfInvalid();
    return geometry;
  }

  private static Geometry polygon(String ring) {
    return read("{'type': 'Polygon', 'coordinates': [" + ring + "]}");
  }

  private static Geometry point(String position) {
    return read("{'type': 'Point', 'coordinates': " + position + "}");
  }

  private static List<Finding> findings(String json) {
    return assertThrows(Problem.class, () -> read(json)).findings();
  }

  private static void assertRefused(String json, String... places) {
    assertEquals(
        Stream.of(places).map(place -> "/geometry" + place).toList(),
        findings(json).stream().map(f -> f.pointer() + " " + f.code()).toList(),
        () -> findings(json).toString());
  }

  private static void assertRingRefused(String ring, String... places) {
    assertRefused("{'type': 'Polygon', 'coordinates': [" + ring + "]}", places);
  }
}
