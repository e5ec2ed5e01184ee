package supplychain.records.farmer;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.PrecisionModel;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import supplychain.records.farmer.Geometry.Part;

/**
 * Cuts a part of a plot through its holes, so that no piece has a hole. The pieces together are the
 * same land. New positions are whole millionths of a degree, so an edge moves by up to 5 cm.
 */
final class HoleCut {
  /** JTS rounds to whole numbers: millionths of a degree. */
  private static final GeometryFactory MILLIONTHS = new GeometryFactory(new PrecisionModel(1));

  /** No line of whole millionths runs through a hole that is smaller than this, about 20 cm. */
  private static final double LEAST_EXTENT = 2;

  private HoleCut() {}

  static Stream<Part> pieces(Part part) {
    LinearRing[] holes = part.holes().stream().map(HoleCut::ring).toArray(LinearRing[]::new);
    return holes.length == 0
        ? Stream.of(part)
        : cut(MILLIONTHS.createPolygon(ring(part.outer()), holes));
  }

  private static Stream<Part> cut(Polygon polygon) {
    for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
      Envelope hole = polygon.getInteriorRingN(i).getEnvelopeInternal();
      if (Math.max(hole.getWidth(), hole.getHeight()) >= LEAST_EXTENT) {
        return cut(polygon, hole);
      }
    }
    List<Position> outer = positions(polygon.getExteriorRing().getCoordinates());
    return Stream.of(new Part(outer, List.of()));
  }

  /** Cuts across the middle of a hole, which then is a part of the border of both sides. */
  private static Stream<Part> cut(Polygon polygon, Envelope hole) {
    Envelope low = polygon.getEnvelopeInternal();
    Envelope high = new Envelope(low);
    if (hole.getWidth() >= hole.getHeight()) {
      double at = Math.floor(hole.centre().x);
      low.init(low.getMinX(), at, low.getMinY(), low.getMaxY());
      high.init(at, high.getMaxX(), high.getMinY(), high.getMaxY());
    } else {
      double at = Math.floor(hole.centre().y);
      low.init(low.getMinX(), low.getMaxX(), low.getMinY(), at);
      high.init(high.getMinX(), high.getMaxX(), at, high.getMaxY());
    }
    return Stream.of(low, high)
        .map(MILLIONTHS::toGeometry)
        .map(
            side ->
                OverlayNG.overlay(
                    polygon, side, OverlayNG.INTERSECTION, MILLIONTHS.getPrecisionModel()))
        .flatMap(
            inside -> IntStream.range(0, inside.getNumGeometries()).mapToObj(inside::getGeometryN))
        .filter(piece -> piece instanceof Polygon && !piece.isEmpty())
        .flatMap(piece -> cut((Polygon) piece));
  }

  private static LinearRing ring(List<Position> positions) {
    return MILLIONTHS.createLinearRing(
        positions.stream().map(Position::inMillionths).toArray(Coordinate[]::new));
  }

  private static List<Position> positions(Coordinate[] ring) {
    if (!Orientation.isCCW(ring)) {
      CoordinateArrays.reverse(ring);
    }
    return Arrays.stream(ring).map(at -> new Position(degrees(at.x), degrees(at.y))).toList();
  }

  private static BigDecimal degrees(double millionths) {
    return BigDecimal.valueOf((long) millionths, Position.DECIMALS);
  }
}
