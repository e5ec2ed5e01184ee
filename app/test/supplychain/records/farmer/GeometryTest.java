package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.farmer.ReadGeometry.SQUARE;
import static supplychain.records.farmer.ReadGeometry.assertRefused;
import static supplychain.records.farmer.ReadGeometry.assertRingRefused;
import static supplychain.records.farmer.ReadGeometry.findings;
import static supplychain.records.farmer.ReadGeometry.point;
import static supplychain.records.farmer.ReadGeometry.polygon;
import static supplychain.records.farmer.ReadGeometry.read;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.core.Finding;

/** Where a plot may be on the map, and how it is written. */
@Tag("unit")
class GeometryTest {
  @Test
  void aPointKeepsItsDigits() {
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.36,-1.0500]}",
        point("[34.36, -1.0500]").asGiven());
  }

  @Test
  void digitsAfterTheSixthDecimalAreCutNotRounded() {
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.123456,-1.999999]}",
        point("[34.1234569, -1.9999999]").asGiven());
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
  @CsvSource({"'[34, 1]', 0", "'[34.3612, 1.051]', 3", "'[34.123456, 1.123456789]', 6"})
  void itSaysHowManyDecimalsWereGiven(String position, int decimals) {
    assertEquals(decimals, point(position).decimals());
  }

  @Test
  void exponentsAreReadExactlyAndNeverExpanded() {
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.36,0.000001]}",
        point("[3.436e1, 1.9e-6]").asGiven());
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[30,0.000000]}",
        point("[3e1, 1e-99999999]").asGiven());
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[30,0]}", point("[3e1, 0e99999999]").asGiven());
    assertRefused(
        "{\"type\": \"Point\", \"coordinates\": [1e99999999, 1]}", "/geometry/coordinates/0 range");
  }

  @Test
  void anAltitudeIsLeftOut() {
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.36,1.05]}",
        point("[34.36, 1.05, 1432.7]").asGiven());
  }

  @Test
  void theEdgesOfTheWorldArePlaces() {
    assertEquals("{\"type\":\"Point\",\"coordinates\":[-180,90]}", point("[-180, 90]").asGiven());
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[180.0,-90.0]}", point("[180.0, -90.0]").asGiven());
    assertRefused(
        "{\"type\": \"Point\", \"coordinates\": [180.0000001, -90.0000001]}",
        "/geometry/coordinates/0 range",
        "/geometry/coordinates/1 range");
  }

  @Test
  void swappedCoordinatesAreNamedWhereThatIsCertain() {
    Finding swapped = findings("{\"type\": \"Point\", \"coordinates\": [14.05, 108.27]}").get(0);
    assertEquals(
        new Finding(
            "/geometry/coordinates/1",
            "range",
            "Latitude, the second number, must be from -90 to 90. Longitude comes first: are they"
                + " swapped?"),
        swapped);
  }

  @Test
  void nowhereIsNoPlace() {
    assertRefused(
        "{\"type\": \"Point\", \"coordinates\": [0.0000009, -0.0]}",
        "/geometry/coordinates nowhere");
    assertRingRefused(
        "[[0,0],[1,0],[1,1],[0,0]]",
        "/geometry/coordinates/0/0 nowhere",
        "/geometry/coordinates/0/3 nowhere");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "34.36                | /geometry/coordinates type",
        "[34.36]              | /geometry/coordinates type",
        "[34.36, 1, 2, 3]     | /geometry/coordinates type",
        "['34.36', 1.05]      | /geometry/coordinates/0 type",
        "[34.36, null]        | /geometry/coordinates/1 type",
        "[34.36, 1.05, 'sea'] | /geometry/coordinates/2 type",
        "[[34.36, 1.05]]      | /geometry/coordinates type",
        "null                 | /geometry/coordinates required",
      },
      quoteCharacter = '§')
  void aPositionIsTwoNumbersOrThree(String position, String place) {
    assertRefused(
        "{\"type\": \"Point\", \"coordinates\": " + position.replace('\'', '"') + "}", place);
  }

  @ParameterizedTest
  @CsvSource({
    "MultiPolygon, It must be Point or Polygon. A plot is one piece of land: record each part as a plot of its own.",
    "LineString, It must be Point or Polygon. A line encloses no land.",
    "Feature, 'It must be Point or Polygon. Of a feature, send its geometry here.'",
    "polygon, It must be Point or Polygon."
  })
  void onlyPointsAndPolygonsArePlots(String type, String why) {
    assertEquals(
        List.of(new Finding("/geometry/type", "not_a_choice", why.replace("  ", " "))),
        findings("{\"type\": \"" + type + "\", \"coordinates\": [[34.36, 1.05]]}"));
  }

  @Test
  void aGeometryIsNamedByItsType() {
    assertRefused("{\"coordinates\": [34.36, 1.05]}", "/geometry/type required");
    assertRefused("{\"type\": \"Point\"}", "/geometry/coordinates required");
    assertRefused(
        "{\"type\": \"Point\", \"coordinates\": [34.36, 1.05], \"colour\": 1}",
        "/geometry/colour unknown_field");
    assertRefused("{}", "/geometry/type required", "/geometry/coordinates required");
  }

  @Test
  void aBoxIsPassedOver() {
    assertEquals(
        "{\"type\":\"Point\",\"coordinates\":[34.36,1.05]}",
        read("{\"type\": \"Point\", \"bbox\": [1], \"coordinates\": [34.36, 1.05]}").asGiven());
  }

  @Test
  void onlyTheSystemOfGeoJsonIsTaken() {
    String crs = "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"%s\"}}";
    String point = "{\"type\": \"Point\", \"coordinates\": [34.36, 1.05], " + crs + "}";
    assertEquals(
        4,
        read(point.formatted("urn:ogc:def:crs:OGC:1.3:CRS84")).asGiven().split(":|,").length - 1);
    assertRefused(point.formatted("urn:ogc:def:crs:EPSG::32636"), "/geometry/crs not_a_choice");
  }

  @Test
  void thePlotOfTheOtherHemispheresIsCutAtTheirMeridian() {
    assertRingRefused(
        "[[179.9,-17],[-179.9,-17],[-179.9,-16],[179.9,-17]]",
        "/geometry/coordinates/0/1 antimeridian");
  }

  @Test
  void whatWasRecordedReadsTheSame() {
    Geometry square = polygon(SQUARE);
    assertEquals(square, Geometry.recorded(square.asGiven()));
    Geometry point = point("[34.360, 1.05]");
    assertEquals(point, Geometry.recorded(point.asGiven()));
    assertEquals(point, Geometry.point(new BigDecimal("34.360"), new BigDecimal("1.05")));
  }
}
