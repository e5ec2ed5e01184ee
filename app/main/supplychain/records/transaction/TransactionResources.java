package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.ID;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.form.FormShapes;

/** Both kinds of transactions: a company sees the ones that it recorded or is a party to. */
public final class TransactionResources {
  /** Whether a lot is in stock; a lot of unknown quantity without draws is. */
  private static final Condition IS_IN_STOCK =
      coalesce(PRODUCT_TRANSACTION.REMAINING, inline(BigDecimal.ONE)).gt(inline(BigDecimal.ZERO));

  /** Product transactions. */
  public static final RecordKind PRODUCT_TRANSACTIONS =
      new RecordKind(
              "/v1/transactions/product-transactions/",
              PRODUCT_TRANSACTION,
              ProductTransactionDocument.OBJECT,
              RecordKind.Visibility.named(
                  List.of(
                      PRODUCT_TRANSACTION.COMPANY,
                      PRODUCT_TRANSACTION.SOURCE,
                      PRODUCT_TRANSACTION.DESTINATION)),
              filters(
                  PRODUCT_TRANSACTION,
                  REVERSAL.PRODUCT_TRANSACTION,
                  Filter.id("product", "of this product", PRODUCT_TRANSACTION.PRODUCT),
                  new Filter<>(
                      "parent",
                      "that drew from this transaction",
                      ID,
                      parent ->
                          List.of(
                              exists(
                                  selectOne()
                                      .from(PRODUCT_TRANSACTION_PARENT)
                                      .where(
                                          PRODUCT_TRANSACTION_PARENT.CHILD.eq(
                                              PRODUCT_TRANSACTION.ID))
                                      .and(PRODUCT_TRANSACTION_PARENT.PARENT.eq(parent))))),
                  Filter.flag("in_stock", "of which something is left, or nothing", IS_IN_STOCK)))
          .columns(PRODUCT_TRANSACTION.ID, PRODUCT_TRANSACTION.NUMBER)
          .columns(PRODUCT_TRANSACTION.TYPE, PRODUCT_TRANSACTION.DATE)
          .columns(PRODUCT_TRANSACTION.SOURCE, PRODUCT_TRANSACTION.DESTINATION)
          .columns(PRODUCT_TRANSACTION.PRODUCT, PRODUCT_TRANSACTION.QUANTITY)
          .columns(PRODUCT_TRANSACTION.SOURCE_QUANTITY, current())
          .columns(PRODUCT_TRANSACTION.AMOUNT, PRODUCT_TRANSACTION.CURRENCY)
          .columns(PRODUCT_TRANSACTION.INVOICE_NUMBER, PRODUCT_TRANSACTION.METHOD)
          .columns(PRODUCT_TRANSACTION.CARD, PRODUCT_TRANSACTION.QUALITY_CORRECTION)
          .columns(PRODUCT_TRANSACTION.VERIFICATION_LATITUDE)
          .columns(PRODUCT_TRANSACTION.VERIFICATION_LONGITUDE, parents())
          .columns(PRODUCT_TRANSACTION.CREATED_ON, PRODUCT_TRANSACTION.UPDATED_ON)
          .createdTogetherBy(NewProductTransactions::record);

  /** Payment transactions. */
  public static final RecordKind PAYMENT_TRANSACTIONS =
      new RecordKind(
              "/v1/transactions/payment-transactions/",
              PAYMENT_TRANSACTION,
              PaymentTransactionDocument.OBJECT,
              RecordKind.Visibility.named(
                  List.of(
                      PAYMENT_TRANSACTION.COMPANY,
                      PAYMENT_TRANSACTION.SOURCE,
                      PAYMENT_TRANSACTION.DESTINATION)),
              filters(
                  PAYMENT_TRANSACTION,
                  REVERSAL.PAYMENT_TRANSACTION,
                  Filter.id(
                      "transaction",
                      "for this product transaction",
                      PAYMENT_TRANSACTION.TRANSACTION),
                  Filter.id("premium", "of this premium", PAYMENT_TRANSACTION.PREMIUM),
                  Filter.choice(
                      "payment_type",
                      "of this kind",
                      PaymentType.class,
                      PAYMENT_TRANSACTION.PAYMENT_TYPE)))
          .columns(PAYMENT_TRANSACTION.ID, PAYMENT_TRANSACTION.NUMBER)
          .columns(PAYMENT_TRANSACTION.TYPE, PAYMENT_TRANSACTION.PAYMENT_TYPE)
          .columns(PAYMENT_TRANSACTION.DATE, PAYMENT_TRANSACTION.SOURCE)
          .columns(PAYMENT_TRANSACTION.DESTINATION, PAYMENT_TRANSACTION.TRANSACTION)
          .columns(PAYMENT_TRANSACTION.PREMIUM, PAYMENT_TRANSACTION.SELECTED_OPTION)
          .columns(PAYMENT_TRANSACTION.AMOUNT, PAYMENT_TRANSACTION.CURRENCY)
          .columns(PAYMENT_TRANSACTION.INVOICE_NUMBER, PAYMENT_TRANSACTION.METHOD)
          .columns(PAYMENT_TRANSACTION.CARD, PAYMENT_TRANSACTION.VERIFICATION_LATITUDE)
          .columns(PAYMENT_TRANSACTION.VERIFICATION_LONGITUDE)
          .columns(PAYMENT_TRANSACTION.CREATED_ON, PAYMENT_TRANSACTION.UPDATED_ON)
          .createdBy(PaymentTransactions::record);

  private TransactionResources() {}

  private static Field<BigDecimal> current() {
    return coalesce(PRODUCT_TRANSACTION.REMAINING, inline(BigDecimal.ZERO)).as("current_quantity");
  }

  /**
   * The filters of both kinds, and more.
   *
   * @param rows the table, whose columns have the names of those of product transactions
   * @param reversed the column by which a reversal names one of them
   */
  private static List<Filter<?>> filters(Table<?> rows, Field<UUID> reversed, Filter<?>... more) {
    Field<UUID> source = rows.field(PRODUCT_TRANSACTION.SOURCE);
    Field<UUID> destination = rows.field(PRODUCT_TRANSACTION.DESTINATION);
    Field<OffsetDateTime> date = rows.field(PRODUCT_TRANSACTION.DATE);
    Condition isReversed =
        exists(selectOne().from(REVERSAL).where(reversed.eq(rows.field(PRODUCT_TRANSACTION.ID))));
    List<Filter<?>> filters = new ArrayList<>();
    filters.add(
        Filter.id(
            "entity", "to which this farmer or company is a party", List.of(source, destination)));
    filters.add(Filter.id("source", "from this farmer or company", source));
    filters.add(Filter.id("destination", "to this farmer or company", destination));
    filters.addAll(List.of(more));
    filters.add(Filter.id("card", "with this card", rows.field(PRODUCT_TRANSACTION.CARD)));
    filters.add(
        Filter.choice(
            "type",
            "that came in or went out",
            Direction.class,
            rows.field(PRODUCT_TRANSACTION.TYPE)));
    filters.add(Filter.flag("is_reversed", "that are reversed, or are not", isReversed));
    filters.add(
        Filter.start("number", "whose number starts so", rows.field(PRODUCT_TRANSACTION.NUMBER)));
    filters.add(
        Filter.start(
            "invoice_number",
            "whose invoice number starts so",
            rows.field(PRODUCT_TRANSACTION.INVOICE_NUMBER)));
    filters.add(Filter.from("date_from", "of this date or later", date));
    filters.add(Filter.before("date_before", "of before this date", date));
    return List.copyOf(filters);
  }

  /** The parents, separated by blanks. */
  private static Field<String> parents() {
    return field(
            select(
                    listAgg(PRODUCT_TRANSACTION_PARENT.PARENT.cast(String.class), " ")
                        .withinGroupOrderBy(PRODUCT_TRANSACTION_PARENT.POSITION))
                .from(PRODUCT_TRANSACTION_PARENT)
                .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(PRODUCT_TRANSACTION.ID)))
        .as("parents");
  }

  /** The ProductTransaction of the interface, as one query. */
  private static final class ProductTransactionDocument {
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
            .value("card_details", NestedDocuments.card(PRODUCT_TRANSACTION.CARD))
            .value("currency_details", NestedDocuments.currency(PRODUCT_TRANSACTION.CURRENCY))
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
}
