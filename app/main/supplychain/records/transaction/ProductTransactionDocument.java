package supplychain.records.transaction;

import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.inline;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION_PARENT;

import java.math.BigDecimal;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Shapes;
import supplychain.records.form.FormShapes;

/** The ProductTransaction of the interface, as one query. */
final class ProductTransactionDocument {
  static final Field<JSON> OBJECT =
      new JsonObject()
          .decimals(PRODUCT_TRANSACTION.AMOUNT)
          .columns(PRODUCT_TRANSACTION.SOURCE, PRODUCT_TRANSACTION.DESTINATION)
          .columns(PRODUCT_TRANSACTION.PRODUCT, PRODUCT_TRANSACTION.ID)
          .value(
              "transaction_payments",
              JsonObject.array(
                  PaymentTransactionDocument.NESTED_OBJECT,
                  PAYMENT_TRANSACTION,
                  PAYMENT_TRANSACTION.TRANSACTION.eq(PRODUCT_TRANSACTION.ID),
                  PAYMENT_TRANSACTION.ID))
          .columns(PRODUCT_TRANSACTION.CURRENCY)
          .value("submissions", FormShapes.submissionsOf(PRODUCT_TRANSACTION.ID))
          .value("card_details", Shapes.card(PRODUCT_TRANSACTION.CARD))
          .value("currency_details", Shapes.currency(PRODUCT_TRANSACTION.CURRENCY))
          .columns(PRODUCT_TRANSACTION.NUMBER, PRODUCT_TRANSACTION.CREATED_ON)
          .columns(PRODUCT_TRANSACTION.DATE, PRODUCT_TRANSACTION.INVOICE_NUMBER)
          .columns(PRODUCT_TRANSACTION.VERIFICATION_LATITUDE)
          .columns(PRODUCT_TRANSACTION.VERIFICATION_LONGITUDE, PRODUCT_TRANSACTION.METHOD)
          .columns(PRODUCT_TRANSACTION.QUALITY_CORRECTION)
          .decimals(PRODUCT_TRANSACTION.QUANTITY)
          .users(PRODUCT_TRANSACTION.CREATOR, PRODUCT_TRANSACTION.UPDATER)
          .columns(PRODUCT_TRANSACTION.CARD)
          .value(
              "parents",
              JsonObject.array(
                  PRODUCT_TRANSACTION_PARENT.PARENT,
                  PRODUCT_TRANSACTION_PARENT,
                  PRODUCT_TRANSACTION_PARENT.CHILD.eq(PRODUCT_TRANSACTION.ID),
                  PRODUCT_TRANSACTION_PARENT.POSITION))
          .columns(PRODUCT_TRANSACTION.TYPE)
          .decimals(PRODUCT_TRANSACTION.SOURCE_QUANTITY)
          .value(
              "current_quantity",
              coalesce(PRODUCT_TRANSACTION.REMAINING, inline(BigDecimal.ZERO)).cast(String.class))
          .columns(PRODUCT_TRANSACTION.UPDATED_ON, PRODUCT_TRANSACTION.INVOICE)
          .build();

  private ProductTransactionDocument() {}
}
