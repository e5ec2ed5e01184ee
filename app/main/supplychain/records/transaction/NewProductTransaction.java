package supplychain.records.transaction;

import static supplychain.database.SqlFile.uuid;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.records.Names;
import supplychain.records.Numbers;
import supplychain.records.PendingRecord;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.form.FormType;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.Submissions;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.FilledForm;
import supplychain.records.transaction.Stock.Draw;
import supplychain.validation.Body;

/** A product transaction before its insert. */
final class NewProductTransaction extends PendingRecord {
  private static final int MOST_PARENTS = 10_000;
  private static final int MOST_PAYMENTS = 100;
  private static final int MOST_SUBMISSIONS = 100;
  private static final double WHOLE_QUALITY = 100;

  final UUID source;
  final UUID destination;
  final Terms terms;
  final BigDecimal amount;

  /** The moved quantity; null if it is unknown. */
  final BigDecimal quantity;

  /** The parent lots, by their place in the body. */
  final Map<String, UUID> parents;

  private final UUID product;

  /** In percent. */
  private final double qualityCorrection;

  private final List<SubmissionBody> submissions;
  private final List<NewPayment> payments;
  private Parties parties;
  private List<Checked> checked = List.of();
  private List<Draw> draws = List.of();

  private NewProductTransaction(Caller caller, Body body) {
    super(caller, body);
    body.require("source");
    body.require("destination");
    body.require("product");
    source = references.want(Target.PARTY, body, "source");
    destination = references.want(Target.PARTY, body, "destination");
    product = references.want(Target.PRODUCT, body, "product");
    amount = body.required("amount", AMOUNT);
    quantity = body.get("quantity", QUANTITY).value();
    Double correction = body.get("quality_correction", number(0, Double.MAX_VALUE)).value();
    qualityCorrection = correction == null ? WHOLE_QUALITY : correction;
    terms = Terms.read(body, references).dated();
    parents = body.list("parents", Names.id("parents"), MOST_PARENTS).or(Map.of());
    submissions =
        body.objects("submissions", MOST_SUBMISSIONS).or(List.of()).stream()
            .map(submission -> SubmissionBody.read(submission, references))
            .toList();
    payments =
        body.objects("transaction_payments", MOST_PAYMENTS).or(List.of()).stream()
            .map(payment -> NewPayment.nested(payment, id, references))
            .toList();
    body.ignoreServiceFields("type");
    body.ignore("source_quantity", "current_quantity", "card_details", "currency_details");
    body.ignore("reversed_on", "reversal_reason");
  }

  /**
   * Creates product transactions together, each as if the previous ones were recorded already. Each
   * caller is a MEMBER or above of one of the parties.
   */
  static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<NewProductTransaction> all = readAll(bodies, NewProductTransaction::new);
    Stream<UUID> forms =
        all.stream().flatMap(one -> one.submissions.stream()).map(SubmissionBody::form);
    Submissions.lockTypes(Batch.of(sql), bodies.values(), forms, List.of());
    assumeOrResolve(sql, all);
    all.forEach(NewProductTransaction::check);
    Stock stock = new Stock(sql, all);
    all.forEach(stock::requireAll);
    List<NewProductTransaction> whole =
        keepValid(all, refused, NewProductTransaction::throwIfInvalid);
    Numbers numbers =
        new Numbers(sql, whole.stream().flatMap(one -> one.numbers().stream()).toList());
    Set<UUID> strict = sellersThatRequireParents(sql, whole);
    List<NewProductTransaction> valid =
        keepValid(
            whole,
            refused,
            one -> {
              one.requireParents(strict);
              one.draw(stock, numbers);
              one.ruleOutWarnings();
            });
    Batch batch = Batch.of(sql);
    insert(batch, valid);
    stock.write(batch);
    return ids(valid);
  }

  /** Of the sellers of sales without parents, those whose setting requires parents. */
  private static Set<UUID> sellersThatRequireParents(
      DSLContext sql, List<NewProductTransaction> all) {
    UUID[] sellers =
        all.stream()
            .filter(NewProductTransaction::isSaleWithoutParents)
            .map(one -> one.source)
            .distinct()
            .toArray(UUID[]::new);
    if (sellers.length == 0) {
      return Set.of();
    }
    Batch.of(sql).run();
    return Set.copyOf(
        Stock.SQL
            .call("sellers_that_require_parents")
            .set("sellers", sellers)
            .list(sql, row -> uuid(row, "id")));
  }

  /** Whether a company records that it passes on goods, and does not say which lots. */
  private boolean isSaleWithoutParents() {
    return parents.isEmpty() && parties.recorder().equals(Optional.of(source));
  }

  private void requireParents(Set<UUID> strict) {
    if (isSaleWithoutParents() && strict.contains(source)) {
      String detail =
          "The company requires parents for each sale. Send the sold lots as `parents`.";
      throw Updates.conflict(body.pointer("parents"), "required", detail);
    }
  }

  boolean mayDraw() {
    return !parents.isEmpty() && parties.callerActsForSource();
  }

  /** Checks the rules that need no lock, after the lookup of the references. */
  private void check() {
    parties = Parties.of(references, source, destination);
    terms.checkMethod(body);
    terms.checkCard(body, references, parties);
    if (parties.areSame() && parents.isEmpty()) {
      String detail =
          "Source and destination can be the same only in processing. Send the processed lots"
              + " as `parents`.";
      body.refuse("destination", "same_party", detail);
    }
    parties.recorder().ifPresent(company -> checked = checked(company));
    payments.forEach(payment -> payment.check(this, parties));
  }

  private List<Checked> checked(UUID company) {
    return submissions.stream()
        .map(one -> one.checkNamedForm(FormType.TRANSACTION, company, Optional.empty()))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Refuses the body if it has findings, or if the caller acts for neither party. */
  private void throwIfInvalid() {
    body.throwIfInvalid();
    parties.requireCaller(body);
    if (!parents.isEmpty() && !parties.callerActsForSource()) {
      String detail =
          "Only the source can name parents. Leave `parents` out, or let the source"
              + " record the transaction.";
      throw Problem.forbidden(detail, new Finding(body.pointer("parents"), "forbidden", detail));
    }
  }

  /** Draws from its parents, and reserves its numbers: 409 if the stock or a number is used up. */
  private void draw(Stock stock, Numbers numbers) {
    if (!parents.isEmpty()) {
      draws = Stock.draw(stock.of(this), product, quantity);
    }
    numbers.require(numbers());
    numbers.take(numbers());
    stock.take(id, terms.date(), draws);
  }

  /** Rules out the warnings that the values of the body tell without a query. */
  private void ruleOutWarnings() {
    if (!isSaleWithoutParents()) {
      body.ruleOutWarnings("source");
    }
    BigDecimal paid =
        payments.stream().map(NewPayment::withoutPremium).reduce(BigDecimal.ZERO, BigDecimal::add);
    boolean mayBeOverpaid = paid.compareTo(amount) > 0;
    if (!mayBeOverpaid && payments.stream().noneMatch(NewPayment::isDoubtful)) {
      body.ruleOutWarnings("transaction_payments");
    }
  }

  /** The numbers that the body names for it and for its payments. */
  private List<Numbers.Own> numbers() {
    return Stream.concat(
            Stream.of(terms.number(PRODUCT_TRANSACTION.COMPANY, parties, body)),
            payments.stream().map(NewPayment::number))
        .toList();
  }

  private static void insert(Batch batch, List<NewProductTransaction> valid) {
    NewRows rows = NewRows.of(PRODUCT_TRANSACTION);
    NewRows draws = NewRows.of(PRODUCT_TRANSACTION_PARENT);
    for (NewProductTransaction one : valid) {
      Authors.note(batch, one.id, one.body);
      one.payments.forEach(payment -> Authors.note(batch, payment.id, one.id));
      rows.add(one.row());
      int position = 0;
      for (Draw draw : one.draws) {
        draws.add(one.id, draw.parent(), position++, draw.quantity());
      }
    }
    rows.insert(batch);
    draws.insert(batch);
    Submissions.write(batch, valid.stream().flatMap(NewProductTransaction::submissions).toList());
    NewPayment.insert(batch, valid.stream().flatMap(one -> one.payments.stream()).toList());
  }

  private NewRow row() {
    BigDecimal moved = quantity == null ? BigDecimal.ZERO : quantity;
    return terms
        .row(PRODUCT_TRANSACTION, id, parties)
        .set(PRODUCT_TRANSACTION.PRODUCT, product)
        .set(PRODUCT_TRANSACTION.AMOUNT, amount)
        .set(PRODUCT_TRANSACTION.QUANTITY, quantity)
        .set(PRODUCT_TRANSACTION.SOURCE_QUANTITY, draws.isEmpty() ? moved : Stock.sum(draws))
        .set(PRODUCT_TRANSACTION.REMAINING, quantity)
        .set(
            PRODUCT_TRANSACTION.CURRENCY,
            terms.currency() == null ? parties.currency() : references.currency(terms.currency()))
        .set(PRODUCT_TRANSACTION.QUALITY_CORRECTION, qualityCorrection);
  }

  private Stream<FilledForm> submissions() {
    UUID company = parties.recorder().orElseThrow();
    return checked.stream().map(one -> new FilledForm(caller, company, null, id, one));
  }
}
