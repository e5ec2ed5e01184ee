package supplychain.records.farmer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.index.strtree.STRtree;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;

/** The edges of a closed ring, in millionths of a degree, each by the position it begins at. */
record Edges(Coordinate[] places) {
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
