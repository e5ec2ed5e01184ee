package supplychain.trace;

import static java.util.Comparator.comparing;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * A share of the goods of a lot. It is calculated with 60 digits and shown with six decimals, cut:
 * shares that are 1 together may show less than 1, and never more.
 *
 * @param id the party or the transaction that the share belongs to; null for a total
 * @param part from 0 to 1; null if unknown
 * @param whole the quantity of the lot; null if unknown
 */
record Share(UUID id, BigDecimal part, BigDecimal whole) {
  static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_EVEN);

  private static final int SHOWN_DECIMALS = 6;

  /** Rounding to 25 decimals before the cut makes 0.4999…9 a half. */
  private static final int SURE_DECIMALS = 25;

  private static final Comparator<Share> LARGEST_FIRST =
      comparing(Share::part, nullsLast(reverseOrder())).thenComparing(share -> share.id.toString());

  /** The sum of shares of one lot; an unknown share counts as 0. */
  static Share total(List<Share> shares, BigDecimal whole) {
    BigDecimal sum =
        shares.stream()
            .map(Share::part)
            .filter(Objects::nonNull)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    return new Share(null, sum, whole);
  }

  /** The share in plain digits; null if unknown. */
  String partText() {
    return part == null ? null : text(part);
  }

  /** The quantity of the share, in the unit of the lot; null if unknown. */
  String quantityText() {
    return part == null || whole == null ? null : text(part.multiply(whole));
  }

  private static String text(BigDecimal exact) {
    BigDecimal cut =
        exact
            .setScale(SURE_DECIMALS, RoundingMode.HALF_EVEN)
            .setScale(SHOWN_DECIMALS, RoundingMode.DOWN);
    return cut.signum() == 0 ? "0" : cut.stripTrailingZeros().toPlainString();
  }

  /** Adds up the shares of each id. */
  static final class Sums {
    private final Map<UUID, BigDecimal> sums = new HashMap<>();
    private final Set<UUID> unsure = new HashSet<>();

    /**
     * Adds a part.
     *
     * @param isUnsure whether the part may be larger, because a draw is unknown
     */
    void add(UUID id, BigDecimal part, boolean isUnsure) {
      sums.merge(id, part, (a, b) -> a.add(b, DIGITS));
      if (isUnsure) {
        unsure.add(id);
      }
    }

    BigDecimal of(UUID id) {
      return sums.getOrDefault(id, BigDecimal.ZERO);
    }

    boolean isUnsure(UUID id) {
      return unsure.contains(id);
    }

    /** The shares, largest first. A sum of 0 that may be larger is unknown. */
    List<Share> shares(BigDecimal whole) {
      return sums.keySet().stream()
          .map(id -> new Share(id, of(id).signum() == 0 && isUnsure(id) ? null : of(id), whole))
          .sorted(LARGEST_FIRST)
          .toList();
    }
  }
}
