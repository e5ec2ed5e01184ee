package supplychain.records.transaction;

import static supplychain.database.SqlFile.uuid;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.UUID;
import supplychain.core.Caller;
import supplychain.validation.Body;

/**
 * The product transaction of a payment.
 *
 * @param payments the number of its payments, {@value PaidTransactions#MOST_PAYMENTS} at most
 */
record PaidTransaction(
    UUID id,
    UUID source,
    UUID destination,
    UUID company,
    UUID currency,
    BigDecimal quantity,
    BigDecimal amount,
    Terms terms,
    int payments) {
  /** A transaction recorded together with the payment; without parties if one is unknown. */
  static PaidTransaction of(NewProductTransaction goods, Parties parties) {
    return parties.areKnown()
        ? new PaidTransaction(
            null,
            goods.source,
            goods.destination,
            null,
            parties.currency(),
            goods.quantity,
            goods.amount,
            goods.terms,
            0)
        : new PaidTransaction(null, null, null, null, null, null, null, goods.terms, 0);
  }

  /** Adds a finding unless these are the parties of the transaction, in either direction. */
  void requireParties(Parties parties, Body body) {
    if (source != null && !parties.areThoseOf(source, destination)) {
      String detail = "The source and the destination must be the two parties of the transaction.";
      body.refuse("source", "mismatch", detail);
      body.refuse("destination", "mismatch", detail);
    }
  }

  /**
   * Tells whether the caller may pay for this transaction: the caller acts for a party, or for the
   * company that recorded it. A farmer may belong to another company by now.
   */
  boolean isOf(Caller caller) {
    return caller.actsFor(company) || caller.actsFor(source) || caller.actsFor(destination);
  }

  /** A recorded transaction, with the terms that a payment takes from it. */
  static PaidTransaction row(ResultSet row) throws SQLException {
    Terms terms =
        new Terms(
            null,
            null,
            row.getObject("date", OffsetDateTime.class),
            row.getString("invoice_number"),
            row.getObject("verification_latitude", Double.class),
            row.getObject("verification_longitude", Double.class),
            null,
            uuid(row, "card"),
            null);
    return new PaidTransaction(
        uuid(row, "id"),
        uuid(row, "source"),
        uuid(row, "destination"),
        uuid(row, "company"),
        uuid(row, "currency"),
        row.getBigDecimal("quantity"),
        row.getBigDecimal("amount"),
        terms,
        row.getInt("payments"));
  }
}
