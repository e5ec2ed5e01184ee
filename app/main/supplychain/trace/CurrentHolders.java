package supplychain.trace;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;

import java.math.BigDecimal;
import java.util.List;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;

/**
 * The parties that have the goods of a lot now: the share that each received and, as far as the
 * caller sees, did not pass on. All shares are 1 together. A loss in processing counts for every
 * share in proportion.
 */
final class CurrentHolders {
  /** Rounding can leave less than this of a lot that was passed on completely. */
  private static final BigDecimal NOTHING = new BigDecimal("1e-20");

  private CurrentHolders() {}

  /** The holders of the start of a lineage that leads down. */
  static List<Share> of(Lineage lineage) {
    Share.Sums steps = new Share.Sums();
    Share.Sums parties = new Share.Sums();
    // The goods of a reversed lot never moved, so nobody holds them.
    if (!lineage.start().isReversed()) {
      steps.add(lineage.start().id(), ONE, false);
      for (Step step : lineage.inOrder()) {
        BigDecimal part = steps.of(step.id());
        BigDecimal left = part;
        for (Draw draw : lineage.children(step.id())) {
          BigDecimal given = part.multiply(taken(draw, step), Share.DIGITS);
          steps.add(draw.child(), given, false);
          left = left.subtract(given, Share.DIGITS);
        }
        if (left.compareTo(NOTHING) > 0) {
          parties.add(step.destination().id(), left, false);
        }
      }
    }
    return parties.shares(lineage.start().quantity());
  }

  /** The part of a lot that a draw takes: all or nothing of a lot of unknown quantity. */
  private static BigDecimal taken(Draw draw, Step lot) {
    if (draw.drawn() == null) {
      return ONE;
    }
    boolean isMeasured = lot.quantity() != null && lot.quantity().signum() > 0;
    return isMeasured ? draw.drawn().divide(lot.quantity(), Share.DIGITS) : ZERO;
  }
}
