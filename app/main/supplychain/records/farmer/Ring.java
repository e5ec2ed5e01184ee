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
import org.locationtech.jts.index.strtree.STRtree;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;
import supplychain.validation.Findings;

/** The boundary of a polygon: whether it is one that encloses a piece of land. */
final class Ring {
  /** A triangle, closed. */
  private static final int FEWEST = 4;

  private static final double HALF_ROUND = 180e6;

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

  /**
   * Its positions, counter-clockwise, closed with the first one; empty where a mistake is found.
   */
  Optional<List<Position>> checked() {
    if (places.length < FEWEST) {
      refuse("", "too_few", "It must have at least 4 positions, the last the same as the first.");
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
        String same = "Cut to six decimals it is the same as position %d.".formatted(before);
        refuse(i, "duplicate", same);
      }
    }
  }

  private void checkCourse() {
    for (int i = 1; i < places.length; i++) {
      if (Math.abs(places[i].x - places[i - 1].x) > HALF_ROUND) {
        String cut =
            "It crosses the 180th meridian: cut it there into two plots (RFC 7946, 3.1.9).";
        refuse(i, "antimeridian", cut);
        return;
      }
    }
    if (isStraight()) {
      refuse("", "straight_line", "All its positions are on one line: it encloses nothing.");
      return;
    }
    Edges edges = new Edges(places);
    if (edges.areTooEntangled()) {
      refuse("", "too_entangled", "Its edges run beside each other too often: simplify it.");
      return;
    }
    edges.crossing().ifPresent(crossing -> refuseCrossing(crossing, edges.through(crossing)));
  }

  private boolean isStraight() {
    for (Coordinate place : places) {
      if (Orientation.index(places[0], places[1], place) != Orientation.COLLINEAR) {
        return false;
      }
    }
    return true;
  }

  private void refuseCrossing(Coordinate crossing, List<Integer> edges) {
    int later = edges.isEmpty() ? 0 : edges.get(edges.size() - 1);
    int earlier = edges.isEmpty() ? 0 : edges.get(0);
    refuse(
        later,
        "crossing",
        String.format(
            Locale.ROOT,
            "The edge from here meets the one from position %d, near [%.6f, %.6f].",
            earlier,
            crossing.x / 1e6,
            crossing.y / 1e6));
  }

  /** RFC 7946 asks for this order, and not to refuse the other, which older files have. */
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

  /** The edges of a closed ring, in millionths of a degree, each by the position it begins at. */
  private record Edges(Coordinate[] places) {
    /**
     * How many pairs of edges may have overlapping boxes: no more than there are of 1,000 edges, or
     * 50 for each of 10,000. A boundary in nature has few, and comparing each takes time.
     */
    static final int MOST_PAIRS = 500_000;

    /** How far arithmetic puts a crossing beside its edges at the most. */
    private static final double NEAR = 0.01;

    private int count() {
      return places.length - 1;
    }

    private Envelope box(int edge) {
      return new Envelope(places[edge], places[edge + 1]);
    }

    /** Whether more than {@value #MOST_PAIRS} pairs of them would have to be compared. */
    boolean areTooEntangled() {
      STRtree boxes = new STRtree();
      for (int i = 0; i < count(); i++) {
        boxes.insert(box(i), i);
      }
      // Each pair is found twice, and each edge finds itself.
      long most = 2L * MOST_PAIRS + count();
      int[] found = {0};
      for (int i = 0; i < count() && found[0] <= most; i++) {
        boxes.query(box(i), edge -> found[0]++);
      }
      return found[0] > most;
    }

    /** A place where the ring crosses or touches itself, if there is any. */
    Optional<Coordinate> crossing() {
      return Optional.ofNullable(
              new IsValidOp(new GeometryFactory().createPolygon(places)).getValidationError())
          .map(TopologyValidationError::getCoordinate);
    }

    /** Those through a place. */
    List<Integer> through(Coordinate place) {
      List<Integer> edges = new ArrayList<>();
      for (int i = 0; i < count(); i++) {
        if (Distance.pointToSegment(place, places[i], places[i + 1]) < NEAR) {
          edges.add(i);
        }
      }
      return edges;
    }
  }
}
