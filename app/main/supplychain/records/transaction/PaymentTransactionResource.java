package supplychain.records.transaction;

import static supplychain.schema.Tables.*;

import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.Recording.Grouping;
import supplychain.records.Visibility;
import supplychain.schema.tables.PaymentTransaction;

/** The payments that a company recorded or is a party to. */
public final class PaymentTransactionResource {
  private static final PaymentTransaction PAYMENT = PAYMENT_TRANSACTION;

  public static final RecordKind PAYMENT_TRANSACTIONS =
      new RecordKind(
              "/v1/transactions/payment-transactions/",
              PAYMENT,
              document(true),
              Visibility.named(PAYMENT.COMPANY, PAYMENT.SOURCE, PAYMENT.DESTINATION))
          .filteredBy(
              TransactionFilters.with(
                  PAYMENT,
                  REVERSAL.PAYMENT_TRANSACTION,
                  Filter.id("for this product transaction", PAYMENT.TRANSACTION),
                  Filter.id("of this premium", PAYMENT.PREMIUM),
                  Filter.flag(
                      "has_transaction",
                      "for a product transaction (`true`) or not (`false`)",
                      PAYMENT.TRANSACTION.isNotNull()),
                  Filter.flag(
                      "has_premium",
                      "of a premium (`true`) or not (`false`)",
                      PAYMENT.PREMIUM.isNotNull()),
                  Filter.choice("of this kind", PaymentType.class, PAYMENT.PAYMENT_TYPE)))
          .columns(PAYMENT.ID, PAYMENT.NUMBER, PAYMENT.TYPE, PAYMENT.PAYMENT_TYPE, PAYMENT.DATE)
          .columns(PAYMENT.SOURCE, PAYMENT.DESTINATION, PAYMENT.TRANSACTION, PAYMENT.PREMIUM)
          .columns(PAYMENT.SELECTED_OPTION, PAYMENT.AMOUNT, PAYMENT.CURRENCY)
          .columns(PAYMENT.INVOICE_NUMBER, PAYMENT.METHOD, PAYMENT.CARD)
          .columns(PAYMENT.VERIFICATION_LATITUDE, PAYMENT.VERIFICATION_LONGITUDE)
          .columns(PAYMENT.CREATED_ON, PAYMENT.UPDATED_ON)
          .columns(TransactionFilters.reversals(REVERSAL.PAYMENT_TRANSACTION, PAYMENT.ID))
          .createdBy(NewPayment::record, body -> Grouping.TOGETHER);

  private PaymentTransactionResource() {}

  /** The PaymentTransaction of the interface: whole, or as a product transaction shows it. */
  static Field<JSON> document(boolean isWhole) {
    JsonObject object = new JsonObject().columns(PAYMENT.SOURCE, PAYMENT.DESTINATION, PAYMENT.ID);
    if (isWhole) {
      object
          .value("premium_details", NestedDocuments.premium(PAYMENT.PREMIUM))
          .value("currency_details", NestedDocuments.currency(PAYMENT.CURRENCY));
    }
    return object
        .columns(PAYMENT.CURRENCY, PAYMENT.NUMBER, PAYMENT.CREATED_ON, PAYMENT.DATE)
        .columns(PAYMENT.INVOICE_NUMBER, PAYMENT.VERIFICATION_LATITUDE)
        .columns(PAYMENT.VERIFICATION_LONGITUDE, PAYMENT.METHOD, PAYMENT.PAYMENT_TYPE)
        .columns(PAYMENT.AMOUNT, PAYMENT.SELECTED_OPTION)
        .users(PAYMENT.CREATOR, PAYMENT.UPDATER)
        .columns(PAYMENT.CARD, PAYMENT.PREMIUM, PAYMENT.TRANSACTION)
        .value(
            "submissions",
            JsonObject.array(
                PAYMENT_TRANSACTION_SUBMISSION.SUBMISSION,
                PAYMENT_TRANSACTION_SUBMISSION,
                PAYMENT_TRANSACTION_SUBMISSION.PAYMENT_TRANSACTION.eq(PAYMENT.ID),
                PAYMENT_TRANSACTION_SUBMISSION.POSITION))
        .columns(PAYMENT.TYPE, PAYMENT.UPDATED_ON, PAYMENT.INVOICE)
        .build();
  }
}
