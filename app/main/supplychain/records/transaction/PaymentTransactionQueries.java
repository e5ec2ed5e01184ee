package supplychain.records.transaction;

import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.NewRow;
import supplychain.database.RenderedQuery;

/** Payment transactions in the database. */
final class PaymentTransactionQueries {
  private static final RenderedQuery OPTIONS =
      new RenderedQuery(
          select(PREMIUM_OPTION.ID, PREMIUM_OPTION.NAME)
              .from(PREMIUM_OPTION)
              .where(PREMIUM_OPTION.PREMIUM.eq(parameter(UUID.class)))
              .and(PREMIUM_OPTION.IS_ACTIVE));

  private PaymentTransactionQueries() {}

  /** Whether the payment's premium has the active option that it selects, by id or by name. */
  static boolean hasOption(DSLContext sql, PaymentTransactionBody payment) {
    return OPTIONS
        .list(
            sql,
            row ->
                row.getString(2).equals(payment.selectedOption())
                    || row.getString(1).equalsIgnoreCase(payment.selectedOption()),
            payment.premium())
        .contains(true);
  }

  /** The row of a payment, still without its number. */
  static NewRow row(UUID id, UUID transaction, CheckedPayment checked) {
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
        .set(PAYMENT_TRANSACTION.UPDATER, parties.caller().user());
  }
}
