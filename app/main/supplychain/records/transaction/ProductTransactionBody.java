package supplychain.records.transaction;

import static supplychain.validation.Kinds.*;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.records.References;
import supplychain.records.References.Kind;
import supplychain.records.form.SubmissionBody;
import supplychain.validation.Body;

/**
 * A ProductTransaction in a body.
 *
 * @param quantity the moved quantity; null if it is unknown
 * @param qualityCorrection in percent
 * @param parents the parent lots, by their place in the body
 */
record ProductTransactionBody(
    Body body,
    UUID source,
    UUID destination,
    UUID product,
    BigDecimal amount,
    BigDecimal quantity,
    double qualityCorrection,
    Terms terms,
    Map<String, UUID> parents,
    List<SubmissionBody> submissions,
    List<PaymentTransactionBody> payments) {
  /** The most parents of a transaction. */
  static final int MOST_PARENTS = 10_000;

  /** The most payments inside a transaction. */
  static final int MOST_PAYMENTS = 100;

  /** The most submissions inside a transaction. */
  static final int MOST_SUBMISSIONS = 100;

  private static final double WHOLE_QUALITY = 100;

  static ProductTransactionBody read(Body body, References references) {
    UUID source = body.required("source", ID);
    UUID destination = body.required("destination", ID);
    UUID product = body.required("product", ID);
    references.want(Kind.ENTITY, body.pointer("source"), source);
    references.want(Kind.ENTITY, body.pointer("destination"), destination);
    references.want(Kind.PRODUCT, body.pointer("product"), product);
    body.ignore("id", "created_on", "updated_on", "creator", "updater", "type");
    body.ignore("source_quantity", "current_quantity", "card_details", "currency_details");
    return new ProductTransactionBody(
        body,
        source,
        destination,
        product,
        body.required("amount", QUANTITY),
        body.get("quantity", QUANTITY).value(),
        body.get("quality_correction", number(0, Double.MAX_VALUE)).or(WHOLE_QUALITY),
        Terms.read(body, references).dated(),
        body.list("parents", ID, MOST_PARENTS).or(Map.of()),
        submissions(body, references),
        payments(body, references));
  }

  /** The other party. */
  UUID otherThan(UUID party) {
    return destination != null && destination.equals(party) ? source : destination;
  }

  private static List<SubmissionBody> submissions(Body body, References references) {
    return body.objects("submissions", MOST_SUBMISSIONS).or(List.of()).stream()
        .map(submission -> SubmissionBody.read(submission, references))
        .toList();
  }

  private static List<PaymentTransactionBody> payments(Body body, References references) {
    List<PaymentTransactionBody> payments = new ArrayList<>();
    for (Body payment : body.objects("transaction_payments", MOST_PAYMENTS).or(List.of())) {
      payments.add(PaymentTransactionBody.readNested(payment, references));
    }
    return payments;
  }
}
