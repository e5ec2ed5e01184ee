package supplychain.records.transaction;

import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.NewRows;
import supplychain.records.Names;
import supplychain.records.Numbers;
import supplychain.records.PendingRecord;
import supplychain.records.References;
import supplychain.records.References.Plain;
import supplychain.records.References.Premium;
import supplychain.records.Target;
import supplychain.records.transaction.PaidTransactions.PaidTransaction;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.verify.PremiumRule;

/** A payment before its insert. */
final class NewPayment extends PendingRecord {
  private static final int MOST_SUBMISSIONS = 100;

  private final UUID transaction;
  private final boolean isForTransaction;
  private UUID source;
  private UUID destination;
  private final UUID premium;
  private final Map<String, UUID> submissions;
  private final String selectedOption;
  private BigDecimal amount;
  private final PaymentType type;
  private Terms terms;
  private Parties parties;
  private UUID currency;

  /**
   * Reads a payment. {@code isForTransaction} is true, too, if the body names a transaction that
   * the caller does not see; then {@code transaction} is null.
   */
  private NewPayment(Body body, UUID transaction, boolean isForTransaction, References references) {
    super(body, references);
    this.transaction = transaction;
    this.isForTransaction = isForTransaction;
    source = references.want(Target.PARTY, body, "source");
    destination = references.want(Target.PARTY, body, "destination");
    // The check of the premium decides about its owner, which depends on the parties.
    premium = references.want(Target.PREMIUM, body, "premium", found -> true);
    submissions = body.list("submissions", ID, MOST_SUBMISSIONS).or(Map.of());
    submissions.forEach((place, one) -> references.want(Target.SUBMISSION, place, one));
    int optionLength = Columns.limit(PAYMENT_TRANSACTION.SELECTED_OPTION);
    selectedOption = body.get("selected_option", text(optionLength)).value();
    amount = body.get("amount", AMOUNT).value();
    type = PaymentType.of(isForTransaction, body.has("premium"));
    PaymentType said = body.get("payment_type", choice(PaymentType.class)).value();
    if (said != null && said != type) {
      String right =
          type == null
              ? "left out, because there is neither a transaction nor a premium"
              : type + ", which follows from transaction and premium";
      String rule = "must be " + right + ".";
      body.refuseValue("payment_type", "mismatch", rule);
    }
    terms = Terms.read(body, references);
    body.ignoreServiceFields("type");
    body.ignore("premium_details", "currency_details", "reversed_on", "reversal_reason");
  }

  /** Reads a payment inside its product transaction; its field {@code transaction} is ignored. */
  static NewPayment nested(Body body, UUID transaction, References references) {
    body.ignore("transaction");
    return new NewPayment(body, transaction, true, references);
  }

  private static NewPayment ofRequest(Caller caller, Body body) {
    References references = new References(caller, body);
    UUID transaction = body.get("transaction", Names.id("transaction")).value();
    body.ignore("transactions");
    if (body.has("transactions")) {
      String detail =
          "A single body is one payment, for one `transaction`. Send a transfer for several"
              + " transactions as a table, or as a line of JSON: application/x-ndjson.";
      body.refuse("transactions", "mismatch", detail);
    } else if (!body.has("transaction")) {
      body.require("source");
      body.require("destination");
    }
    return new NewPayment(body, transaction, body.has("transaction"), references);
  }

  /**
   * Creates payments together, each as if the previous ones were recorded already. Each caller is a
   * MEMBER or above of one of the parties.
   */
  static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<NewPayment> all = readAll(bodies, NewPayment::ofRequest);
    PaidTransactions paid =
        new PaidTransactions(sql, all.stream().map(one -> one.transaction).toList());
    all.forEach(one -> one.takeParties(paid));
    assumeOrResolve(sql, all);
    all.forEach(one -> one.check(paid.find(one.caller, one.body, one.transaction)));
    List<NewPayment> whole = keepValid(all, refused, NewPayment::throwIfInvalid);
    Numbers numbers = new Numbers(sql, whole.stream().map(NewPayment::number).toList());
    List<NewPayment> valid =
        keepValid(
            whole,
            refused,
            one -> {
              paid.requireRoom(one.body, one.transaction);
              numbers.require(List.of(one.number()));
              numbers.take(List.of(one.number()));
              paid.take(one.transaction);
            });
    Batch batch = Batch.of(sql);
    valid.forEach(one -> Authors.note(batch, one.id, one.body));
    insert(batch, valid);
    return ids(valid);
  }

  /** The parties that the body leaves out are those of its transaction. */
  private void takeParties(PaidTransactions paid) {
    paid.find(caller, transaction)
        .ifPresent(
            one -> {
              takeParties(one.source(), one.destination());
              wantUnlessGiven("source", source);
              wantUnlessGiven("destination", destination);
            });
  }

  private void wantUnlessGiven(String field, UUID party) {
    if (!body.has(field)) {
      references.want(Target.PARTY, body.pointer(field), party);
    }
  }

  /** Between the parties of its transaction, the buyer pays, unless the body differs. */
  private void takeParties(UUID seller, UUID buyer) {
    if (!body.has("destination")) {
      boolean isRefund = body.has("source") && !Objects.equals(source, buyer);
      destination = isRefund ? buyer : seller;
    }
    if (!body.has("source")) {
      source = Objects.equals(destination, buyer) ? seller : buyer;
    }
  }

  private void throwIfInvalid() {
    body.throwIfInvalid();
    parties.requireCaller(body);
  }

  /** Checks a payment inside its product transaction. */
  void check(NewProductTransaction goods, Parties ofGoods) {
    takeParties(goods.source, goods.destination);
    check(Optional.of(PaidTransaction.of(goods, ofGoods)));
  }

  private void check(Optional<PaidTransaction> paid) {
    parties = Parties.of(references, source, destination);
    if (parties.areKnown() && paid.isPresent()) {
      paid.get().requireParties(parties, body);
    } else if (parties.areSame() && !isForTransaction) {
      body.refuse(
          "destination", "same_party", "Source and destination of a payment must be different.");
    }
    terms.checkCard(body, references, parties);
    paid.ifPresent(one -> terms = terms.orFrom(one.terms()));
    terms = terms.dated();
    terms.checkMethod(body);
    checkPremium();
    submissions.forEach(this::checkSubmission);
    currency = references.currency(terms.currency());
    if (currency == null && parties.areKnown()) {
      currency = paid.map(PaidTransaction::currency).orElse(parties.currency());
    }
    Optional<BigDecimal> given = premiumGives(paid);
    if (amount == null) {
      amount = given.orElse(BigDecimal.ZERO);
    }
    if (given.isEmpty() || given.get().compareTo(amount) == 0) {
      body.ruleOutWarnings("premium");
    }
  }

  /** The amount that it pays for the goods: 0 if it is for a premium. */
  BigDecimal withoutPremium() {
    return premium == null ? amount : BigDecimal.ZERO;
  }

  /** Whether it is 0, or not what its premium gives. */
  boolean isDoubtful() {
    return amount.signum() == 0 || body.mayWarnOf("premium");
  }

  /** What the rule of the premium gives; empty if it is an amount in another currency. */
  private Optional<BigDecimal> premiumGives(Optional<PaidTransaction> paid) {
    Premium found = references.get(Target.PREMIUM, premium);
    if (found == null || !parties.areKnown()) {
      return Optional.empty();
    }
    boolean isOther =
        found.currency() != null && currency != null && !found.currency().equals(currency);
    if (isOther && found.rule().type() != PremiumRule.Type.PER_UNIT_CURRENCY) {
      return Optional.empty();
    }
    BigDecimal price =
        paid.filter(one -> Objects.equals(currencyOf(one), currency))
            .map(PaidTransaction::amount)
            .orElse(null);
    BigDecimal quantity = paid.map(PaidTransaction::quantity).orElse(null);
    boolean isToFarmer = !parties.destination().isCompany();
    return found.rule().gives(new PremiumRule.Paid(selectedOption, quantity, price, isToFarmer));
  }

  /** The currency that the transaction names, or else that of its record. */
  private UUID currencyOf(PaidTransaction paid) {
    String named = paid.terms().currency();
    return named == null ? paid.currency() : references.currency(named);
  }

  /** An operator sees all submissions, but a payment refers to those of the recording company. */
  private void checkSubmission(String place, UUID one) {
    Plain submission = references.get(Target.SUBMISSION, one);
    if (submission != null
        && parties.areKnown()
        && !parties.recorder().equals(Optional.of(submission.company()))) {
      body.findings().add(place, "does_not_exist", References.absent("submission", one));
    }
  }

  private void checkPremium() {
    if (selectedOption != null && !body.has("premium")) {
      body.refuse(
          "selected_option", "mismatch", "An option belongs to a premium. Send `premium` as well.");
    }
    Premium found = references.get(Target.PREMIUM, premium);
    if (found == null) {
      return;
    }
    UUID owner = found.company();
    if (parties.areKnown() ? !parties.include(owner) : !parties.caller().actsFor(owner)) {
      body.refuse("premium", "does_not_exist", References.absent("premium", premium));
    } else if (!found.isActive()) {
      body.refuse("premium", "inactive", "This premium is not active.");
    } else if (selectedOption != null && !found.rule().hasOption(selectedOption)) {
      body.refuseValue(
          "selected_option", "not_a_choice", "is not an active option of the premium.");
    }
  }

  Numbers.Own number() {
    return terms.number(PAYMENT_TRANSACTION.COMPANY, parties, body);
  }

  /** Inserts payments and their references to submissions when the batch runs. */
  static void insert(Batch batch, List<NewPayment> payments) {
    NewRows rows = NewRows.of(PAYMENT_TRANSACTION);
    NewRows submissions = NewRows.of(PAYMENT_TRANSACTION_SUBMISSION);
    for (NewPayment payment : payments) {
      rows.add(
          payment
              .terms
              .row(PAYMENT_TRANSACTION, payment.id, payment.parties)
              .set(
                  PAYMENT_TRANSACTION.PAYMENT_TYPE,
                  payment.type == null ? null : payment.type.name())
              .set(PAYMENT_TRANSACTION.TRANSACTION, payment.transaction)
              .set(PAYMENT_TRANSACTION.PREMIUM, payment.premium)
              .set(PAYMENT_TRANSACTION.SELECTED_OPTION, payment.selectedOption)
              .set(PAYMENT_TRANSACTION.AMOUNT, payment.amount)
              .set(PAYMENT_TRANSACTION.CURRENCY, payment.currency));
      int position = 0;
      for (UUID submission : payment.submissions.values()) {
        submissions.add(payment.id, submission, position++);
      }
    }
    rows.insert(batch);
    submissions.insert(batch);
  }
}
