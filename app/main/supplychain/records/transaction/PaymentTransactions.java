package supplychain.records.transaction;

import static supplychain.schema.Tables.PAYMENT_TRANSACTION;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.FreeNumbers;
import supplychain.records.References;
import supplychain.validation.Body;

/** Records payment transactions. */
public final class PaymentTransactions {
  private PaymentTransactions() {}

  /**
   * Operation 4: creates a payment transaction from a body. The caller is a MEMBER or above of one
   * of its parties.
   */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    PaymentTransactionBody payment = PaymentTransactionBody.read(body, references);
    references.resolve(sql, body.findings());
    Parties parties = Parties.of(caller, references, payment.source(), payment.destination());
    Optional<PaidTransaction> paid = PaidTransaction.find(sql, caller, payment);
    if (parties.areKnown() && paid.isPresent()) {
      CheckedPayment.checkParties(body, parties, paid.get().source(), paid.get().destination());
    } else if (parties.areSame() && !body.has("transaction")) {
      body.refuse("destination", "same_party", "Nobody pays themselves.");
    }
    Terms terms = paid.map(p -> payment.terms().orFrom(p.terms())).orElse(payment.terms()).dated();
    boolean forTransaction = body.has("transaction");
    CheckedPayment.check(sql, payment, terms, forTransaction, parties, references);
    body.finish();
    parties.requireCaller(body);
    paid.ifPresent(transaction -> transaction.requireRoom(sql, payment));
    UUID currency = references.currency(terms.currency());
    if (currency == null) {
      currency = paid.map(PaidTransaction::currency).orElse(parties.currency());
    }
    CheckedPayment checked = new CheckedPayment(payment, parties, terms, currency);
    List<FreeNumbers.Own> number = List.of(checked.number());
    new FreeNumbers(sql, PAYMENT_TRANSACTION.COMPANY, PAYMENT_TRANSACTION.NUMBER, number)
        .require(number);
    NewPayments made = new NewPayments();
    UUID id = made.add(payment.transaction(), checked);
    made.insert(sql);
    return id;
  }
}
