package supplychain.records.farmer;

import static java.util.Comparator.comparingDouble;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;
import supplychain.records.farmer.Geometry.Part;
import supplychain.validation.Findings;

/** Checks the rings of a plot together: none may cross itself or another one. */
record Boundaries(List<List<Ring>> parts, String pointer, Findings findings) {
  /** The most pairs of edges whose boxes overlap. JTS compares each, so millions take seconds. */
  private static final int MOST_PAIRS = 500_000;

  /** JTS rounds a crossing to at most this distance from its edges, in millionths of a degree. */
  private static final double NEAR = 0.01;

  private static final GeometryFactory SHAPES = new GeometryFactory();

  /** The edge of a ring that begins at a position. */
  private record Edge(Ring ring, int position) {
    Coordinate from() {
      return ring.places()[position];
    }

    Coordinate to() {
      return ring.places()[position + 1];
    }
  }

  /** The parts of the plot; empty if there is a mistake. */
  Optional<List<Part>> checked() {
    if (isTooEntangled()) {
      findings.add(
          pointer,
          "too_entangled",
          "Too many edges of the plot run beside each other. Simplify the polygon.");
      return Optional.empty();
    }
    Polygon[] polygons = parts.stream().map(Boundaries::polygon).toArray(Polygon[]::new);
    TopologyValidationError error =
        new IsValidOp(SHAPES.createMultiPolygon(polygons)).getValidationError();
    if (error != null) {
      refuse(error);
      return Optional.empty();
    }
    return Optional.of(
        parts.stream()
            .map(
                rings ->
                    new Part(
                        rings.get(0).turned(true),
                        rings.stream().skip(1).map(hole -> hole.turned(false)).toList()))
            .toList());
  }

  private static Polygon polygon(List<Ring> rings) {
    Stream<LinearRing> holes =
        rings.stream().skip(1).map(hole -> SHAPES.createLinearRing(hole.places()));
    return SHAPES.createPolygon(
        SHAPES.createLinearRing(rings.get(0).places()), holes.toArray(LinearRing[]::new));
  }

  private Stream<Edge> edges() {
    return parts.stream()
        .flatMap(List::stream)
        .flatMap(
            ring -> IntStream.range(0, ring.places().length - 1).mapToObj(i -> new Edge(ring, i)));
  }

  private boolean isTooEntangled() {
    Envelope[] boxes =
        edges()
            .map(edge -> new Envelope(edge.from(), edge.to()))
            .sorted(comparingDouble(Envelope::getMinX))
            .toArray(Envelope[]::new);
    int pairs = 0;
    for (int i = 0; i < boxes.length && pairs <= MOST_PAIRS; i++) {
      // The boxes from the first one that begins east of this one on cannot overlap it.
      for (int j = i + 1; j < boxes.length && boxes[j].getMinX() <= boxes[i].getMaxX(); j++) {
        pairs += boxes[i].intersects(boxes[j]) ? 1 : 0;
      }
    }
    return pairs > MOST_PAIRS;
  }

  private void refuse(TopologyValidationError error) {
    Coordinate at = error.getCoordinate();
    String near =
        String.format(Locale.ROOT, "near [%.6f, %.6f].", at.x / 1_000_000, at.y / 1_000_000);
    String nested =
        switch (error.getErrorType()) {
          case TopologyValidationError.HOLE_OUTSIDE_SHELL -> "A hole is outside of its part, ";
          case TopologyValidationError.NESTED_HOLES -> "A hole is inside another hole, ";
          case TopologyValidationError.NESTED_SHELLS -> "A part is inside another part, ";
          default -> null;
        };
    List<Edge> edges =
        edges().filter(edge -> Distance.pointToSegment(at, edge.from(), edge.to()) < NEAR).toList();
    if (nested != null || edges.isEmpty()) {
      String detail = nested == null ? "The holes of a part cut it into two, " : nested;
      findings.add(pointer, "crossing", detail + near);
      return;
    }
    Edge earlier = edges.get(0);
    Edge later = edges.get(edges.size() - 1);
    boolean isSame = later.ring().equals(earlier.ring());
    String detail = "The edge from here meets the edge from position %d%s, %s%s";
    findings.add(
        later.ring().pointer(later.position()),
        "crossing",
        detail.formatted(
            earlier.ring().number(earlier.position()),
            isSame ? "" : " of another ring",
            near,
            isSame ? "" : " Merge parts that meet; keep holes inside their part."));
  }
}
