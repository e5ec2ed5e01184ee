package supplychain.verify;

import java.util.List;

/**
 * What became of a look at the books.
 *
 * @param findings what was found; of a check that found nothing there is none
 */
public record Verdict(int transactions, int payments, int reversals, List<Discrepancy> findings) {
  /** How many mistakes there are. */
  public long mistakes() {
    return count(false);
  }

  /** How many breaches there are that may well be right. */
  public long warnings() {
    return count(true);
  }

  private long count(boolean isWarning) {
    return findings.stream()
        .filter(finding -> finding.isWarning() == isWarning)
        .mapToLong(Discrepancy::count)
        .sum();
  }
}
