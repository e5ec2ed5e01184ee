package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;
import supplychain.validation.Body;

/** Reads a geometry as the field of a body; single quotes stand for double ones. */
final class ReadGeometry {
  static final String SQUARE =
      "[[34.361,1.051],[34.362,1.051],[34.362,1.052],[34.361,1.052],[34.361,1.051]]";

  static Geometry read(String json) {
    JsonNode tree =
        JsonRequest.parse(
            ("{'geometry': " + json + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    Body body = Body.of(tree, false);
    Geometry geometry = Geometry.read(body.object("geometry").value()).orElse(null);
    body.finish();
    return geometry;
  }

  static Geometry polygon(String ring) {
    return read("{'type': 'Polygon', 'coordinates': [" + ring + "]}");
  }

  static Geometry point(String position) {
    return read("{'type': 'Point', 'coordinates': " + position + "}");
  }

  static List<Finding> findings(String json) {
    return assertThrows(Problem.class, () -> read(json)).findings();
  }

  static void assertRefused(String json, String... places) {
    assertEquals(
        Stream.of(places).map(place -> "/geometry" + place).toList(),
        findings(json).stream().map(f -> f.pointer() + " " + f.code()).toList(),
        () -> findings(json).toString());
  }

  static void assertRingRefused(String ring, String... places) {
    assertRefused("{'type': 'Polygon', 'coordinates': [" + ring + "]}", places);
  }

  private ReadGeometry() {}
}
