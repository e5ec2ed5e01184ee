package supplychain.trace;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;

/**
 * The origins of a lot, each with its share. A step consists of the goods that it drew, each parent
 * in proportion to its draw; processing changes no share. All shares are 1 together.
 *
 * @param farmers by farmer
 * @param gaps by step without parents and without a farmer
 * @param notShared by step that drew from transactions that the caller does not see
 * @param unknown the share of steps that drew unknown quantities from several parents
 * @param unknownDraws how many draws have an unknown quantity; beside draws of known quantity, each
 *     counts as 0
 */
record OriginShares(
    List<Share> farmers, List<Share> gaps, List<Share> notShared, Share unknown, int unknownDraws) {

  /** The origins of the start of a lineage that leads up. */
  static OriginShares of(Lineage lineage) {
    Division division = new Division(lineage);
    // The goods of a reversed lot never moved, so they have no origins.
    if (!lineage.start().isReversed()) {
      division.run();
    }
    BigDecimal whole = lineage.start().quantity();
    return new OriginShares(
        division.farmers.shares(whole),
        division.gaps.shares(whole),
        division.notShared.shares(whole),
        new Share(null, division.unknown, whole),
        division.unknownDraws);
  }

  /**
   * Divides the start among its parents, then each parent among its own parents, and so on. A step
   * is divided once, after all its children.
   */
  private static final class Division {
    private final Lineage lineage;
    private final Share.Sums steps = new Share.Sums();
    private final Share.Sums farmers = new Share.Sums();
    private final Share.Sums gaps = new Share.Sums();
    private final Share.Sums notShared = new Share.Sums();
    private BigDecimal unknown = ZERO;
    private int unknownDraws;

    Division(Lineage lineage) {
      this.lineage = lineage;
    }

    void run() {
      steps.add(lineage.start().id(), ONE, false);
      for (Step step : lineage.inOrder()) {
        BigDecimal part = steps.of(step.id());
        boolean isUnsure = steps.isUnsure(step.id());
        List<Draw> draws = new ArrayList<>(lineage.parents(step.id()));
        draws.addAll(lineage.hidden(step.id()));
        if (!draws.isEmpty()) {
          divide(draws, part, isUnsure);
        } else if (step.source().isFarmer()) {
          farmers.add(step.source().id(), part, isUnsure);
        } else {
          gaps.add(step.id(), part, isUnsure);
        }
      }
    }

    private void divide(List<Draw> draws, BigDecimal part, boolean isUnsure) {
      List<BigDecimal> known = draws.stream().map(Draw::drawn).filter(Objects::nonNull).toList();
      unknownDraws += draws.size() - known.size();
      BigDecimal total = known.stream().reduce(ZERO, BigDecimal::add);
      if (draws.size() == 1) {
        pass(draws.get(0), part, isUnsure);
      } else if (total.signum() == 0) {
        unknown = unknown.add(part, Share.DIGITS);
        draws.forEach(draw -> pass(draw, ZERO, true));
      } else {
        for (Draw draw : draws) {
          BigDecimal drawn = draw.drawn() == null ? ZERO : draw.drawn();
          BigDecimal given = part.multiply(drawn, Share.DIGITS).divide(total, Share.DIGITS);
          pass(draw, given, isUnsure || draw.drawn() == null);
        }
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
