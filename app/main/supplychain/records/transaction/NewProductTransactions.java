package supplychain.records.transaction;

import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Rows;
import supplychain.records.FreeNumbers;
import supplychain.records.NumberedRows;
import supplychain.records.References;
import supplychain.records.form.FormField;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionRules;
import supplychain.validation.Body;
import supplychain.validation.Findings;

/** Creates product transactions together, with the same few statements for one as for many. */
public final class NewProductTransactions {
  private final DSLContext sql;
  private final BiConsumer<Body, Problem> refused;

  private NewProductTransactions(DSLContext sql, BiConsumer<Body, Problem> refused) {
    this.sql = sql;
    this.refused = refused;
  }

  /**
   * Operation 2: creates product transactions from bodies, in the transaction of {@code sql}. Each
   * caller is a MEMBER or above of one of the parties.
   */
  public static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return new NewProductTransactions(sql, refused).record(bodies);
  }

  /** Records each transaction as if the previous ones were recorded already. */
  private Map<Body, UUID> record(Map<Body, Caller> bodies) {
    List<NewProductTransaction> all = new ArrayList<>();
    bodies.forEach((body, caller) -> all.add(new NewProductTransaction(caller, body)));
    check(all);
    LockedLots lots = new LockedLots(sql, all);
    all.forEach(lots::requireAll);
    List<NewProductTransaction> right = draw(kept(all, NewProductTransaction::finish), lots);
    insert(right);
    lots.write(sql);
    Map<Body, UUID> ids = new LinkedHashMap<>();
    right.forEach(one -> ids.put(one.body(), one.id));
    return ids;
  }

  private void check(List<NewProductTransaction> all) {
    Map<References, Findings> references = new HashMap<>();
    all.forEach(one -> references.put(one.references, one.body().findings()));
    References.resolve(sql, references);
    Map<UUID, List<FormField>> fields =
        SubmissionRules.fields(sql, all.stream().flatMap(one -> one.filledIn().stream()).toList());
    all.forEach(one -> one.check(sql, fields));
  }

  /** Draws for each transaction in turn; refuses it if the stock or a number is used up. */
  private List<NewProductTransaction> draw(List<NewProductTransaction> whole, LockedLots lots) {
    FreeNumbers numbers =
        new FreeNumbers(
            sql,
            PRODUCT_TRANSACTION.COMPANY,
            PRODUCT_TRANSACTION.NUMBER,
            whole.stream().map(NewProductTransaction::number).toList());
    FreeNumbers paymentNumbers =
        new FreeNumbers(
            sql,
            PAYMENT_TRANSACTION.COMPANY,
            PAYMENT_TRANSACTION.NUMBER,
            whole.stream().flatMap(one -> one.paymentNumbers().stream()).toList());
    return kept(
        whole,
        one -> {
          List<Stock.Draw> draws = one.draw(lots);
          numbers.require(List.of(one.number()));
          paymentNumbers.require(one.paymentNumbers());
          numbers.take(List.of(one.number()));
          paymentNumbers.take(one.paymentNumbers());
          lots.draw(draws);
        });
  }

  /** The transactions that pass a step; the others are refused. */
  private List<NewProductTransaction> kept(
      List<NewProductTransaction> all, Consumer<NewProductTransaction> step) {
    List<NewProductTransaction> kept = new ArrayList<>();
    for (NewProductTransaction one : all) {
      try {
        step.accept(one);
        kept.add(one);
      } catch (Problem problem) {
        refused.accept(one.body(), problem);
      }
    }
    return kept;
  }

  private void insert(List<NewProductTransaction> right) {
    NumberedRows rows = new NumberedRows(PRODUCT_TRANSACTION.NUMBER);
    Rows draws =
        new Rows(
            PRODUCT_TRANSACTION_PARENT,
            PRODUCT_TRANSACTION_PARENT.CHILD,
            PRODUCT_TRANSACTION_PARENT.PARENT,
            PRODUCT_TRANSACTION_PARENT.POSITION,
            PRODUCT_TRANSACTION_PARENT.DRAWN);
    NewSubmissions submissions = new NewSubmissions();
    NewPayments payments = new NewPayments();
    for (NewProductTransaction one : right) {
      one.addTo(rows);
      one.addDrawsTo(draws);
      one.addTo(submissions);
      one.addTo(payments);
    }
    rows.insert(sql);
    draws.insert(sql);
    submissions.insert(sql);
    payments.insert(sql);
  }
}
