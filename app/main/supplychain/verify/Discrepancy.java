package supplychain.verify;

import java.util.List;
import java.util.UUID;

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
}
