package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record1;
import org.jooq.Record3;
import org.jooq.Records;
import org.jooq.Result;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.records.Updates;
import supplychain.validation.Findings;

/** Reversals in the database. */
final class ReversalQueries {
  /** The companies of a transaction. */
  record Recorded(UUID company, UUID source, UUID destination) {}

  /**
   * The transactions that draw from one.
   *
   * @param named those that the caller sees, {@value Findings#MOST} at most
   */
  record Children(int count, List<UUID> named) {}

  private ReversalQueries() {}

  /**
   * A transaction, not locked: a caller without the right to reverse it never waits.
   *
   * @param transactions the table of product transactions, or of payments
   */
  static Optional<Recorded> recorded(DSLContext sql, Table<?> transactions, UUID id) {
    return sql.select(
            transactions.field(PRODUCT_TRANSACTION.COMPANY),
            transactions.field(PRODUCT_TRANSACTION.SOURCE),
            transactions.field(PRODUCT_TRANSACTION.DESTINATION))
        .from(transactions)
        .where(transactions.field(PRODUCT_TRANSACTION.ID).eq(id))
        .fetchOptional(Records.mapping(Recorded::new));
  }

  /** Locks a product transaction and its parents in id order, as a draw does. */
  static void lockGoods(DSLContext sql, UUID id) {
    Select<Record1<UUID>> parents =
        select(PRODUCT_TRANSACTION_PARENT.PARENT)
            .from(PRODUCT_TRANSACTION_PARENT)
            .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(id));
    lock(sql, PRODUCT_TRANSACTION.ID, PRODUCT_TRANSACTION.ID.in(select(val(id)).unionAll(parents)));
  }

  /** Locks a payment. */
  static void lockPayment(DSLContext sql, UUID id) {
    lock(sql, PAYMENT_TRANSACTION.ID, PAYMENT_TRANSACTION.ID.eq(id));
  }

  private static void lock(DSLContext sql, TableField<?, UUID> id, Condition condition) {
    sql.select(id).from(id.getTable()).where(condition).orderBy(id).forNoKeyUpdate().fetch();
  }

  /** The reversal of the record in this column, or none. */
  static List<UUID> of(DSLContext sql, Field<UUID> reversed, UUID id) {
    return sql.select(REVERSAL.ID).from(REVERSAL).where(reversed.eq(id)).fetch(REVERSAL.ID);
  }

  /**
   * The transactions that drew from this one and are not reversed themselves. A draw of zero took
   * nothing; a draw of an unknown quantity took all.
   */
  static Children children(DSLContext sql, Caller caller, UUID id) {
    Condition known =
        condition(val(caller.isOperator()))
            .or(
                val(caller.company())
                    .in(
                        PRODUCT_TRANSACTION.COMPANY,
                        PRODUCT_TRANSACTION.SOURCE,
                        PRODUCT_TRANSACTION.DESTINATION));
    Result<Record3<UUID, Boolean, Integer>> rows =
        sql.select(PRODUCT_TRANSACTION.ID, field(known), count().over())
            .from(PRODUCT_TRANSACTION_PARENT)
            .join(PRODUCT_TRANSACTION)
            .on(PRODUCT_TRANSACTION.ID.eq(PRODUCT_TRANSACTION_PARENT.CHILD))
            .where(PRODUCT_TRANSACTION_PARENT.PARENT.eq(id))
            .and(PRODUCT_TRANSACTION_PARENT.DRAWN.isDistinctFrom(inline(BigDecimal.ZERO)))
            .and(
                not(
                    exists(
                        selectOne()
                            .from(REVERSAL)
                            .where(REVERSAL.PRODUCT_TRANSACTION.eq(PRODUCT_TRANSACTION.ID)))))
            .orderBy(field(known).desc(), PRODUCT_TRANSACTION.ID)
            .limit(Findings.MOST)
            .fetch();
    return new Children(
        rows.isEmpty() ? 0 : rows.get(0).value3(),
        rows.stream().filter(Record3::value2).map(Record3::value1).toList());
  }

  /** Returns the draws to the parents, and empties the transaction itself. */
  static void giveBack(DSLContext sql, Caller caller, UUID id) {
    // A draw from a lot of unknown quantity is null, so the sum makes its quantity unknown again.
    sql.update(PRODUCT_TRANSACTION)
        .set(
            PRODUCT_TRANSACTION.REMAINING,
            PRODUCT_TRANSACTION.REMAINING.plus(PRODUCT_TRANSACTION_PARENT.DRAWN))
        .set(PRODUCT_TRANSACTION.UPDATED_ON, Updates.after(PRODUCT_TRANSACTION.UPDATED_ON))
        .from(PRODUCT_TRANSACTION_PARENT)
        .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(id))
        .and(PRODUCT_TRANSACTION_PARENT.PARENT.eq(PRODUCT_TRANSACTION.ID))
        .and(PRODUCT_TRANSACTION_PARENT.DRAWN.isDistinctFrom(inline(BigDecimal.ZERO)))
        .execute();
    Updates.of(sql, PRODUCT_TRANSACTION, caller.user())
        .set(PRODUCT_TRANSACTION.REMAINING, BigDecimal.ZERO)
        .where(PRODUCT_TRANSACTION.ID.eq(id))
        .execute();
  }

  /** Inserts the reversal of the record in this column; returns its id. */
  static UUID insert(
      DSLContext sql,
      Caller caller,
      UUID company,
      TableField<?, UUID> reversed,
      UUID id,
      String reason) {
    UUID reversal = Ids.next();
    sql.insertInto(REVERSAL)
        .set(REVERSAL.ID, reversal)
        .set(REVERSAL.COMPANY, company)
        .set(reversed, id)
        .set(REVERSAL.REASON, reason)
        .set(REVERSAL.CREATOR, caller.user())
        .set(REVERSAL.UPDATER, caller.user())
        .execute();
    return reversal;
  }
}
