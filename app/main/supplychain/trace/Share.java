package supplychain.trace;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Who or what a part of the goods belongs to.
 *
 * @param id of a party, or of a transaction
 * @param portion how much
 */
public record Share(UUID id, Portion portion) {
  private static final Comparator<Share> LARGEST_FIRST =
      Comparator.comparing(
              (Share share) -> share.portion().share(),
              Comparator.nullsLast(Comparator.reverseOrder()))
          .thenComparing(Share::id, Comparator.comparing(UUID::toString));

  /** The largest first, and those of unknown size last. */
  static List<Share> sorted(Map<UUID, BigDecimal> shares, BigDecimal whole) {
    return shares.entrySet().stream()
        .map(each -> new Share(each.getKey(), new Portion(each.getValue(), whole)))
        .sorted(LARGEST_FIRST)
        .toList();
  }

  /** All of them together; what is not known counts as 0. */
  static Portion total(List<Share> shares, BigDecimal whole) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Share each : shares) {
      sum = each.portion().share() == null ? sum : sum.add(each.portion().share());
    }
    return new Portion(sum, whole);
  }
}
