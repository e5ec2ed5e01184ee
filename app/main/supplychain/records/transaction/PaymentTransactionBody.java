package supplychain.records.transaction;

import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.validation.Kinds.*;

import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import supplychain.records.References;
import supplychain.records.References.Kind;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * A PaymentTransaction in a body.
 *
 * @param source the payer; null only inside a product transaction
 * @param destination the payee; null likewise
 * @param submissions the submissions of the payment, by their place in the body
 */
record PaymentTransactionBody(
    Body body,
    UUID source,
    UUID destination,
    UUID transaction,
    UUID premium,
    String selectedOption,
    BigDecimal amount,
    PaymentType paymentType,
    Map<String, UUID> submissions,
    Terms terms) {
  /** The most submissions of a payment. */
  static final int MOST_SUBMISSIONS = 100;

  static PaymentTransactionBody read(Body body, References references) {
    body.require("source");
    body.require("destination");
    return readFields(body, body.get("transaction", ID).value(), references);
  }

  /** A payment inside its product transaction; its field {@code transaction} is ignored. */
  static PaymentTransactionBody readNested(Body body, References references) {
    body.ignore("transaction");
    return readFields(body, null, references);
  }

  private static PaymentTransactionBody readFields(
      Body body, UUID transaction, References references) {
    UUID source = body.get("source", ID).value();
    UUID destination = body.get("destination", ID).value();
    references.want(Kind.ENTITY, body.pointer("source"), source);
    references.want(Kind.ENTITY, body.pointer("destination"), destination);
    // CheckedPayment checks the owner of the premium, which depends on the parties.
    UUID premium = body.get("premium", ID).value();
    references.want(Kind.PREMIUM, body.pointer("premium"), premium, found -> true);
    Map<String, UUID> submissions = body.list("submissions", ID, MOST_SUBMISSIONS).or(Map.of());
    submissions.forEach((place, id) -> references.want(Kind.SUBMISSION, place, id));
    body.ignore("id", "created_on", "updated_on", "creator", "updater", "type");
    body.ignore("premium_details", "currency_details");
    int optionLength = Columns.limit(PAYMENT_TRANSACTION.SELECTED_OPTION);
    return new PaymentTransactionBody(
        body,
        source,
        destination,
        transaction,
        premium,
        body.get("selected_option", text(optionLength)).value(),
        body.get("amount", QUANTITY).or(BigDecimal.ZERO),
        body.get("payment_type", choice(PaymentType.class)).value(),
        submissions,
        Terms.read(body, references));
  }
}
