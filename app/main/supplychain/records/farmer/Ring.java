package supplychain.records.farmer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;
import supplychain.validation.Findings;

/** Checks the boundary of a polygon: it must enclose one piece of land. */
final class Ring {
  /** A triangle, closed. */
  private static final int FEWEST = 4;

  /** 180 degrees in millionths. */
  private static final double HALF_TURN = 180e6;

  /**
   * The largest number of pairs of edges whose boxes overlap. The boundary of a real plot has few,
   * and the search for a crossing compares each pair, which would take seconds for millions.
   */
  private static final int MOST_PAIRS = 500_000;

  /** JTS rounds a crossing to at most this distance from its edges, in millionths of a degree. */
  private static final double NEAR = 0.01;

  private final List<Position> positions;
  private final Coordinate[] places;
  private final String pointer;
  private final Findings findings;
  private boolean isRefused;

  Ring(List<Position> positions, String pointer, Findings findings) {
    this.positions = positions;
    this.places = positions.stream().map(Position::inMillionths).toArray(Coordinate[]::new);
    this.pointer = pointer;
    this.findings = findings;
  }

  /** The positions counter-clockwise, closed with the first one; empty if there is a mistake. */
  Optional<List<Position>> checked() {
    if (places.length < FEWEST) {
      refuse(
          "",
          "too_few",
          "A ring must have at least 4 positions, and the last must be the same as the first.");
      return Optional.empty();
    }
    checkEnd();
    checkRepeats();
    if (!isRefused) {
      checkCourse();
    }
    return isRefused ? Optional.empty() : Optional.of(counterClockwise());
  }

  private int last() {
    return places.length - 1;
  }

  private void checkEnd() {
    if (!places[0].equals2D(places[last()])) {
      refuse(last(), "not_closed", "The last position must be the same as the first.");
    }
  }

  private void checkRepeats() {
    Map<Coordinate, Integer> seen = new HashMap<>();
    boolean isClosed = !isRefused;
    for (int i = 0; i < (isClosed ? last() : places.length); i++) {
      Integer before = seen.putIfAbsent(places[i], i);
      if (before != null) {
        String same =
            "This position, cut to six decimals, is the same as position %d.".formatted(before);
        refuse(i, "duplicate", same);
      }
    }
  }

  private void checkCourse() {
    for (int i = 1; i < places.length; i++) {
      if (Math.abs(places[i].x - places[i - 1].x) > HALF_TURN) {
        String cut =
            "The ring crosses the 180th meridian. Cut it there into two plots (RFC 7946, 3.1.9).";
        refuse(i, "antimeridian", cut);
        return;
      }
    }
    if (isStraight()) {
      refuse(
          "",
          "straight_line",
          "All positions of the ring are on one line, so it encloses no land.");
      return;
    }
    if (isTooEntangled()) {
      refuse(
          "",
          "too_entangled",
          "Too many edges of the ring run beside each other. Simplify the polygon.");
      return;
    }
    TopologyValidationError error =
        new IsValidOp(new GeometryFactory().createPolygon(places)).getValidationError();
    if (error != null) {
      refuseCrossing(error.getCoordinate());
    }
  }

  private boolean isStraight() {
    for (Coordinate place : places) {
      if (Orientation.index(places[0], places[1], place) != Orientation.COLLINEAR) {
        return false;
      }
    }
    return true;
  }

  private boolean isTooEntangled() {
    Envelope[] boxes = new Envelope[last()];
    int pairs = 0;
    for (int i = 0; i < boxes.length; i++) {
      boxes[i] = new Envelope(places[i], places[i + 1]);
      for (int j = 0; j < i && pairs <= MOST_PAIRS; j++) {
        pairs += boxes[i].intersects(boxes[j]) ? 1 : 0;
      }
    }
    return pairs > MOST_PAIRS;
  }

  private void refuseCrossing(Coordinate crossing) {
    List<Integer> edges = new ArrayList<>();
    for (int i = 0; i < last(); i++) {
      if (Distance.pointToSegment(crossing, places[i], places[i + 1]) < NEAR) {
        edges.add(i);
      }
    }
    int later = edges.isEmpty() ? 0 : edges.get(edges.size() - 1);
    int earlier = edges.isEmpty() ? 0 : edges.get(0);
    refuse(
        later,
        "crossing",
        String.format(
            Locale.ROOT,
            "The edge from here meets the edge from position %d, near [%.6f, %.6f].",
            earlier,
            crossing.x / 1e6,
            crossing.y / 1e6));
  }

  /** RFC 7946 requires this order, but asks readers to accept the other order of older files. */
  private List<Position> counterClockwise() {
    List<Position> ring = new ArrayList<>(positions);
    ring.set(last(), positions.get(0));
    if (!Orientation.isCCW(places)) {
      Collections.reverse(ring);
    }
    return ring;
  }

  private void refuse(int position, String code, String detail) {
    refuse("/" + position, code, detail);
  }

  private void refuse(String place, String code, String detail) {
    isRefused = true;
    findings.add(pointer + place, code, detail);
  }
}
