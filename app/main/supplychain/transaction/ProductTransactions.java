package supplychain.transaction;

import io.javalin.http.Context;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.database.Ids;
import supplychain.form.FormType;
import supplychain.form.NewSubmissions;
import supplychain.form.SubmissionRules;
import supplychain.form.Submissions.Checked;
import supplychain.http.Caller;
import supplychain.http.Creation;
import supplychain.part.Numbers;
import supplychain.part.References;
import supplychain.problem.Finding;
import supplychain.problem.Problem;
import supplychain.transaction.Stock.Draw;

/** Product transactions over HTTP: goods moved, with lineage and stock. */
public final class ProductTransactions {
  private static final String PATH = "/v1/transactions/product-transactions/";

  private final Creation creation;

  /** Product transactions, each recorded once however often it is sent. */
  public ProductTransactions(Creation creation) {
    this.creation = creation;
  }

  /** Operation 2, create a product transaction: a MEMBER or above of one of its parties. */
  public void create(Context ctx) {
    creation.answer(ctx, PATH, ProductTransactions::record, ProductTransactionDocument.DOCUMENT);
  }

  /** Records one out of a body, in the transaction of {@code sql}; all of it or nothing. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    ProductTransactionBody transaction = ProductTransactionBody.read(body, references);
    references.resolve(sql, body.findings());
    Parties parties =
        Parties.of(caller, references, transaction.source(), transaction.destination());
    checkTerms(transaction, parties, references);
    List<Checked> submissions = checkSubmissions(sql, transaction, parties, references);
    List<CheckedPayment> payments =
        transaction.payments().stream()
            .map(payment -> CheckedPayment.nested(sql, payment, transaction, parties, references))
            .toList();
    Map<String, Lot> lots = ProductTransactionQueries.lock(sql, transaction, parties);
    body.finish();
    parties.requireCaller(body);
    requireSource(transaction, parties);
    List<Draw> draws =
        lots.isEmpty()
            ? List.of()
            : Stock.draw(lots, transaction.product(), transaction.quantity());
    UUID id = insert(sql, transaction, parties, references, sourceQuantity(transaction, draws));
    ProductTransactionQueries.draw(sql, id, draws);
    UUID company = parties.recorder().orElseThrow();
    NewSubmissions filledIn = new NewSubmissions();
    submissions.forEach(one -> filledIn.add(caller, company, null, id, one));
    filledIn.insert(sql);
    payments.forEach(payment -> payment.insert(sql, id));
    return id;
  }

  private static void checkTerms(
      ProductTransactionBody transaction, Parties parties, References references) {
    Body body = transaction.body();
    transaction.terms().checkMethod(body);
    transaction.terms().checkCard(body, references, parties);
    if (parties.areSame() && transaction.parents().isEmpty()) {
      body.refuse(
          "destination",
          "same_party",
          "Source and destination may only be the same in a processing step, which has parents.");
    }
  }

  private static List<Checked> checkSubmissions(
      DSLContext sql, ProductTransactionBody transaction, Parties parties, References references) {
    return parties
        .recorder()
        .map(
            company ->
                SubmissionRules.check(
                    sql, transaction.submissions(), FormType.TRANSACTION, company, references))
        .orElse(List.of());
  }

  private static void requireSource(ProductTransactionBody transaction, Parties parties) {
    if (!transaction.parents().isEmpty() && !parties.callerActsForSource()) {
      String detail = "Only who acts for the source may say which lots the goods came from.";
      throw Problem.forbidden(
          detail, new Finding(transaction.body().pointer("parents"), "forbidden", detail));
    }
  }

  private static BigDecimal sourceQuantity(ProductTransactionBody transaction, List<Draw> draws) {
    if (!draws.isEmpty()) {
      return Stock.sum(draws);
    }
    return transaction.quantity() == null ? BigDecimal.ZERO : transaction.quantity();
  }

  private static UUID insert(
      DSLContext sql,
      ProductTransactionBody transaction,
      Parties parties,
      References references,
      BigDecimal sourceQuantity) {
    UUID id = Ids.next();
    Terms terms = transaction.terms();
    UUID currency =
        terms.currency() == null ? parties.currency() : references.currency(terms.currency());
    Numbers.insert(
        transaction.body(),
        terms.number(),
        number ->
            ProductTransactionQueries.insert(
                sql, id, number, currency, sourceQuantity, transaction, parties));
    return id;
  }
}
