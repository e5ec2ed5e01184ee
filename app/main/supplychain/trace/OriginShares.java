package supplychain.trace;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Where the goods of a transaction began, and how much of them where. What a step is made of is
 * what it drew: each parent by what was drawn of it, whatever processing left of that. All of
 * farmers, gaps, not shared and unknown are 1 together.
 *
 * @param farmers who grew it
 * @param gaps steps that drew from nothing and whose source is no farmer
 * @param notShared steps that drew from what the caller may not see
 * @param unknown what no quantity divides among the several parents of a step
 * @param unknownDraws how many draws of an unknown quantity there are; each counts as 0 beside
 *     others that are known
 */
public record OriginShares(
    List<Share> farmers,
    List<Share> gaps,
    List<Share> notShared,
    Portion unknown,
    int unknownDraws) {

  /** Those of the start of a lineage that leads up. */
  public static OriginShares of(Lineage lineage) {
    BigDecimal whole = lineage.start().quantity();
    Reckoning reckoning = new Reckoning(lineage);
    // Goods that never moved have no origins.
    if (!lineage.start().isReversed()) {
      reckoning.run();
    }
    return new OriginShares(
        reckoning.farmers.shares(whole),
        reckoning.gaps.shares(whole),
        reckoning.notShared.shares(whole),
        new Portion(reckoning.undivided, whole),
        reckoning.unknownDraws);
  }

  /**
   * Divides the start among its parents, those among theirs, and so on: each step once, when all
   * that drew from it have given it their part.
   */
  private static final class Reckoning {
    private final Lineage lineage;
    private final ShareSum steps = new ShareSum();
    private final ShareSum farmers = new ShareSum();
    private final ShareSum gaps = new ShareSum();
    private final ShareSum notShared = new ShareSum();
    private BigDecimal undivided = ZERO;
    private int unknownDraws;

    Reckoning(Lineage lineage) {
      this.lineage = lineage;
    }

    void run() {
      steps.add(lineage.start().id(), ONE, false);
      for (Step step : lineage.inOrder()) {
        BigDecimal part = steps.of(step.id());
        boolean isUnsure = steps.isUnsure(step.id());
        if (!lineage.isOrigin(step.id())) {
          divide(step.id(), part, isUnsure);
        } else if (step.source().isFarmer()) {
          farmers.add(step.source().id(), part, isUnsure);
        } else {
          gaps.add(step.id(), part, isUnsure);
        }
      }
    }

    private void divide(UUID step, BigDecimal part, boolean isUnsure) {
      List<Draw> draws = new ArrayList<>(lineage.parents(step));
      draws.addAll(lineage.hidden(step));
      unknownDraws += (int) draws.stream().filter(draw -> draw.drawn() == null).count();
      if (draws.size() == 1) {
        pass(draws.get(0), part, isUnsure);
        return;
      }
      BigDecimal total =
          draws.stream().map(Draw::drawn).filter(Objects::nonNull).reduce(ZERO, BigDecimal::add);
      if (total.signum() == 0) {
        undivided = undivided.add(part, Portion.DIGITS);
        draws.forEach(draw -> pass(draw, ZERO, true));
        return;
      }
      for (Draw draw : draws) {
        boolean isKnown = draw.drawn() != null;
        BigDecimal given =
            isKnown
                ? part.multiply(draw.drawn(), Portion.DIGITS).divide(total, Portion.DIGITS)
                : ZERO;
        pass(draw, given, isUnsure || !isKnown);
      }
    }

    private void pass(Draw draw, BigDecimal given, boolean isUnsure) {
      if (lineage.steps().containsKey(draw.parent())) {
        steps.add(draw.parent(), given, isUnsure);
      } else {
        notShared.add(draw.child(), given, isUnsure);
      }
    }
  }
}
