package supplychain.transaction;

import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.RenderedQuery;
import supplychain.http.Caller;
import supplychain.part.References;

/**
 * The product transaction that a payment is for.
 *
 * @param company the company that recorded it
 * @param terms what a payment takes from it where it says nothing itself
 */
record PaidTransaction(UUID source, UUID destination, UUID company, UUID currency, Terms terms) {
  private static final RenderedQuery QUERY =
      new RenderedQuery(
          select(
                  PRODUCT_TRANSACTION.SOURCE,
                  PRODUCT_TRANSACTION.DESTINATION,
                  PRODUCT_TRANSACTION.COMPANY,
                  PRODUCT_TRANSACTION.CURRENCY,
                  PRODUCT_TRANSACTION.DATE,
                  PRODUCT_TRANSACTION.INVOICE_NUMBER,
                  PRODUCT_TRANSACTION.VERIFICATION_LATITUDE,
                  PRODUCT_TRANSACTION.VERIFICATION_LONGITUDE,
                  PRODUCT_TRANSACTION.CARD)
              .from(PRODUCT_TRANSACTION)
              .where(PRODUCT_TRANSACTION.ID.eq(parameter(UUID.class))));

  /** The one that a payment names; a finding when the caller's company has no part in it. */
  static Optional<PaidTransaction> find(
      DSLContext sql, Caller caller, PaymentTransactionBody payment) {
    if (payment.transaction() == null) {
      return Optional.empty();
    }
    Optional<PaidTransaction> paid =
        QUERY.one(sql, PaidTransaction::row, payment.transaction()).filter(p -> p.isOf(caller));
    if (paid.isEmpty()) {
      payment.body().refuse("transaction", "does_not_exist", References.ABSENT);
    }
    return paid;
  }

  /** A farmer may have another buyer by now; what was recorded stays with who recorded it. */
  private boolean isOf(Caller caller) {
    return caller.actsFor(company) || caller.actsFor(source) || caller.actsFor(destination);
  }

  private static PaidTransaction row(ResultSet row) throws SQLException {
    Terms terms =
        new Terms(
            null,
            null,
            row.getObject(5, OffsetDateTime.class),
            row.getString(6),
            row.getObject(7, Double.class),
            row.getObject(8, Double.class),
            null,
            row.getObject(9, UUID.class),
            null);
    return new PaidTransaction(
        row.getObject(1, UUID.class),
        row.getObject(2, UUID.class),
        row.getObject(3, UUID.class),
        row.getObject(4, UUID.class),
        terms);
  }
}
