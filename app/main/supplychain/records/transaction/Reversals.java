package supplychain.records.transaction;

import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.filledText;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.records.transaction.ReversalQueries.Children;
import supplychain.records.transaction.ReversalQueries.Recorded;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * Reversals correct a mistake without editing what was recorded. A MEMBER or above of the company
 * that recorded a transaction can reverse it once.
 */
public final class Reversals {
  private static final String WHOLE_BODY = "";

  private Reversals() {}

  /** Reverses a product transaction: its parents get back what it drew. */
  public static UUID ofGoods(DSLContext sql, Caller caller, UUID id, Body body) {
    UUID company = recorder(sql, caller, PRODUCT_TRANSACTION, id);
    String reason = reason(body);
    ReversalQueries.lockGoods(sql, id);
    // Separate statements: the one that waited for the lock would return the old rows.
    refuseReversed(sql, REVERSAL.PRODUCT_TRANSACTION, id);
    refuseParent(ReversalQueries.children(sql, caller, id));
    ReversalQueries.giveBack(sql, caller, id);
    return ReversalQueries.insert(sql, caller, company, REVERSAL.PRODUCT_TRANSACTION, id, reason);
  }

  /** Reverses a payment: it no longer counts as paid. */
  public static UUID ofPayment(DSLContext sql, Caller caller, UUID id, Body body) {
    UUID company = recorder(sql, caller, PAYMENT_TRANSACTION, id);
    String reason = reason(body);
    ReversalQueries.lockPayment(sql, id);
    refuseReversed(sql, REVERSAL.PAYMENT_TRANSACTION, id);
    return ReversalQueries.insert(sql, caller, company, REVERSAL.PAYMENT_TRANSACTION, id, reason);
  }

  private static String reason(Body body) {
    String reason = body.required("reason", filledText(Columns.limit(REVERSAL.REASON)));
    body.ignore("id", "transaction", "returned", "created_on", "updated_on", "creator", "updater");
    body.finish();
    return reason;
  }

  /** The company, if the caller acts for it: 403 for the other party, 404 for everybody else. */
  private static UUID recorder(DSLContext sql, Caller caller, Table<?> transactions, UUID id) {
    Recorded recorded =
        ReversalQueries.recorded(sql, transactions, id).orElseThrow(Problem::notFound);
    if (caller.actsFor(recorded.company())) {
      return recorded.company();
    }
    if (caller.actsFor(recorded.source()) || caller.actsFor(recorded.destination())) {
      throw Problem.forbidden("Only the company that recorded it can reverse it.");
    }
    throw Problem.notFound();
  }

  private static void refuseReversed(DSLContext sql, Field<UUID> reversed, UUID id) {
    List<UUID> reversals = ReversalQueries.of(sql, reversed, id);
    if (!reversals.isEmpty()) {
      throw Problem.conflict(
          "It is reversed already.",
          new Finding(WHOLE_BODY, "reversed", "Its reversal is %s.".formatted(reversals.get(0))));
    }
  }

  private static void refuseParent(Children children) {
    if (children.count() == 0) {
      return;
    }
    String detail =
        children.count() == 1
            ? "A transaction draws from it; reverse that one first."
            : children.count() + " transactions draw from it; reverse them first.";
    if (children.named().size() < children.count()) {
      detail += " errors names %d of them.".formatted(children.named().size());
    }
    List<Finding> findings =
        children.named().stream()
            .map(child -> new Finding(WHOLE_BODY, "parent", child + " has it as a parent."))
            .toList();
    throw new Problem(ProblemType.CONFLICT, detail, findings);
  }
}
