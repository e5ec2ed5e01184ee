package supplychain.trace;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
public record Origins(
    List<Share> farmers,
    List<Share> gaps,
    List<Share> notShared,
    Portion unknown,
    int unknownDraws) {

  /** Those of the start of a lineage that leads up. */
  public static Origins of(Lineage lineage) {
    BigDecimal whole = lineage.start().quantity();
    Reckoning reckoning = new Reckoning(lineage);
    // Goods that never moved have no origins.
    if (!lineage.start().isReversed()) {
      reckoning.run();
    }
    return new Origins(
        Share.sorted(reckoning.farmers, whole),
        Share.sorted(reckoning.gaps, whole),
        Share.sorted(reckoning.notShared, whole),
        new Portion(reckoning.undivided, whole),
        reckoning.unknownDraws);
  }

  /**
   * Divides the start among its parents, those among theirs, and so on: each step once, when all
   * that drew from it have given it their part.
   */
  private static final class Reckoning {
    private final Lineage lineage;
    private final Map<UUID, BigDecimal> parts = new HashMap<>();

    /** Steps of whose part some is not known. */
    private final Set<UUID> unsure = new HashSet<>();

    private final Map<UUID, BigDecimal> farmers = new HashMap<>();
    private final Map<UUID, BigDecimal> gaps = new HashMap<>();
    private final Map<UUID, BigDecimal> notShared = new HashMap<>();
    private BigDecimal undivided = ZERO;
    private int unknownDraws;

    Reckoning(Lineage lineage) {
      this.lineage = lineage;
    }

    void run() {
      parts.put(lineage.start().id(), ONE);
      for (Step step : lineage.inOrder()) {
        BigDecimal part = parts.getOrDefault(step.id(), ZERO);
        if (!lineage.isOrigin(step.id())) {
          divide(step.id(), part);
        } else if (step.source().isFarmer()) {
          give(farmers, step.source().id(), part, unsure.contains(step.id()));
        } else {
          give(gaps, step.id(), part, unsure.contains(step.id()));
        }
      }
    }

    private void divide(UUID step, BigDecimal part) {
      List<Draw> draws = new ArrayList<>(lineage.parents(step));
      draws.addAll(lineage.hidden(step));
      unknownDraws += (int) draws.stream().filter(draw -> draw.drawn() == null).count();
      BigDecimal total =
          draws.stream().map(Draw::drawn).filter(Objects::nonNull).reduce(ZERO, BigDecimal::add);
      boolean isOne = draws.size() == 1;
      boolean isDivided = isOne || total.signum() > 0;
      undivided = isDivided ? undivided : undivided.add(part);
      for (Draw draw : draws) {
        BigDecimal drawn = draw.drawn() == null || !isDivided ? ZERO : draw.drawn();
        BigDecimal given =
            isOne
                ? part
                : isDivided
                    ? part.multiply(drawn, Portion.DIGITS).divide(total, Portion.DIGITS)
                    : ZERO;
        boolean isUnsure = unsure.contains(step) || !isDivided || (draw.drawn() == null && !isOne);
        pass(draw, given, isUnsure);
      }
    }

    private void pass(Draw draw, BigDecimal given, boolean isUnsure) {
      if (!lineage.steps().containsKey(draw.parent())) {
        give(notShared, draw.child(), given, isUnsure);
        return;
      }
      parts.merge(draw.parent(), given, (a, b) -> a.add(b, Portion.DIGITS));
      if (isUnsure) {
        unsure.add(draw.parent());
      }
    }

    /** What is nothing as far as it is known is not known. */
    private static void give(Map<UUID, BigDecimal> to, UUID id, BigDecimal part, boolean isUnsure) {
      BigDecimal known = isUnsure && part.signum() == 0 ? null : part;
      BigDecimal before = to.get(id);
      to.put(
          id, before == null ? known : known == null ? before : before.add(known, Portion.DIGITS));
    }
  }
}
