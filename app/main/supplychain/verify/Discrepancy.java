package supplychain.verify;

import java.util.List;
import java.util.UUID;

/**
 * What a check found.
 *
 * @param check the check's name
 * @param isWarning whether it may well be right, and somebody should look at it
 * @param count how many breaches there are; 0 where all is well
 * @param named the first of them, {@value #MOST_NAMED} at the most
 */
public record Discrepancy(String check, boolean isWarning, long count, List<Breach> named) {
  /** How many breaches of one kind are named; the rest is counted. */
  public static final int MOST_NAMED = 100;

  /**
   * One breach.
   *
   * @param ids the records concerned
   * @param says what is wrong with them
   */
  public record Breach(List<UUID> ids, String says) {}
}
