package supplychain.records.transaction;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import supplychain.core.Json;
import supplychain.records.FreeNumbers;
import supplychain.records.References;
import supplychain.records.References.Found;
import supplychain.records.References.Kind;
import supplychain.validation.Body;

/**
 * A payment after the check of its rules; each mistake became a finding.
 *
 * @param currency null if neither the payment nor its company has one
 */
record CheckedPayment(PaymentTransactionBody payment, Parties parties, Terms terms, UUID currency) {
  /** A payment inside its product transaction: the buyer pays, unless the body says otherwise. */
  static CheckedPayment nested(
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
    Optional<PaidTransaction> paid = Optional.of(PaidTransaction.of(transaction, ofGoods));
    return of(payment, parties, paid, true, references);
  }

  /**
   * A payment inside a product transaction or alone.
   *
   * @param paid its product transaction; empty if the body names no visible one
   * @param isForTransaction whether it has or names a product transaction, visible or not
   */
  static CheckedPayment of(
      PaymentTransactionBody payment,
      Parties parties,
      Optional<PaidTransaction> paid,
      boolean isForTransaction,
      References references) {
    if (parties.areKnown() && paid.isPresent()) {
      paid.get().requireParties(parties, payment.body());
    } else if (parties.areSame() && !isForTransaction) {
      payment.body().refuse("destination", "same_party", "Nobody pays themselves.");
    }
    Terms terms = paid.map(p -> payment.terms().orFrom(p.terms())).orElse(payment.terms()).dated();
    check(payment, terms, isForTransaction, parties, references);
    UUID currency = references.currency(terms.currency());
    if (currency == null && parties.areKnown()) {
      currency = paid.map(PaidTransaction::currency).orElse(parties.currency());
    }
    return new CheckedPayment(payment, parties, terms, currency);
  }

  private static void check(
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
    checkPremium(payment, parties, references);
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
      PaymentTransactionBody payment, Parties parties, References references) {
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
    } else if (premium.state() == null) {
      body.refuse("premium", "inactive", "This premium is not active.");
    } else if (payment.selectedOption() != null && !hasOption(premium, payment.selectedOption())) {
      body.refuse("selected_option", "not_a_choice", "The premium has no such active option.");
    }
  }

  /** Whether the premium has this active option, by id or by name. */
  private static boolean hasOption(Found premium, String selected) {
    try {
      Map<?, ?> names = Json.MAPPER.readValue(premium.state(), Map.class);
      return names.containsValue(selected) || names.containsKey(selected.toLowerCase(Locale.ROOT));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("PostgreSQL writes valid JSON", e);
    }
  }

  /** The number that the body names. */
  FreeNumbers.Own number() {
    return new FreeNumbers.Own(parties.recorder().orElseThrow(), terms.number(), payment.body());
  }
}
