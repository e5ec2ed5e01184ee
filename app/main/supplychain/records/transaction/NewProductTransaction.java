package supplychain.records.transaction;

import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.validation.Kinds.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.FreeNumbers;
import supplychain.records.References;
import supplychain.records.References.Kind;
import supplychain.records.form.FormField;
import supplychain.records.form.FormType;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.NewSubmission;
import supplychain.records.transaction.Stock.Draw;
import supplychain.records.transaction.Stock.Lot;
import supplychain.validation.Body;

/** A product transaction before its insert. */
final class NewProductTransaction {
  /** The most parents of a transaction. */
  private static final int MOST_PARENTS = 10_000;

  /** The most payments inside a transaction. */
  private static final int MOST_PAYMENTS = 100;

  /** The most submissions inside a transaction. */
  private static final int MOST_SUBMISSIONS = 100;

  private static final double WHOLE_QUALITY = 100;

  final UUID id = Ids.next();
  final Body body;
  final References references;
  final UUID source;
  final UUID destination;
  final Terms terms;

  /** The parent lots, by their place in the body. */
  final Map<String, UUID> parents;

  private final UUID product;
  private final BigDecimal amount;

  /** The moved quantity; null if it is unknown. */
  private final BigDecimal quantity;

  /** In percent. */
  private final double qualityCorrection;

  private final List<SubmissionBody> submissions;
  private final List<NewPayment> payments;
  private Parties parties;
  private List<Checked> checked = List.of();
  private List<Draw> draws = List.of();

  /** Reads a product transaction. */
  NewProductTransaction(Caller caller, Body body) {
    this.body = body;
    references = new References(caller, body);
    body.require("source");
    body.require("destination");
    body.require("product");
    source = references.want(Kind.ENTITY, body, "source");
    destination = references.want(Kind.ENTITY, body, "destination");
    product = references.want(Kind.PRODUCT, body, "product");
    amount = body.required("amount", QUANTITY);
    quantity = body.get("quantity", QUANTITY).value();
    Double correction = body.get("quality_correction", number(0, Double.MAX_VALUE)).value();
    qualityCorrection = correction == null ? WHOLE_QUALITY : correction;
    terms = Terms.read(body, references).dated();
    parents = body.list("parents", ID, MOST_PARENTS).or(Map.of());
    submissions =
        body.objects("submissions", MOST_SUBMISSIONS).or(List.of()).stream()
            .map(submission -> SubmissionBody.read(submission, references))
            .toList();
    payments =
        body.objects("transaction_payments", MOST_PAYMENTS).or(List.of()).stream()
            .map(payment -> NewPayment.nested(payment, id, references))
            .toList();
    body.ignore("id", "created_on", "updated_on", "creator", "updater", "type");
    body.ignore("source_quantity", "current_quantity", "card_details", "currency_details");
  }

  /** The other party. */
  UUID otherThan(UUID party) {
    return destination != null && destination.equals(party) ? source : destination;
  }

  /** Whether the body has parents, and the caller acts for the source. */
  boolean mayDraw() {
    return !parents.isEmpty() && parties.callerActsForSource();
  }

  /** The forms of its submissions that the caller sees; other forms are not locked. */
  Stream<UUID> forms() {
    return submissions.stream()
        .map(SubmissionBody::form)
        .filter(form -> references.get(Kind.FORM, form) != null);
  }

  /** Checks the rules that need no lock, after the lookup of the references. */
  void check(Map<UUID, List<FormField>> fields) {
    parties = Parties.of(references, source, destination);
    terms.checkMethod(body);
    terms.checkCard(body, references, parties);
    if (parties.areSame() && parents.isEmpty()) {
      String detail =
          "Source and destination may only be the same in a processing step, which has parents.";
      body.refuse("destination", "same_party", detail);
    }
    parties.recorder().ifPresent(company -> checked = checked(fields, company));
    payments.forEach(payment -> payment.check(this, parties));
  }

  private List<Checked> checked(Map<UUID, List<FormField>> fields, UUID company) {
    return submissions.stream()
        .map(one -> one.check(FormType.TRANSACTION, company, references, fields))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Refuses the body if it has findings, or if the caller acts for neither party. */
  void finish() {
    body.finish();
    parties.requireCaller(body);
    if (!parents.isEmpty() && !parties.callerActsForSource()) {
      String detail = "Only who acts for the source may say which lots the goods came from.";
      throw Problem.forbidden(detail, new Finding(body.pointer("parents"), "forbidden", detail));
    }
  }

  /** Computes the draw from each of these lots, its parents: 409 if too little is left. */
  List<Draw> draw(Map<String, Lot> lots) {
    if (!parents.isEmpty()) {
      draws = Stock.draw(lots, product, quantity);
    }
    return draws;
  }

  /** The numbers that the body names for it and for its payments. */
  List<FreeNumbers.Own> numbers() {
    return Stream.concat(
            Stream.of(terms.number(PRODUCT_TRANSACTION.COMPANY, parties, body)),
            payments.stream().map(NewPayment::number))
        .toList();
  }

  void addTo(Rows rows) {
    UUID currency =
        terms.currency() == null ? parties.currency() : references.currency(terms.currency());
    rows.add(
        terms
            .row(PRODUCT_TRANSACTION, id, parties)
            .set(PRODUCT_TRANSACTION.PRODUCT, product)
            .set(PRODUCT_TRANSACTION.AMOUNT, amount)
            .set(PRODUCT_TRANSACTION.QUANTITY, quantity)
            .set(PRODUCT_TRANSACTION.SOURCE_QUANTITY, sourceQuantity())
            .set(PRODUCT_TRANSACTION.REMAINING, quantity)
            .set(PRODUCT_TRANSACTION.CURRENCY, currency)
            .set(PRODUCT_TRANSACTION.QUALITY_CORRECTION, qualityCorrection)
            .values());
  }

  private BigDecimal sourceQuantity() {
    if (!draws.isEmpty()) {
      return Stock.sum(draws);
    }
    return quantity == null ? BigDecimal.ZERO : quantity;
  }

  /** Adds its draws from its parents. */
  void addDrawsTo(Rows rows) {
    int position = 0;
    for (Draw draw : draws) {
      rows.add(id, draw.parent(), position++, draw.quantity());
    }
  }

  Stream<NewSubmission> submissions() {
    UUID company = parties.recorder().orElseThrow();
    return checked.stream()
        .map(one -> new NewSubmission(Ids.next(), parties.caller(), company, null, id, one));
  }

  Stream<NewPayment> payments() {
    return payments.stream();
  }
}
