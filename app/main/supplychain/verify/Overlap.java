package supplychain.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.TopologyException;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;
import supplychain.core.Json;

/** Compares the shapes of plots. It keeps some shapes, since neighbours are compared repeatedly. */
final class Overlap {
  /** People who walk along the same border with a phone draw it twice, with a gap or an overlap. */
  private static final double LEAST_PERCENT = 5;

  /** The most characters of the coordinates of the shapes that it keeps. */
  private static final int MOST_KEPT = 1 << 20;

  private static final GeometryFactory SHAPES = new GeometryFactory();

  private final Map<UUID, PreparedGeometry> shapes = new HashMap<>();
  private int kept;

  /** How much two plots overlap, by their GeoJSON coordinates, in words; empty if they do not. */
  Optional<String> of(UUID id, String one, UUID otherId, String other) {
    try {
      PreparedGeometry shape = shape(id, one);
      Geometry second = shape(otherId, other).getGeometry();
      // This is quicker than an overlay, and most plots in the box of another one do not meet it.
      return shape.intersects(second) ? of(shape.getGeometry(), second) : Optional.empty();
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

  private PreparedGeometry shape(UUID id, String coordinates) {
    PreparedGeometry known = shapes.get(id);
    if (known != null) {
      return known;
    }
    kept += coordinates.length();
    if (kept > MOST_KEPT) {
      shapes.clear();
      kept = coordinates.length();
    }
    PreparedGeometry shape = PreparedGeometryFactory.prepare(shape(Json.trusted(coordinates)));
    shapes.put(id, shape);
    return shape;
  }

  /** A Point, a Polygon or a MultiPolygon: its coordinates have one, three or four levels. */
  private static Geometry shape(JsonNode coordinates) {
    if (coordinates.path(0).isNumber()) {
      return SHAPES.createPoint(position(coordinates));
    }
    return coordinates.at("/0/0/0").isNumber()
        ? polygon(coordinates)
        : SHAPES.createMultiPolygon(
            coordinates.valueStream().map(Overlap::polygon).toArray(Polygon[]::new));
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
