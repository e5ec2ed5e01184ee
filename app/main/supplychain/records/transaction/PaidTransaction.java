package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.database.RenderedQuery;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;

/**
 * The product transaction of a payment.
 *
 * @param payments the number of its payments, {@value #MOST_PAYMENTS} at most
 */
record PaidTransaction(
    UUID source, UUID destination, UUID company, UUID currency, Terms terms, int payments) {
  /**
   * The most payments of a transaction, whose document shows all of them. Reversed payments count.
   * Reversals do not, so that a mistake can always be corrected.
   */
  static final int MOST_PAYMENTS = 1_000;

  /**
   * From this number on, payments are recorded one after the other, and each counts the previous
   * ones. Below it, no party waits for the other.
   */
  private static final int FIRST_IN_TURN = 100;

  private static final String COUNT_OF =
      """
      (select count(*)
         from (select from payment_transaction where transaction = %s limit %d) as paid)\
      """;

  private static final RenderedQuery COUNT =
      new RenderedQuery("select " + COUNT_OF.formatted("?", MOST_PAYMENTS));

  private static final RenderedQuery QUERY =
      new RenderedQuery(
          """
          select source, destination, company, currency, date, invoice_number,
                 verification_latitude, verification_longitude, card, %s
            from product_transaction where id = ?\
          """
              .formatted(COUNT_OF.formatted("product_transaction.id", MOST_PAYMENTS)));

  /**
   * A transaction that is recorded together with the payment; without parties if one is unknown.
   */
  static PaidTransaction of(NewProductTransaction goods, Parties parties) {
    return parties.areKnown()
        ? new PaidTransaction(
            goods.source, goods.destination, null, parties.currency(), goods.terms, 0)
        : new PaidTransaction(null, null, null, null, goods.terms, 0);
  }

  /** The transaction that a body names; a finding if the caller's company is not a party. */
  static Optional<PaidTransaction> find(DSLContext sql, Caller caller, Body body, UUID id) {
    if (id == null) {
      return Optional.empty();
    }
    Optional<PaidTransaction> paid =
        QUERY.one(sql, PaidTransaction::row, id).filter(one -> one.isOf(caller));
    if (paid.isEmpty()) {
      body.refuse("transaction", "does_not_exist", References.absent("product transaction", id));
    }
    return paid;
  }

  /** Adds a finding unless these are the parties of the transaction, in either direction. */
  void requireParties(Parties parties, Body body) {
    if (source != null && !parties.areThoseOf(source, destination)) {
      body.refuse(
          "source",
          "mismatch",
          "The source and the destination must be the two parties of the transaction.");
      body.refuse(
          "destination",
          "mismatch",
          "The source and the destination must be the two parties of the transaction.");
    }
  }

  /**
   * Refuses a payment above the limit.
   *
   * @throws Problem 409 that names the product transaction
   */
  void requireRoom(DSLContext sql, Body body, UUID id) {
    int count = payments;
    if (count >= FIRST_IN_TURN) {
      Database.lock(sql, "payments of " + id);
      count = COUNT.one(sql, row -> row.getInt(1), id).orElseThrow();
    }
    if (count >= MOST_PAYMENTS) {
      String detail = "A product transaction can have at most " + MOST_PAYMENTS + " payments.";
      throw Updates.conflict(body.pointer("transaction"), "too_many", detail);
    }
  }

  /**
   * The farmer may have another buyer by now. The record stays with the company that recorded it.
   */
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
        terms,
        row.getInt(10));
  }
}
