package supplychain.records.farmer;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueTypes;

/** Reads the GeoJSON of a plot, with a finding for each mistake. */
final class GeometryReader {
  private static final Set<String> TYPES =
      Set.of("Point", "MultiPoint", "Polygon", "MultiPolygon", "LineString", "GeometryCollection");

  private static final String COORDINATES = "coordinates";

  /** What to do with a line. */
  private static final String ENCLOSES_NOTHING =
      " Save the boundary as a polygon; in QGIS: Vector, Geometry Tools, Lines to Polygons.";

  private static final int MOST_LONGITUDE = 180;
  private static final int MOST_LATITUDE = 90;

  /** From here on, a number is no angle, but a distance in metres. */
  private static final int LEAST_METRES = 1_000;

  /** Longitude, latitude and altitude. */
  private static final int MOST_NUMBERS = 3;

  private final Body geometry;
  private final Findings findings;
  private final List<List<Ring>> parts = new ArrayList<>();
  private final List<Position> points = new ArrayList<>();
  private int positions;
  private int holes;
  private boolean isRefused;

  GeometryReader(Body geometry) {
    this.geometry = geometry;
    this.findings = geometry.findings();
  }

  Optional<Geometry> read() {
    ReferenceSystem.refusal(geometry.any("crs").value())
        .ifPresent(why -> refuse(geometry.pointer("crs"), "not_a_choice", why));
    // The box follows from the coordinates; a stored one could contradict them.
    geometry.ignore("bbox", "type", member(geometry.tree()));
    take(geometry.tree(), geometry.pointer());
    if (isRefused) {
      return Optional.empty();
    }
    if (!parts.isEmpty()) {
      // Tools write a point for the label of a plot beside its boundary.
      return new Boundaries(parts, geometry.pointer(COORDINATES), findings)
          .checked()
          .map(checked -> new Geometry(null, checked));
    }
    String detail =
        "The geometry has %d points. A plot is one point or polygons: record each point as a plot.";
    return points.size() == 1
        ? Optional.of(new Geometry(points.get(0), List.of()))
        : refuse(geometry.pointer("type"), "not_a_choice", detail.formatted(points.size()));
  }

  private static String member(JsonNode object) {
    return object.path("type").asText().equals("GeometryCollection") ? "geometries" : COORDINATES;
  }

  private void take(JsonNode object, String pointer) {
    JsonNode type = object.get("type");
    if (type == null || !TYPES.contains(type.asText())) {
      refuseType(type, pointer + "/type");
    }
    JsonNode content = object.path(member(object));
    String place = Body.pointer(pointer, member(object));
    if (content.isMissingNode() || content.isNull()) {
      refuse(place, "required", "This value is required.");
      return;
    }
    switch (object.path("type").asText()) {
      case "Point" -> point(content, place);
      case "MultiPoint" -> each(content, place, this::point);
      case "Polygon" -> polygon(content, place);
      case "MultiPolygon" -> each(content, place, this::polygon);
      case "LineString" -> line(content, place);
      case "GeometryCollection" -> each(content, place, this::take);
      default -> {}
    }
  }

  private void refuseType(JsonNode type, String pointer) {
    String name = type == null ? "" : type.asText();
    String wayOut =
        switch (name) {
          case "MultiLineString" -> ENCLOSES_NOTHING;
          case "Feature", "FeatureCollection" -> " Send only the geometry of the Feature here.";
          default -> "";
        };
    String detail = ShownValue.subject(type) + " must be Point, Polygon or MultiPolygon." + wayOut;
    refuse(pointer, type == null ? "required" : "not_a_choice", detail);
  }

  private void each(JsonNode array, String pointer, BiConsumer<JsonNode, String> item) {
    if (!array.isArray() || array.isEmpty()) {
      refuse(pointer, "type", "This value must be an array with at least one item.");
      return;
    }
    for (int i = 0; i < array.size(); i++) {
      item.accept(array.get(i), pointer + "/" + i);
    }
  }

  private void point(JsonNode position, String pointer) {
    position(position, pointer).ifPresent(points::add);
  }

  /** Tools write the track around a plot as a line. */
  private void line(JsonNode positions, String pointer) {
    int last = positions.size() - 1;
    if (last < 1 || !positions.get(0).equals(positions.get(last))) {
      refuse(pointer, "not_a_choice", "A line encloses no land." + ENCLOSES_NOTHING);
      return;
    }
    ring(positions, pointer).ifPresent(ring -> parts.add(List.of(ring)));
  }

  private void polygon(JsonNode rings, String pointer) {
    List<Ring> all = new ArrayList<>();
    each(rings, pointer, (ring, at) -> ring(ring, at).ifPresent(all::add));
    if (rings.size() == all.size() && !all.isEmpty()) {
      parts.add(all);
    }
    int before = holes;
    holes += Math.max(0, rings.size() - 1);
    if (before <= Geometry.MOST_HOLES && holes > Geometry.MOST_HOLES) {
      String most = "The plot has more than %d holes. Simplify the polygon.";
      refuse(pointer, "too_many", most.formatted(Geometry.MOST_HOLES));
    }
  }

  private Optional<Ring> ring(JsonNode ring, String pointer) {
    if (!ring.isArray()) {
      return refuse(pointer, "type", "A ring must be an array of positions.");
    }
    positions += ring.size();
    if (positions > Geometry.MOST_POSITIONS) {
      String most = "The plot has %d positions or more. The limit is %d. Simplify the polygon.";
      return refuse(pointer, "too_many", most.formatted(positions, Geometry.MOST_POSITIONS));
    }
    List<Position> read = new ArrayList<>();
    for (int i = 0; i < ring.size(); i++) {
      position(ring.get(i), pointer + "/" + i).ifPresent(read::add);
    }
    if (read.size() < ring.size()) {
      return Optional.empty();
    }
    Ring checked = new Ring(read, pointer, findings);
    isRefused |= !checked.check();
    return Optional.of(checked);
  }

  private Optional<Position> position(JsonNode node, String pointer) {
    if (!node.isArray() || node.size() < 2 || node.size() > MOST_NUMBERS) {
      return refuse(pointer, "type", "A position must be an array: [longitude, latitude].");
    }
    boolean areNumbers = true;
    for (int i = 0; i < node.size(); i++) {
      if (!node.get(i).isNumber()) {
        String rule = ValueTypes.noNumber(node.get(i)).rule();
        refuse(pointer + "/" + i, "type", ShownValue.subject(node.get(i)) + " " + rule);
        areNumbers = false;
      }
    }
    return areNumbers
        ? inRange(node.get(0).decimalValue(), node.get(1).decimalValue(), pointer)
        : Optional.empty();
  }

  private Optional<Position> inRange(BigDecimal longitude, BigDecimal latitude, String pointer) {
    boolean isEast = Position.isWithin(MOST_LONGITUDE, longitude);
    boolean isNorth = Position.isWithin(MOST_LATITUDE, latitude);
    if (!isEast) {
      String detail = "Longitude, the first number, is %s. It must be from -180 to 180.";
      refuse(
          pointer + "/0", "range", detail.formatted(ShownValue.of(longitude)) + metres(longitude));
    }
    if (!isNorth) {
      boolean swapped =
          Position.isWithin(MOST_LONGITUDE, latitude)
              && Position.isWithin(MOST_LATITUDE, longitude);
      refuse(
          pointer + "/1",
          "range",
          "Latitude, the second number, is %s. It must be from -90 to 90."
                  .formatted(ShownValue.of(latitude))
              + (swapped ? " Longitude comes first: are they swapped?" : metres(latitude)));
    }
    if (!isEast || !isNorth) {
      return Optional.empty();
    }
    Position position = new Position(longitude, latitude);
    return position.isNull()
        ? refuse(pointer, Position.NOWHERE, Position.IS_NOWHERE)
        : Optional.of(position);
  }

  private static String metres(BigDecimal number) {
    return Position.isWithin(LEAST_METRES, number)
        ? ""
        : " Are these metres of a map? " + ReferenceSystem.CONVERT;
  }

  private <T> Optional<T> refuse(String pointer, String code, String detail) {
    isRefused = true;
    findings.add(pointer, code, detail);
    return Optional.empty();
  }
}
