package supplychain.verify;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The breaches of one rule.
 *
 * @param isWarning whether the breaches can be right, so that somebody should look at them
 * @param named the first breaches, {@value #MOST_NAMED} at the most
 */
public record Discrepancy(String check, boolean isWarning, long count, List<Breach> named) {
  /** The largest number of breaches that are listed; the rest is counted. */
  public static final int MOST_NAMED = 100;

  /** The records that break the rule, and a sentence about them. */
  public record Breach(List<UUID> ids, String says) {}

  /** With further breaches of the same rule. */
  Discrepancy and(Discrepancy more) {
    List<Breach> first =
        count < MOST_NAMED
            ? Stream.concat(named.stream(), more.named.stream()).limit(MOST_NAMED).toList()
            : named;
    return new Discrepancy(check, isWarning, count + more.count, first);
  }
}
