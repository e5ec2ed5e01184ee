package supplychain.verify;

import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.schema.Tables.REVERSAL;

import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.database.Database;

/** The books of an installation: all its records, checked against the rules of this folder. */
public final class Books {
  private Books() {}

  /**
   * The result of a check.
   *
   * @param findings one for each rule that is broken
   */
  public record Verdict(int transactions, int payments, int reversals, List<Discrepancy> findings) {
    /** The number of mistakes. */
    public long mistakes() {
      return count(false);
    }

    /** The number of warnings. */
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

  /** Checks the records of one instant, while others may go on writing. */
  public static Verdict verify(Database database) {
    return database.snapshot(
        sql ->
            new Verdict(
                sql.fetchCount(PRODUCT_TRANSACTION),
                sql.fetchCount(PAYMENT_TRANSACTION),
                sql.fetchCount(REVERSAL),
                findings(sql)));
  }

  private static List<Discrepancy> findings(DSLContext sql) {
    return Stream.of(
            check(StockRules.ALL, sql),
            Stream.of(LineageCheck.cycles(sql)),
            check(LineageRules.ALL, sql),
            check(PartyRules.ALL, sql),
            check(RecordRules.ALL, sql),
            check(Warnings.ALL, sql))
        .flatMap(found -> found)
        .filter(found -> found.count() > 0)
        .toList();
  }

  private static Stream<Discrepancy> check(List<Rule> rules, DSLContext sql) {
    return rules.stream().map(rule -> rule.check(sql));
  }
}
