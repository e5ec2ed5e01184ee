package supplychain.verify;

import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.schema.Tables.REVERSAL;

import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.database.Database;

/** The books of an installation: everything recorded, held against what has to be so. */
public final class Books {
  private static final List<Check> CHECKS =
      Stream.of(StockRules.ALL, LineageRules.ALL, PartyRules.ALL, RecordRules.ALL, Warnings.ALL)
          .flatMap(List::stream)
          .toList();

  private Books() {}

  /** Checks them as they are at one instant, beside whatever is recorded meanwhile. */
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
    return CHECKS.stream()
        .map(check -> check.run(sql))
        .filter(finding -> finding.count() > 0)
        .toList();
  }
}
