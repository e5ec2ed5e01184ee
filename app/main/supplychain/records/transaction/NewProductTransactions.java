package supplychain.records.transaction;

import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Rows;
import supplychain.records.FreeNumbers;
import supplychain.records.NewRecords;
import supplychain.records.References;
import supplychain.records.form.FormField;
import supplychain.records.form.Submissions;
import supplychain.validation.Body;

/** Creates product transactions together, with the same few statements for one as for many. */
final class NewProductTransactions {
  private NewProductTransactions() {}

  /**
   * Operation 2: creates product transactions from bodies, in the transaction of {@code sql}, each
   * as if the previous ones were recorded already. Each caller is a MEMBER or above of one of the
   * parties.
   */
  static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<NewProductTransaction> all = new ArrayList<>();
    bodies.forEach((body, caller) -> all.add(new NewProductTransaction(caller, body)));
    References.resolve(sql, all.stream().map(one -> one.references).toList());
    Map<UUID, List<FormField>> fields =
        FormField.ofForms(sql, all.stream().flatMap(NewProductTransaction::forms).toList());
    all.forEach(one -> one.check(fields));
    LockedLots lots = new LockedLots(sql, all);
    all.forEach(lots::requireAll);
    List<NewProductTransaction> whole =
        NewRecords.passing(all, one -> one.body, refused, NewProductTransaction::finish);
    FreeNumbers numbers =
        new FreeNumbers(sql, whole.stream().flatMap(one -> one.numbers().stream()).toList());
    List<NewProductTransaction> right =
        NewRecords.passing(whole, one -> one.body, refused, one -> draw(one, lots, numbers));
    insert(sql, right);
    lots.write(sql);
    Map<Body, UUID> ids = new LinkedHashMap<>();
    right.forEach(one -> ids.put(one.body, one.id));
    return ids;
  }

  /** Draws for a transaction, unless the stock or a number is used up. */
  private static void draw(NewProductTransaction one, LockedLots lots, FreeNumbers numbers) {
    List<Stock.Draw> draws = one.draw(lots.of(one));
    numbers.require(one.numbers());
    numbers.take(one.numbers());
    lots.draw(draws);
  }

  private static void insert(DSLContext sql, List<NewProductTransaction> right) {
    Rows rows = NewRecords.rows(PRODUCT_TRANSACTION);
    Rows draws =
        new Rows(
            PRODUCT_TRANSACTION_PARENT,
            PRODUCT_TRANSACTION_PARENT.CHILD,
            PRODUCT_TRANSACTION_PARENT.PARENT,
            PRODUCT_TRANSACTION_PARENT.POSITION,
            PRODUCT_TRANSACTION_PARENT.DRAWN);
    for (NewProductTransaction one : right) {
      one.addTo(rows);
      one.addDrawsTo(draws);
    }
    rows.insert(sql);
    draws.insert(sql);
    Submissions.insert(sql, right.stream().flatMap(NewProductTransaction::submissions).toList());
    NewPayment.insert(sql, right.stream().flatMap(NewProductTransaction::payments).toList());
  }
}
