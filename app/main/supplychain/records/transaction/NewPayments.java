package supplychain.records.transaction;

import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.Rows;
import supplychain.records.FreeNumbers;
import supplychain.records.NumberedRows;
import supplychain.records.References;
import supplychain.validation.Body;

/** New payments and their references to submissions, inserted together. */
final class NewPayments {
  private final NumberedRows payments = new NumberedRows(PAYMENT_TRANSACTION.NUMBER);
  private final Rows submissions =
      new Rows(
          PAYMENT_TRANSACTION_SUBMISSION,
          PAYMENT_TRANSACTION_SUBMISSION.PAYMENT_TRANSACTION,
          PAYMENT_TRANSACTION_SUBMISSION.SUBMISSION,
          PAYMENT_TRANSACTION_SUBMISSION.POSITION);

  /**
   * Operation 4: creates a payment transaction from a body. The caller is a MEMBER or above of one
   * of its parties.
   */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    PaymentTransactionBody payment = PaymentTransactionBody.read(body, references);
    references.resolve(sql, body.findings());
    Parties parties = Parties.of(caller, references, payment.source(), payment.destination());
    Optional<PaidTransaction> paid = PaidTransaction.find(sql, caller, payment);
    CheckedPayment checked =
        CheckedPayment.of(payment, parties, paid, body.has("transaction"), references);
    body.finish();
    parties.requireCaller(body);
    paid.ifPresent(transaction -> transaction.requireRoom(sql, payment));
    List<FreeNumbers.Own> number = List.of(checked.number());
    new FreeNumbers(sql, PAYMENT_TRANSACTION.COMPANY, PAYMENT_TRANSACTION.NUMBER, number)
        .require(number);
    NewPayments made = new NewPayments();
    UUID id = made.add(payment.transaction(), checked);
    made.insert(sql);
    return id;
  }

  /** Adds a payment for this product transaction, null for none. Returns its id. */
  UUID add(UUID transaction, CheckedPayment checked) {
    UUID id = Ids.next();
    PaymentTransactionBody payment = checked.payment();
    payments.add(checked.terms().number(), row(id, transaction, checked));
    int position = 0;
    for (UUID submission : payment.submissions().values()) {
      submissions.add(id, submission, position++);
    }
    return id;
  }

  /** The row of a payment, still without its number. */
  private static Map<Field<?>, Object> row(UUID id, UUID transaction, CheckedPayment checked) {
    PaymentTransactionBody payment = checked.payment();
    Parties parties = checked.parties();
    Terms terms = checked.terms();
    PaymentType type = PaymentType.of(transaction != null, payment.premium() != null);
    return new NewRow(PAYMENT_TRANSACTION)
        .set(PAYMENT_TRANSACTION.ID, id)
        .set(PAYMENT_TRANSACTION.COMPANY, parties.recorder().orElseThrow())
        .set(PAYMENT_TRANSACTION.TYPE, parties.direction().name())
        .set(PAYMENT_TRANSACTION.PAYMENT_TYPE, type == null ? null : type.name())
        .set(PAYMENT_TRANSACTION.SOURCE, parties.source().id())
        .set(PAYMENT_TRANSACTION.DESTINATION, parties.destination().id())
        .set(PAYMENT_TRANSACTION.TRANSACTION, transaction)
        .set(PAYMENT_TRANSACTION.PREMIUM, payment.premium())
        .set(PAYMENT_TRANSACTION.SELECTED_OPTION, payment.selectedOption())
        .set(PAYMENT_TRANSACTION.AMOUNT, payment.amount())
        .set(PAYMENT_TRANSACTION.CURRENCY, checked.currency())
        .set(PAYMENT_TRANSACTION.CARD, terms.card())
        .set(PAYMENT_TRANSACTION.DATE, terms.date())
        .set(PAYMENT_TRANSACTION.INVOICE_NUMBER, terms.invoiceNumber())
        .set(PAYMENT_TRANSACTION.VERIFICATION_LATITUDE, terms.latitude())
        .set(PAYMENT_TRANSACTION.VERIFICATION_LONGITUDE, terms.longitude())
        .set(PAYMENT_TRANSACTION.METHOD, terms.methodOrImplied().name())
        .set(PAYMENT_TRANSACTION.INVOICE, terms.invoice())
        .set(PAYMENT_TRANSACTION.CREATOR, parties.caller().user())
        .set(PAYMENT_TRANSACTION.UPDATER, parties.caller().user())
        .values();
  }

  /** Inserts the payments, in the transaction of {@code sql}. */
  void insert(DSLContext sql) {
    payments.insert(sql);
    submissions.insert(sql);
  }
}
