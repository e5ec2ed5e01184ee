package supplychain.records.transaction;

import static supplychain.database.SqlFile.uuid;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Database;
import supplychain.database.SqlFile;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;

/** The product transactions that new payments name, with the number of their payments. */
final class PaidTransactions {
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

  /** A product transaction, with the number of its payments: {@value #MOST_PAYMENTS} at most. */
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
      boolean areKnown = parties.areKnown();
      return new PaidTransaction(
          null,
          areKnown ? goods.source : null,
          areKnown ? goods.destination : null,
          null,
          areKnown ? parties.currency() : null,
          goods.quantity,
          goods.amount,
          goods.terms,
          0);
    }

    /** Adds a finding unless these are the parties of the transaction, in either direction. */
    void requireParties(Parties parties, Body body) {
      if (source != null && !parties.areThoseOf(source, destination)) {
        String detail =
            "The source and the destination must be the two parties of the transaction.";
        body.refuse("source", "mismatch", detail);
        body.refuse("destination", "mismatch", detail);
      }
    }

    /**
     * Tells whether the caller may pay for this transaction: the caller acts for a party, or for
     * the company that recorded it. A farmer may belong to another company by now.
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

  private final DSLContext sql;
  private final Map<UUID, PaidTransaction> transactions = new HashMap<>();

  /** How many of the new payments each has so far. */
  private final Map<UUID, Integer> added = new HashMap<>();

  /** The transactions with these ids; a payment without a transaction has null. */
  PaidTransactions(DSLContext sql, Collection<UUID> ids) {
    this.sql = sql;
    UUID[] named = ids.stream().filter(Objects::nonNull).distinct().toArray(UUID[]::new);
    if (named.length > 0) {
      Batch batch = Batch.of(sql);
      Fetched<PaidTransaction> paid = call(named).add(batch, PaidTransaction::row);
      batch.run();
      paid.list().forEach(one -> transactions.put(one.id(), one));
    }
  }

  private static SqlFile.Call call(UUID... ids) {
    return Stock.SQL.call("paid").set("ids", ids).set("most", MOST_PAYMENTS);
  }

  /** The transaction with an id, if the caller's company is a party to it. */
  Optional<PaidTransaction> find(Caller caller, UUID id) {
    return Optional.ofNullable(transactions.get(id)).filter(one -> one.isOf(caller));
  }

  /** The transaction that a body names; a finding if the caller's company is not a party. */
  Optional<PaidTransaction> find(Caller caller, Body body, UUID id) {
    Optional<PaidTransaction> paid = find(caller, id);
    if (id != null && paid.isEmpty()) {
      body.refuse("transaction", "does_not_exist", References.absent("product transaction", id));
    }
    return paid;
  }

  void requireRoom(Body body, UUID id) {
    if (id == null) {
      return;
    }
    int count = transactions.get(id).payments();
    if (count + added.getOrDefault(id, 0) >= FIRST_IN_TURN) {
      Batch.of(sql).run();
      Database.lock(sql, "payments of " + id);
      count = call(id).one(sql, PaidTransaction::row).orElseThrow().payments();
    }
    if (count + added.getOrDefault(id, 0) >= MOST_PAYMENTS) {
      String detail = "A product transaction can have at most " + MOST_PAYMENTS + " payments.";
      throw Updates.conflict(body.pointer("transaction"), "too_many", detail);
    }
  }

  /** Counts a new payment that passed all checks. */
  void take(UUID id) {
    if (id != null) {
      added.merge(id, 1, Integer::sum);
    }
  }
}
