package supplychain.trace;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Adds up shares by their owner. */
final class ShareSum {
  private final Map<UUID, BigDecimal> sums = new HashMap<>();
  private final Set<UUID> unsure = new HashSet<>();

  /**
   * Adds a part.
   *
   * @param isUnsure whether there may be more of it than is known
   */
  void add(UUID id, BigDecimal part, boolean isUnsure) {
    sums.merge(id, part, (a, b) -> a.add(b, Portion.DIGITS));
    if (isUnsure) {
      unsure.add(id);
    }
  }

  /** The part of one so far. */
  BigDecimal of(UUID id) {
    return sums.getOrDefault(id, BigDecimal.ZERO);
  }

  /** Whether there may be more of one than is known. */
  boolean isUnsure(UUID id) {
    return unsure.contains(id);
  }

  /** The shares of a whole, sorted; nothing as far as it is known, and unsure, is unknown. */
  List<Share> shares(BigDecimal whole) {
    Map<UUID, BigDecimal> shares = new HashMap<>();
    sums.forEach(
        (id, sum) -> shares.put(id, sum.signum() == 0 && unsure.contains(id) ? null : sum));
    return Share.sorted(shares, whole);
  }
}
