package supplychain.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.TopologyException;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;

/** The overlap of two plots. */
final class Overlap {
  /** People who walk along the same border with a phone draw it twice, with a gap or an overlap. */
  private static final double LEAST_PERCENT = 5;

  private static final GeometryFactory SHAPES = new GeometryFactory();

  private Overlap() {}

  /** How much two GeoJSON geometries overlap, in words; empty if they do not. */
  static Optional<String> of(JsonNode one, JsonNode other) {
    try {
      return of(shape(one), shape(other));
    } catch (IllegalArgumentException | TopologyException e) {
      // The service refuses such a geometry, but somebody may have written it in SQL.
      return Optional.empty();
    }
  }

  private static Optional<String> of(Geometry one, Geometry other) {
    double smaller = Math.min(one.getArea(), other.getArea());
    if (smaller == 0) {
      boolean isInside = one.getArea() == 0 ? other.contains(one) : one.contains(other);
      return isInside ? Optional.of(": the point of one is in the other.") : Optional.empty();
    }
    double shared = OverlayNGRobust.overlay(one, other, OverlayNG.INTERSECTION).getArea();
    double percent = 100 * shared / smaller;
    return percent < LEAST_PERCENT
        ? Optional.empty()
        : Optional.of(" by %d %% of the smaller one.".formatted(Math.round(percent)));
  }

  private static Geometry shape(JsonNode geometry) {
    JsonNode coordinates = geometry.path("coordinates");
    return switch (geometry.path("type").asText()) {
      case "Point" -> SHAPES.createPoint(position(coordinates));
      case "MultiPolygon" ->
          SHAPES.createMultiPolygon(
              coordinates.valueStream().map(Overlap::polygon).toArray(Polygon[]::new));
      default -> polygon(coordinates);
    };
  }

  private static Polygon polygon(JsonNode rings) {
    LinearRing outer = ring(rings.path(0));
    LinearRing[] holes = rings.valueStream().skip(1).map(Overlap::ring).toArray(LinearRing[]::new);
    return SHAPES.createPolygon(outer, holes);
  }

  private static LinearRing ring(JsonNode positions) {
    return SHAPES.createLinearRing(
        positions.valueStream().map(Overlap::position).toArray(Coordinate[]::new));
  }

  private static Coordinate position(JsonNode position) {
    return new Coordinate(position.path(0).asDouble(), position.path(1).asDouble());
  }
}
