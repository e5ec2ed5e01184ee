package supplychain.records.transaction;

import static supplychain.schema.Tables.*;

import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.NestedDocuments;

/** The PaymentTransaction of the interface, as one query. */
final class PaymentTransactionDocument {
  /** The document inside a product transaction, without the nested details. */
  static final Field<JSON> NESTED_OBJECT = object(false);

  /** The whole document. */
  static final Field<JSON> OBJECT = object(true);

  private PaymentTransactionDocument() {}

  private static Field<JSON> object(boolean detailed) {
    JsonObject object =
        new JsonObject()
            .columns(PAYMENT_TRANSACTION.SOURCE, PAYMENT_TRANSACTION.DESTINATION)
            .columns(PAYMENT_TRANSACTION.ID);
    if (detailed) {
      object
          .value("premium_details", NestedDocuments.premium(PAYMENT_TRANSACTION.PREMIUM))
          .value("currency_details", NestedDocuments.currency(PAYMENT_TRANSACTION.CURRENCY));
    }
    return object
        .columns(PAYMENT_TRANSACTION.CURRENCY, PAYMENT_TRANSACTION.NUMBER)
        .columns(PAYMENT_TRANSACTION.CREATED_ON, PAYMENT_TRANSACTION.DATE)
        .columns(PAYMENT_TRANSACTION.INVOICE_NUMBER, PAYMENT_TRANSACTION.VERIFICATION_LATITUDE)
        .columns(PAYMENT_TRANSACTION.VERIFICATION_LONGITUDE, PAYMENT_TRANSACTION.METHOD)
        .columns(PAYMENT_TRANSACTION.PAYMENT_TYPE, PAYMENT_TRANSACTION.AMOUNT)
        .columns(PAYMENT_TRANSACTION.SELECTED_OPTION)
        .users(PAYMENT_TRANSACTION.CREATOR, PAYMENT_TRANSACTION.UPDATER)
        .columns(PAYMENT_TRANSACTION.CARD)
        .columns(PAYMENT_TRANSACTION.PREMIUM, PAYMENT_TRANSACTION.TRANSACTION)
        .value(
            "submissions",
            JsonObject.array(
                PAYMENT_TRANSACTION_SUBMISSION.SUBMISSION,
                PAYMENT_TRANSACTION_SUBMISSION,
                PAYMENT_TRANSACTION_SUBMISSION.PAYMENT_TRANSACTION.eq(PAYMENT_TRANSACTION.ID),
                PAYMENT_TRANSACTION_SUBMISSION.POSITION))
        .columns(PAYMENT_TRANSACTION.TYPE, PAYMENT_TRANSACTION.UPDATED_ON)
        .columns(PAYMENT_TRANSACTION.INVOICE)
        .build();
  }
}
