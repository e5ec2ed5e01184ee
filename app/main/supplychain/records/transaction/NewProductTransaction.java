package supplychain.records.transaction;

import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.Rows;
import supplychain.records.FreeNumbers;
import supplychain.records.NumberedRows;
import supplychain.records.References;
import supplychain.records.form.FormField;
import supplychain.records.form.FormType;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.SubmissionRules;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.transaction.Stock.Draw;
import supplychain.validation.Body;

/** A product transaction before its insert. */
final class NewProductTransaction {
  final UUID id = Ids.next();
  final References references;
  private final Caller caller;
  private final ProductTransactionBody transaction;
  private Parties parties;
  private List<Checked> submissions = List.of();
  private List<CheckedPayment> payments = List.of();
  private List<Draw> draws = List.of();

  NewProductTransaction(Caller caller, Body body) {
    this.caller = caller;
    references = new References(caller);
    transaction = ProductTransactionBody.read(body, references);
  }

  Body body() {
    return transaction.body();
  }

  UUID source() {
    return transaction.source();
  }

  /** The parent lots, by their place in the body. */
  Map<String, UUID> parents() {
    return transaction.parents();
  }

  /** Whether the body has parents, and the caller acts for the source. */
  boolean mayDraw() {
    return !parents().isEmpty() && parties.callerActsForSource();
  }

  /** The forms of its submissions that the caller sees; other forms are not locked. */
  List<SubmissionBody> filledIn() {
    return transaction.submissions().stream()
        .filter(one -> references.get(References.Kind.FORM, one.form()) != null)
        .toList();
  }

  /** Checks the rules that need no lock, after the lookup of the references. */
  void check(DSLContext sql, Map<UUID, List<FormField>> fields) {
    parties = Parties.of(caller, references, source(), transaction.destination());
    checkTerms();
    parties.recorder().ifPresent(company -> submissions = check(fields, company));
    payments =
        transaction.payments().stream()
            .map(payment -> CheckedPayment.nested(payment, transaction, parties, references))
            .toList();
  }

  private List<Checked> check(Map<UUID, List<FormField>> fields, UUID company) {
    return transaction.submissions().stream()
        .flatMap(
            one ->
                SubmissionRules.check(one, FormType.TRANSACTION, company, references, fields)
                    .stream())
        .toList();
  }

  private void checkTerms() {
    transaction.terms().checkMethod(body());
    transaction.terms().checkCard(body(), references, parties);
    if (parties.areSame() && parents().isEmpty()) {
      body()
          .refuse(
              "destination",
              "same_party",
              "Source and destination may only be the same in a processing step, which has"
                  + " parents.");
    }
  }

  /** Refuses the body if it has findings, or if the caller acts for neither party. */
  void finish() {
    body().finish();
    parties.requireCaller(body());
    if (!parents().isEmpty() && !parties.callerActsForSource()) {
      String detail = "Only who acts for the source may say which lots the goods came from.";
      throw Problem.forbidden(detail, new Finding(body().pointer("parents"), "forbidden", detail));
    }
  }

  /** Computes the draw from each lot: 409 if too little is left. */
  List<Draw> draw(LockedLots lots) {
    if (!parents().isEmpty()) {
      draws = Stock.draw(lots.of(this), transaction.product(), transaction.quantity());
    }
    return draws;
  }

  /** The number in the body. */
  FreeNumbers.Own number() {
    return new FreeNumbers.Own(recorder(), transaction.terms().number(), body());
  }

  /** The numbers of its payments. */
  List<FreeNumbers.Own> paymentNumbers() {
    return payments.stream().map(CheckedPayment::number).toList();
  }

  private UUID recorder() {
    return parties.recorder().orElseThrow();
  }

  void addTo(NumberedRows rows) {
    Terms terms = transaction.terms();
    UUID currency =
        terms.currency() == null ? parties.currency() : references.currency(terms.currency());
    rows.add(
        terms.number(),
        new NewRow(PRODUCT_TRANSACTION)
            .set(PRODUCT_TRANSACTION.ID, id)
            .set(PRODUCT_TRANSACTION.COMPANY, recorder())
            .set(PRODUCT_TRANSACTION.TYPE, parties.direction().name())
            .set(PRODUCT_TRANSACTION.SOURCE, transaction.source())
            .set(PRODUCT_TRANSACTION.DESTINATION, transaction.destination())
            .set(PRODUCT_TRANSACTION.PRODUCT, transaction.product())
            .set(PRODUCT_TRANSACTION.AMOUNT, transaction.amount())
            .set(PRODUCT_TRANSACTION.QUANTITY, transaction.quantity())
            .set(PRODUCT_TRANSACTION.SOURCE_QUANTITY, sourceQuantity())
            .set(PRODUCT_TRANSACTION.REMAINING, transaction.quantity())
            .set(PRODUCT_TRANSACTION.CURRENCY, currency)
            .set(PRODUCT_TRANSACTION.CARD, terms.card())
            .set(PRODUCT_TRANSACTION.DATE, terms.date())
            .set(PRODUCT_TRANSACTION.INVOICE_NUMBER, terms.invoiceNumber())
            .set(PRODUCT_TRANSACTION.VERIFICATION_LATITUDE, terms.latitude())
            .set(PRODUCT_TRANSACTION.VERIFICATION_LONGITUDE, terms.longitude())
            .set(PRODUCT_TRANSACTION.METHOD, terms.methodOrImplied().name())
            .set(PRODUCT_TRANSACTION.INVOICE, terms.invoice())
            .set(PRODUCT_TRANSACTION.QUALITY_CORRECTION, transaction.qualityCorrection())
            .set(PRODUCT_TRANSACTION.CREATOR, caller.user())
            .set(PRODUCT_TRANSACTION.UPDATER, caller.user())
            .values());
  }

  private BigDecimal sourceQuantity() {
    if (!draws.isEmpty()) {
      return Stock.sum(draws);
    }
    return transaction.quantity() == null ? BigDecimal.ZERO : transaction.quantity();
  }

  /** Adds its draws from its parents. */
  void addDrawsTo(Rows rows) {
    int position = 0;
    for (Draw draw : draws) {
      rows.add(id, draw.parent(), position++, draw.quantity());
    }
  }

  void addTo(NewSubmissions filledIn) {
    submissions.forEach(one -> filledIn.add(caller, recorder(), null, id, one));
  }

  void addTo(NewPayments paid) {
    payments.forEach(payment -> paid.add(id, payment));
  }
}
