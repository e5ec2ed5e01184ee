package supplychain.trace;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;

import java.math.BigDecimal;
import java.util.List;

/**
 * Where the goods of a transaction are by now, as far as the caller sees it: how much of them each
 * party got and did not, that it would show, pass on. All are 1 together; what processing lost is
 * lost to each in its measure.
 *
 * @param parties who has any of it
 */
public record CurrentHolders(List<Share> parties) {
  /** What rounding may leave where all was passed on. */
  private static final BigDecimal NOTHING = new BigDecimal("1e-20");

  /** Those of the start of a lineage that leads down. */
  public static CurrentHolders of(Lineage lineage) {
    ShareSum steps = new ShareSum();
    ShareSum parties = new ShareSum();
    steps.add(lineage.start().id(), ONE, false);
    // Goods that never moved are nowhere.
    if (!lineage.start().isReversed()) {
      for (Step step : lineage.inOrder()) {
        BigDecimal part = steps.of(step.id());
        BigDecimal left = part;
        for (Draw draw : lineage.children(step.id())) {
          BigDecimal given = part.multiply(taken(draw, step), Portion.DIGITS);
          steps.add(draw.child(), given, false);
          left = left.subtract(given, Portion.DIGITS);
        }
        if (left.compareTo(NOTHING) > 0) {
          parties.add(step.destination().id(), left, false);
        }
      }
    }
    return new CurrentHolders(parties.shares(lineage.start().quantity()));
  }

  /** Which part of a lot a draw takes; a lot of unknown quantity is taken whole or not at all. */
  private static BigDecimal taken(Draw draw, Step lot) {
    if (draw.drawn() == null) {
      return ONE;
    }
    boolean isMeasured = lot.quantity() != null && lot.quantity().signum() > 0;
    return isMeasured ? draw.drawn().divide(lot.quantity(), Portion.DIGITS) : ZERO;
  }
}
