package supplychain.trace;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;
import static java.util.Comparator.comparing;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Step;

/**
 * Divides the goods of a lot among their origins, or among the parties that have them now. The
 * shares are calculated with 60 digits, and the shares of a lot are 1 together.
 */
final class Shares {
  static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_EVEN);

  /** Rounding can leave less than this of a lot that was passed on completely. */
  private static final BigDecimal NOTHING = new BigDecimal("1e-20");

  final Sums steps = new Sums();
  final Sums farmers = new Sums();

  /** By step without parents and without a farmer. */
  final Sums gaps = new Sums();

  /** By step that drew from transactions that the caller does not see. */
  final Sums notShared = new Sums();

  /** By party, the share that it received and, as far as the caller sees, did not pass on. */
  final Sums holders = new Sums();

  private final Lineage lineage;
  private BigDecimal unknown = ZERO;

  /** How many draws have an unknown quantity; beside draws of known quantity, each counts as 0. */
  int unknownDraws;

  /** The origins of the start of a lineage that leads up, or the holders if it leads down. */
  Shares(Lineage lineage) {
    this.lineage = lineage;
    // The goods of a reversed lot never moved: they have no origins, and nobody holds them.
    if (!lineage.start().isReversed()) {
      steps.add(lineage.start().id(), ONE, false);
      lineage.inOrder().forEach(lineage.leadsUp() ? this::divideUp : this::divideDown);
    }
  }

  /**
   * A share of the goods of a lot. It is shown with six decimals, cut: shares that are 1 together
   * may show less than 1, and never more.
   *
   * @param id the party or the transaction that the share belongs to; null for a total
   * @param part from 0 to 1; null if unknown
   * @param whole the quantity of the lot; null if unknown
   */
  record Share(UUID id, BigDecimal part, BigDecimal whole) {
    private static final int SHOWN_DECIMALS = 6;
    private static final int GRAMS = 3;

    /** Rounding to 25 decimals before the cut makes 0.4999…9 a half. */
    private static final int SURE_DECIMALS = 25;

    private static final Comparator<Share> LARGEST_FIRST =
        comparing(Share::part, nullsLast(reverseOrder()))
            .thenComparing(share -> share.id.toString());

    /** The sum of shares of one lot; an unknown share counts as 0. */
    static Share total(List<Share> shares, BigDecimal whole) {
      BigDecimal sum =
          shares.stream().map(Share::part).filter(Objects::nonNull).reduce(ZERO, BigDecimal::add);
      return new Share(null, sum, whole);
    }

    String partText() {
      return part == null ? null : text(part);
    }

    String quantityText() {
      return part == null || whole == null ? null : text(part.multiply(whole));
    }

    /** The part for people, such as {@code 14.7 %}; a question mark if it is unknown. */
    String percent() {
      if (part == null) {
        return "?";
      }
      BigDecimal percent = part.movePointRight(2).setScale(1, RoundingMode.HALF_EVEN);
      return percent.signum() == 0 && part.signum() > 0 ? "< 0.1 %" : percent + " %";
    }

    /** The quantity for people, to the gram; a question mark if it is unknown. */
    String kilograms() {
      if (part == null || whole == null) {
        return "?";
      }
      BigDecimal grams = part.multiply(whole).setScale(GRAMS, RoundingMode.HALF_EVEN);
      return grams.stripTrailingZeros().toPlainString() + " kg";
    }

    private static String text(BigDecimal exact) {
      BigDecimal cut =
          exact
              .setScale(SURE_DECIMALS, RoundingMode.HALF_EVEN)
              .setScale(SHOWN_DECIMALS, RoundingMode.DOWN);
      return cut.signum() == 0 ? "0" : cut.stripTrailingZeros().toPlainString();
    }
  }

  /** The share of steps that drew unknown quantities from several parents. */
  Share unknown() {
    return new Share(null, unknown, lineage.start().quantity());
  }

  /**
   * Divides a step among its parents, after all its children. A step consists of the goods that it
   * drew, each parent in proportion to its draw; processing changes no share.
   */
  private void divideUp(Step step) {
    BigDecimal part = steps.of(step.id());
    boolean isUnsure = steps.isUnsure(step.id());
    List<Draw> draws = new ArrayList<>(lineage.draws(step.id()));
    draws.addAll(lineage.hidden(step.id()));
    if (!draws.isEmpty()) {
      divide(draws, part, isUnsure);
    } else if (step.source().isFarmer()) {
      farmers.add(step.source().id(), part, isUnsure);
    } else {
      gaps.add(step.id(), part, isUnsure);
    }
  }

  private void divide(List<Draw> draws, BigDecimal part, boolean isUnsure) {
    List<BigDecimal> known = draws.stream().map(Draw::drawn).filter(Objects::nonNull).toList();
    unknownDraws += draws.size() - known.size();
    BigDecimal total = known.stream().reduce(ZERO, BigDecimal::add);
    if (draws.size() == 1) {
      pass(draws.get(0), part, isUnsure);
    } else if (total.signum() == 0) {
      unknown = unknown.add(part, DIGITS);
      draws.forEach(draw -> pass(draw, ZERO, true));
    } else {
      for (Draw draw : draws) {
        BigDecimal drawn = draw.drawn() == null ? ZERO : draw.drawn();
        BigDecimal given = part.multiply(drawn, DIGITS).divide(total, DIGITS);
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

  /** Divides a step among its children. A loss in processing counts for all in proportion. */
  private void divideDown(Step step) {
    BigDecimal part = steps.of(step.id());
    BigDecimal left = part;
    for (Draw draw : lineage.draws(step.id())) {
      BigDecimal given = part.multiply(taken(draw, step), DIGITS);
      steps.add(draw.child(), given, false);
      left = left.subtract(given, DIGITS);
    }
    if (left.compareTo(NOTHING) > 0) {
      holders.add(step.destination().id(), left, false);
    }
  }

  /** The part of a lot that a draw takes: all or nothing of a lot of unknown quantity. */
  private static BigDecimal taken(Draw draw, Step lot) {
    if (draw.drawn() == null) {
      return ONE;
    }
    boolean isMeasured = lot.quantity() != null && lot.quantity().signum() > 0;
    return isMeasured ? draw.drawn().divide(lot.quantity(), DIGITS) : ZERO;
  }

  static final class Sums {
    private final Map<UUID, BigDecimal> sums = new HashMap<>();
    private final Set<UUID> unsure = new HashSet<>();

    /** Adds a part, which may be larger because a draw is unknown if it is unsure. */
    void add(UUID id, BigDecimal part, boolean isUnsure) {
      sums.merge(id, part, (a, b) -> a.add(b, DIGITS));
      if (isUnsure) {
        unsure.add(id);
      }
    }

    BigDecimal of(UUID id) {
      return sums.getOrDefault(id, ZERO);
    }

    boolean isUnsure(UUID id) {
      return unsure.contains(id);
    }

    /** The shares, largest first. A sum of 0 that may be larger is unknown. */
    List<Share> shares(BigDecimal whole) {
      return sums.keySet().stream()
          .map(id -> new Share(id, of(id).signum() == 0 && isUnsure(id) ? null : of(id), whole))
          .sorted(Share.LARGEST_FIRST)
          .toList();
    }
  }
}
