package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.farmer.ReadGeometry.SQUARE;
import static supplychain.records.farmer.ReadGeometry.assertRingRefused;
import static supplychain.records.farmer.ReadGeometry.findings;
import static supplychain.records.farmer.ReadGeometry.point;
import static supplychain.records.farmer.ReadGeometry.polygon;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.core.Finding;

/** Which rings a polygon may have, and what is inside them. */
@Tag("unit")
class PolygonTest {
  @Test
  void aClockwiseRingIsTurnedRound() {
    assertEquals(
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,1],[1,1],[1,2],[0,1]]]}",
        polygon("[[0,1],[1,2],[1,1],[0,1]]").asGiven());
  }

  @Test
  void aRingIsClosedByItsValueHoweverItIsWritten() {
    assertEquals(
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,1],[1,1],[1,2],[0,1]]]}",
        polygon("[[0,1],[1,1],[1,2],[0.0000000,1.00]]").asGiven());
    assertRingRefused("[[0,1],[1,1],[1,2],[0.000001,1]]", "/geometry/coordinates/0/3 not_closed");
  }

  @Test
  void aRingIsATriangleAtLeast() {
    assertRingRefused("[[0,1],[1,1],[0,1]]", "/geometry/coordinates/0 too_few");
    assertRingRefused("[]", "/geometry/coordinates/0 too_few");
    assertRingRefused("", "/geometry/coordinates type");
    assertRingRefused("3", "/geometry/coordinates/0 type");
  }

  @Test
  void aPolygonHasNoHoles() {
    assertRingRefused(
        SQUARE + ",[[34.3612,1.0512],[34.3614,1.0512],[34.3614,1.0514],[34.3612,1.0512]]",
        "/geometry/coordinates/1 hole");
  }

  @Test
  void positionsThatAreTheSameOnceCutAreNamed() {
    assertRingRefused(
        "[[0,1],[1,1],[1.0000004,1.0000004],[1,2],[0,2],[0.0000009,1.0000009],[0,1]]",
        "/geometry/coordinates/0/2 duplicate",
        "/geometry/coordinates/0/5 duplicate");
  }

  @Test
  void aStraightLineEnclosesNothing() {
    assertRingRefused("[[0,1],[1,2],[2,3],[0,1]]", "/geometry/coordinates/0 straight_line");
  }

  @Test
  void aCrossingIsNamedWithItsPlace() {
    assertEquals(
        List.of(
            new Finding(
                "/geometry/coordinates/0/2",
                "crossing",
                "The edge from here meets the one from position 0, near [0.500000, 1.500000].")),
        findings("{\"type\": \"Polygon\", \"coordinates\": [[[0,1],[1,2],[1,1],[0,2],[0,1]]]}"));
  }

  @Test
  void aRingThatTouchesItselfCrosses() {
    assertRingRefused(
        "[[0,1],[2,1],[2,2],[1,1],[0,2],[0,1]]", "/geometry/coordinates/0/3 crossing");
    assertRingRefused("[[0,1],[2,1],[1,1],[1,2],[0,1]]", "/geometry/coordinates/0/1 crossing");
  }

  @Test
  void everyMistakeIsNamedAtOnce() {
    assertRingRefused(
        "[[200,1],[1,'x'],[1],[0,0]]".replace('\'', '"'),
        "/geometry/coordinates/0/0/0 range",
        "/geometry/coordinates/0/1/1 type",
        "/geometry/coordinates/0/2 type",
        "/geometry/coordinates/0/3 nowhere");
  }

  @Test
  void aRingOfTheMostPositionsIsTakenAndOneMoreIsNot() {
    int corners = Geometry.MOST_POSITIONS - 1;
    assertEquals(Geometry.MOST_POSITIONS, polygon(circle(corners)).positions().size());
    assertRingRefused(circle(corners + 1), "/geometry/coordinates/0 too_many");
  }

  /** Sheared teeth: none crosses another, and nearly every edge might. */
  @Test
  void aRingWhoseEdgesCannotBeComparedInTimeIsRefused() {
    assertEquals(1_001, polygon(teeth(500)).positions().size());
    assertRingRefused(teeth(800), "/geometry/coordinates/0 too_entangled");
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
    assertEquals(sides, polygon(hectare).hectares().orElseThrow().doubleValue(), 0.0001);
    assertTrue(point("[34,1]").hectares().isEmpty());
  }

  /** The ellipsoid of WGS 84 has 510,065,621.724 km². */
  @Test
  void anEighthOfTheEarthHasAnEighthOfItsArea() {
    double eighth =
        polygon("[[0,90],[0,0.000001],[90,0],[90,90],[0,90]]")
            .hectares()
            .orElseThrow()
            .doubleValue();
    assertEquals(51_006_562_172.4 / 8, eighth, 100);
  }

  /** Between the parallels of 60° and 61° a degree of longitude has 6,101.2 km². */
  @Test
  void theAreaOfAZoneIsThatOfTheEllipsoid() {
    double zone =
        polygon("[[10,60],[11,60],[11,61],[10,61],[10,60]]").hectares().orElseThrow().doubleValue();
    assertEquals(integrated(60, 61), zone, zone * 1e-6);
  }

  /**
   * A degree of longitude between two parallels, in hectares: the radii of curvature, summed up.
   */
  private static double integrated(double from, double to) {
    double a = 6_378_137;
    double e2 = 0.00669437999014;
    int steps = 10_000;
    double step = Math.toRadians(to - from) / steps;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double latitude = Math.toRadians(from) + (i + 0.5) * step;
      double w = 1 - e2 * Math.pow(Math.sin(latitude), 2);
      double meridian = a * (1 - e2) / Math.pow(w, 1.5);
      double parallel = a * Math.cos(latitude) / Math.sqrt(w);
      sum += meridian * step * parallel * Math.toRadians(1);
    }
    return sum / 10_000;
  }
}
