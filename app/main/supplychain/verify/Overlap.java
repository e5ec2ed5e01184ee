package supplychain.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
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
    if (geometry.path("type").asText().equals("Point")) {
      return SHAPES.createPoint(position(coordinates));
    }
    return SHAPES.createPolygon(
        coordinates.path(0).valueStream().map(Overlap::position).toArray(Coordinate[]::new));
  }

  private static Coordinate position(JsonNode position) {
    return new Coordinate(position.path(0).asDouble(), position.path(1).asDouble());
  }
}
