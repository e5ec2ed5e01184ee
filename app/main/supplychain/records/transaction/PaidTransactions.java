package supplychain.records.transaction;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Database;
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
      Fetched<PaidTransaction> paid =
          Stock.SQL
              .call("paid")
              .set("ids", named)
              .set("most", MOST_PAYMENTS)
              .add(batch, PaidTransaction::row);
      batch.run();
      paid.list().forEach(one -> transactions.put(one.id(), one));
    }
  }

  /** The transaction with an id, if the caller's company is a party to it. */
  Optional<PaidTransaction> find(Caller caller, UUID id) {
    return Optional.ofNullable(transactions.get(id)).filter(one -> one.isOf(caller));
  }

  /** The transaction that a body names; a finding if the caller's company is not a party. */
  Optional<PaidTransaction> find(Caller caller, Body body, UUID id) {
    if (id == null) {
      return Optional.empty();
    }
    Optional<PaidTransaction> paid = find(caller, id);
    if (paid.isEmpty()) {
      body.refuse("transaction", "does_not_exist", References.absent("product transaction", id));
    }
    return paid;
  }

  /**
   * Refuses a payment above the limit.
   *
   * @throws Problem 409 that names the product transaction
   */
  void requireRoom(Body body, UUID id) {
    if (id == null) {
      return;
    }
    int count = transactions.get(id).payments();
    if (count + added.getOrDefault(id, 0) >= FIRST_IN_TURN) {
      Database.lock(sql, "payments of " + id);
      count =
          Stock.SQL
              .call("count_payments")
              .set("id", id)
              .set("most", MOST_PAYMENTS)
              .one(sql, row -> row.getInt("payments"))
              .orElseThrow();
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
