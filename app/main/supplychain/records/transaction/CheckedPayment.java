package supplychain.records.transaction;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.records.FreeNumbers;
import supplychain.records.References;
import supplychain.records.References.Found;
import supplychain.records.References.Kind;
import supplychain.validation.Body;

/**
 * A payment after the check of its rules; each mistake became a finding.
 *
 * @param parties the payer and the payee
 * @param terms the terms, with the defaults from its product transaction
 * @param currency null if neither the payment nor its company has one
 */
record CheckedPayment(PaymentTransactionBody payment, Parties parties, Terms terms, UUID currency) {

  /** A payment inside its product transaction: the buyer pays, unless the body says otherwise. */
  static CheckedPayment nested(
      DSLContext sql,
      PaymentTransactionBody payment,
      ProductTransactionBody transaction,
      Parties ofGoods,
      References references) {
    Body body = payment.body();
    UUID destination =
        body.has("destination")
            ? payment.destination()
            : transaction.otherThan(
                body.has("source") ? payment.source() : transaction.destination());
    UUID source = body.has("source") ? payment.source() : transaction.otherThan(destination);
    Parties parties = Parties.of(ofGoods.caller(), references, source, destination);
    Terms terms = payment.terms().orFrom(transaction.terms());
    if (parties.areKnown() && ofGoods.areKnown()) {
      checkParties(body, parties, transaction.source(), transaction.destination());
    }
    check(sql, payment, terms, true, parties, references);
    UUID currency = references.currency(terms.currency());
    return new CheckedPayment(
        payment,
        parties,
        terms,
        currency == null && ofGoods.areKnown() ? ofGoods.currency() : currency);
  }

  /** Adds a finding unless these are the parties of the transaction, in either direction. */
  static void checkParties(Body body, Parties parties, UUID source, UUID destination) {
    if (!parties.areThoseOf(source, destination)) {
      body.refuse("source", "mismatch", "The parties must be those of the transaction.");
      body.refuse("destination", "mismatch", "The parties must be those of the transaction.");
    }
  }

  /** Checks the rules of every payment, inside a product transaction or alone. */
  static void check(
      DSLContext sql,
      PaymentTransactionBody payment,
      Terms terms,
      boolean forTransaction,
      Parties parties,
      References references) {
    Body body = payment.body();
    terms.checkMethod(body);
    payment.terms().checkCard(body, references, parties);
    PaymentType type = PaymentType.of(forTransaction, body.has("premium"));
    if (payment.paymentType() != null && payment.paymentType() != type) {
      String right = type == null ? "left out: it is for neither" : type.name();
      body.refuse(
          "payment_type",
          "mismatch",
          "It follows from transaction and premium; here it must be " + right + ".");
    }
    checkPremium(sql, payment, parties, references);
    checkSubmissions(payment, parties, references);
  }

  /** An operator sees all submissions, but a payment refers to those of the recording company. */
  private static void checkSubmissions(
      PaymentTransactionBody payment, Parties parties, References references) {
    payment
        .submissions()
        .forEach(
            (place, id) -> {
              Found submission = references.get(Kind.SUBMISSION, id);
              if (submission != null
                  && parties.areKnown()
                  && !parties.recorder().equals(Optional.of(submission.company()))) {
                payment.body().findings().add(place, "does_not_exist", References.ABSENT);
              }
            });
  }

  private static void checkPremium(
      DSLContext sql, PaymentTransactionBody payment, Parties parties, References references) {
    Body body = payment.body();
    if (payment.selectedOption() != null && !body.has("premium")) {
      body.refuse("selected_option", "mismatch", "An option is one of a premium; name that too.");
    }
    Found premium = references.get(Kind.PREMIUM, payment.premium());
    if (premium == null) {
      return;
    }
    UUID owner = premium.company();
    if (parties.areKnown() ? !parties.include(owner) : !parties.caller().actsFor(owner)) {
      body.refuse("premium", "does_not_exist", References.ABSENT);
    } else if (!Boolean.parseBoolean(premium.state())) {
      body.refuse("premium", "inactive", "This premium is not active.");
    } else if (payment.selectedOption() != null
        && !PaymentTransactionQueries.hasOption(sql, payment)) {
      body.refuse("selected_option", "not_a_choice", "The premium has no such active option.");
    }
  }

  /** The number that the body names. */
  FreeNumbers.Own number() {
    return new FreeNumbers.Own(parties.recorder().orElseThrow(), terms.number(), payment.body());
  }
}
