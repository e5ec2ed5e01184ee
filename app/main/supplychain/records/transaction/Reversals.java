package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.records.transaction.PaymentTransactionResource.PAYMENT_TRANSACTIONS;
import static supplychain.records.transaction.ProductTransactionResource.PRODUCT_TRANSACTIONS;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.filledText;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Document;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.database.Reader;
import supplychain.records.RecordKind;
import supplychain.records.Updates;
import supplychain.schema.tables.ProductTransaction;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Findings;

/**
 * Reversals correct a mistake without editing what was recorded. A MEMBER or above of the company
 * that recorded a transaction, or that received the goods, can reverse it once.
 */
public final class Reversals {
  private static final Field<JSON> GOODS = object(REVERSAL.PRODUCT_TRANSACTION);
  private static final Field<JSON> PAYMENT = object(REVERSAL.PAYMENT_TRANSACTION);

  /** The document of a reversal of a product transaction. */
  public static final Document OF_GOODS = new Document(GOODS, REVERSAL, REVERSAL.ID, noCondition());

  public static final Document OF_PAYMENT =
      new Document(PAYMENT, REVERSAL, REVERSAL.ID, noCondition());

  /** The reversal of a product transaction, as an array of one; an empty array if there is none. */
  public static final Document LIST_OF_GOODS =
      list(GOODS, REVERSAL.PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.ID);

  public static final Document LIST_OF_PAYMENT =
      list(PAYMENT, REVERSAL.PAYMENT_TRANSACTION, PAYMENT_TRANSACTION.ID);

  /** A transaction that draws from the one to reverse; {@code count} is the number of all. */
  private record Child(String name, boolean isKnown, int count) {}

  private static final String WHOLE_BODY = "";

  private static final String USED_BY_RECIPIENT =
      "The recipient has used goods of this transaction already. Ask it to reverse what it recorded"
          + " with them.";

  private Reversals() {}

  private static Field<JSON> object(Field<UUID> reversed) {
    JsonObject object =
        new JsonObject()
            .columns(REVERSAL.ID)
            .value("transaction", reversed)
            .columns(REVERSAL.REASON);
    if (reversed.equals(REVERSAL.PRODUCT_TRANSACTION)) {
      object.value("returned", returned());
    }
    return object
        .columns(REVERSAL.COMPANY, REVERSAL.CREATED_ON, REVERSAL.UPDATED_ON)
        .users(REVERSAL.CREATOR, REVERSAL.UPDATER)
        .build();
  }

  private static Document list(
      Field<JSON> object, Field<UUID> reversed, TableField<?, UUID> transaction) {
    Field<JSON> list = JsonObject.array(object, REVERSAL, reversed.eq(transaction), REVERSAL.ID);
    return new Document(list, transaction.getTable(), transaction, noCondition());
  }

  /**
   * For each parent the returned quantity, and its present remaining quantity: the stock of the
   * source, which nobody else sees.
   */
  private static Field<JSON> returned() {
    ProductTransaction lot = PRODUCT_TRANSACTION.as("lot");
    Field<JSON> parent =
        new JsonObject()
            .columns(PRODUCT_TRANSACTION_PARENT.PARENT)
            .value("quantity", PRODUCT_TRANSACTION_PARENT.DRAWN.cast(String.class))
            .value(
                "current_quantity",
                coalesce(lot.REMAINING, inline(BigDecimal.ZERO)).cast(String.class))
            .build();
    return JsonObject.array(
        parent,
        PRODUCT_TRANSACTION_PARENT.join(lot).on(lot.ID.eq(PRODUCT_TRANSACTION_PARENT.PARENT)),
        PRODUCT_TRANSACTION_PARENT
            .CHILD
            .eq(REVERSAL.PRODUCT_TRANSACTION)
            .and(ProductTransactionResource.isHeldBy(Reader.COMPANY, lot)),
        PRODUCT_TRANSACTION_PARENT.POSITION);
  }

  /** Reverses a product transaction: its parents get back what it drew. */
  public static UUID ofGoods(DSLContext sql, Caller caller, UUID id, Body body) {
    Record goods = recorded(sql, caller, PRODUCT_TRANSACTIONS, PRODUCT_TRANSACTION.ID, id);
    UUID company = reverser(caller, goods, goods.get(PRODUCT_TRANSACTION.DESTINATION));
    String reason = reason(body);
    Stock.SQL.call("lock_to_reverse").set("id", id).execute(sql);
    // Separate statements: the one that waited for the lock would return the old rows.
    refuseReversed(sql, REVERSAL.PRODUCT_TRANSACTION, id);
    refuseParent(sql, caller, id);
    Stock.SQL.call("give_back").set("child", id).execute(sql);
    OffsetDateTime moment =
        Stock.SQL
            .call("empty_reversed")
            .set("id", id)
            .set("updater", caller.user())
            .one(sql, row -> row.getObject("moment", OffsetDateTime.class))
            .orElseThrow();
    NewRow reversal = row(caller, company, REVERSAL.PRODUCT_TRANSACTION, id, reason);
    return reversal.set(REVERSAL.CREATED_ON, moment).set(REVERSAL.UPDATED_ON, moment).insert(sql);
  }

  /** Reverses a payment: it no longer counts as paid. */
  public static UUID ofPayment(DSLContext sql, Caller caller, UUID id, Body body) {
    Record payment = recorded(sql, caller, PAYMENT_TRANSACTIONS, PAYMENT_TRANSACTION.ID, id);
    UUID company = reverser(caller, payment, null);
    String reason = reason(body);
    Updates.lock(sql, PAYMENT_TRANSACTION.ID, PAYMENT_TRANSACTION.ID.eq(id));
    refuseReversed(sql, REVERSAL.PAYMENT_TRANSACTION, id);
    return row(caller, company, REVERSAL.PAYMENT_TRANSACTION, id, reason).insert(sql);
  }

  private static String reason(Body body) {
    String reason = body.required("reason", filledText(Columns.limit(REVERSAL.REASON)));
    body.ignoreServiceFields("transaction", "returned", "company");
    body.throwIfInvalid();
    return reason;
  }

  /** A record that the caller sees: 404 for everybody else, who never wait for a lock. */
  private static Record recorded(
      DSLContext sql, Caller caller, RecordKind kind, TableField<?, UUID> column, UUID id) {
    return sql.fetchOptional(column.getTable(), column.eq(id), or(kind.visibility().of(caller)))
        .orElseThrow(Problem::notFound);
  }

  /**
   * The company that reverses a transaction: the one that recorded it, or the recipient of goods.
   * 403 for the other party.
   *
   * @param recipient null if only the company that recorded it can reverse it
   */
  private static UUID reverser(Caller caller, Record recorded, UUID recipient) {
    UUID recorder = recorded.get("company", UUID.class);
    if (caller.actsFor(recorder)) {
      return recorder;
    }
    if (recipient != null && caller.actsFor(recipient)) {
      return recipient;
    }
    throw Problem.forbidden(
        recipient == null
            ? "Only the company that recorded the payment can reverse it."
            : "Only the company that recorded the transaction, or that received the goods, can"
                + " reverse it.");
  }

  private static void refuseReversed(DSLContext sql, Field<UUID> reversed, UUID id) {
    UUID reversal = sql.fetchValue(REVERSAL.ID, reversed.eq(id));
    if (reversal != null) {
      String which = "The reversal has the id %s.".formatted(reversal);
      throw Problem.conflict(
          "The transaction is already reversed.", new Finding(WHOLE_BODY, "reversed", which));
    }
  }

  /**
   * Refuses the reversal of a transaction from which others draw, unless those are reversed. The
   * answer names those that the caller sees, {@value Findings#MOST} at most. A company that does
   * not act for the destination does not learn how many there are.
   */
  private static void refuseParent(DSLContext sql, Caller caller, UUID id) {
    List<Child> children =
        Stock.SQL
            .call("children")
            .set("parent", id)
            .set("is_operator", caller.isOperator())
            .set("company", caller.company())
            .set("most", Findings.MOST)
            .fetch(sql)
            .into(Child.class);
    if (children.isEmpty()) {
      return;
    }
    List<Finding> named =
        children.stream()
            .filter(Child::isKnown)
            .map(child -> child.name() + " has this transaction as a parent.")
            .map(detail -> new Finding(WHOLE_BODY, "parent", detail))
            .toList();
    if (!sql.fetchExists(
        PRODUCT_TRANSACTION,
        PRODUCT_TRANSACTION.ID.eq(id),
        ProductTransactionResource.isHeldBy(
            val(caller.company(), UUID.class), PRODUCT_TRANSACTION))) {
      throw new Problem(ProblemType.CONFLICT, USED_BY_RECIPIENT, named);
    }
    int count = children.get(0).count();
    String detail =
        count == 1
            ? "Another transaction draws from this one. Reverse that transaction first."
            : count + " transactions draw from this one. Reverse them first.";
    if (named.size() < count) {
      detail += " `errors` names %d of them.".formatted(named.size());
    }
    throw new Problem(ProblemType.CONFLICT, detail, named);
  }

  /** The reversal of the record in this column. */
  private static NewRow row(
      Caller caller, UUID company, TableField<?, UUID> reversed, UUID id, String reason) {
    return new NewRow(REVERSAL, Ids.next(), caller.user())
        .set(REVERSAL.COMPANY, company)
        .set(reversed, id)
        .set(REVERSAL.REASON, reason);
  }
}
