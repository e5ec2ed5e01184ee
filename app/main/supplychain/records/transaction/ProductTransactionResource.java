package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.database.JsonObject;
import supplychain.database.Reader;
import supplychain.records.Filter;
import supplychain.records.NamedColumns;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.RecordKind.LastChange;
import supplychain.records.Recording.Grouping;
import supplychain.records.SubmissionColumns;
import supplychain.records.Visibility;
import supplychain.records.form.FormShapes;
import supplychain.schema.tables.PaymentTransaction;
import supplychain.schema.tables.ProductTransaction;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.ValueTypes;

/** The product transactions that a company recorded or is a party to. */
public final class ProductTransactionResource {
  private static final ProductTransaction GOODS = PRODUCT_TRANSACTION;
  private static final PaymentTransaction PAYMENT = PAYMENT_TRANSACTION;

  /** A lot that goods used. */
  private static final ProductTransaction USED = PRODUCT_TRANSACTION.as("lot");

  private static final Field<Integer> USED_PRODUCTS = countDistinct(USED.PRODUCT);

  /**
   * Whether a lot is in stock. A lot of unknown quantity without draws is in stock. This condition
   * and the next one must be those of indexes in db/V005__trade.sql: otherwise PostgreSQL does not
   * use the indexes.
   */
  private static final Condition IS_IN_STOCK =
      GOODS.REMAINING.isDistinctFrom(inline(BigDecimal.ZERO));

  /** Whether a lot is used up or reversed. */
  private static final Condition IS_USED_UP = GOODS.REMAINING.eq(inline(BigDecimal.ZERO));

  /** The last change that is no draw. */
  private static final Field<OffsetDateTime> MOVED = coalesce(GOODS.REVERSED_ON, GOODS.CREATED_ON);

  private static final Field<BigDecimal> CURRENT = currentQuantity(Reader.COMPANY, GOODS);

  private static final String FORM_FIELD_KEY = "form_field";
  private static final String HAS_FORM_VALUE = "has_form_value";

  private static final Field<String> PARENTS =
      NamedColumns.ofParents(PRODUCT_TRANSACTION_PARENT.PARENT.cast(String.class)).as("parents");

  private static final Field<OffsetDateTime> CHANGED =
      when(isHeldBy(Reader.COMPANY, GOODS), GOODS.UPDATED_ON).otherwise(MOVED);

  public static final RecordKind PRODUCT_TRANSACTIONS =
      new RecordKind(
              "/v1/transactions/product-transactions/",
              GOODS,
              goods(),
              Visibility.named(GOODS.COMPANY, GOODS.SOURCE, GOODS.DESTINATION))
          .filteredBy(
              TransactionFilters.with(
                  GOODS,
                  REVERSAL.PRODUCT_TRANSACTION,
                  Filter.id("of this product", GOODS.PRODUCT),
                  Filter.id(
                      "parent",
                      "that drew from this transaction",
                      ProductTransactionResource::drewFrom),
                  new Filter<>(
                      "parent_product",
                      "for which your company used only lots of this product",
                      ValueTypes.ID,
                      (used, caller, query) ->
                          List.of(
                              isSource(caller)
                                  .and(ofUsedLots(USED_PRODUCTS).eq(1))
                                  .and(
                                      ofUsedLots(min(USED.PRODUCT.cast(String.class)))
                                          .eq(used.toString())))),
                  new Filter<>(
                      "is_blend",
                      "for which your company used lots of several products (`true`) or not (`false`)",
                      ValueTypes.FLAG_TEXT,
                      (isBlend, caller, query) -> {
                        Condition blend = ofUsedLots(USED_PRODUCTS).gt(1);
                        return List.of(isSource(caller).and(isBlend ? blend : blend.not()));
                      }),
                  Filter.flag(
                      "is_internal",
                      "that moved within one company or farmer, such as processing (`true`), or not"
                          + " (`false`)",
                      GOODS.SOURCE.eq(GOODS.DESTINATION)),
                  new Filter<>(
                      FORM_FIELD_KEY,
                      "for which your company filled in the field with this key of its forms",
                      ValueTypes.filledText(Columns.limit(FORM_FIELD.KEY)),
                      (key, caller, query) ->
                          query.has(HAS_FORM_VALUE)
                              ? List.of(noCondition())
                              : List.of(formValue(query, caller).isNotNull())),
                  new Filter<>(
                      "form_value",
                      "with this value in the field `form_field`",
                      ValueTypes.filledText(Filter.MOST_CHARACTERS),
                      (value, caller, query) -> List.of(formValue(query, caller).eq(value))),
                  new Filter<>(
                      HAS_FORM_VALUE,
                      "with a value in the field `form_field` (`true`) or without one (`false`)",
                      ValueTypes.FLAG_TEXT,
                      (has, caller, query) -> {
                        Field<String> value = formValue(query, caller);
                        return List.of(has ? value.isNotNull() : value.isNull());
                      }),
                  new Filter<>(
                      "in_stock",
                      "that your company holds, and of which something is left (`true`) or nothing"
                          + " (`false`). With `destination`, the lots that this company or farmer"
                          + " holds, if you act for it",
                      ValueTypes.FLAG_TEXT,
                      ProductTransactionResource::inStock)))
          .columns(GOODS.ID, GOODS.NUMBER, GOODS.TYPE, GOODS.DATE, GOODS.SOURCE, GOODS.DESTINATION)
          .columns(GOODS.PRODUCT, GOODS.QUANTITY, GOODS.SOURCE_QUANTITY)
          .columns(CURRENT.as("current_quantity"), GOODS.AMOUNT)
          .columns(GOODS.CURRENCY, GOODS.INVOICE_NUMBER, GOODS.METHOD, GOODS.CARD)
          .columns(GOODS.QUALITY_CORRECTION, GOODS.VERIFICATION_LATITUDE)
          .columns(GOODS.VERIFICATION_LONGITUDE, PARENTS, GOODS.CREATED_ON)
          .columns(TransactionFilters.text(CHANGED).as("updated_on"))
          .columns(TransactionFilters.reversals(REVERSAL.PRODUCT_TRANSACTION, GOODS.ID))
          .changedFor(ProductTransactionResource::changes)
          .columnsOfParts(
              PaymentTransactionResource.PAYMENT_TRANSACTIONS,
              PAYMENT.TRANSACTION,
              paid("amount", PAYMENT.AMOUNT),
              paid("currency", NamedColumns.currencyCode(PAYMENT.CURRENCY)),
              paid("premium.name", NamedColumns.premiumName(PAYMENT.PREMIUM)),
              paid("selected_option", PAYMENT.SELECTED_OPTION),
              paid("method", PAYMENT.METHOD),
              paid("number", PAYMENT.NUMBER),
              paid("date", TransactionFilters.text(PAYMENT.DATE)))
          .columnsOfForms(new SubmissionColumns("TRANSACTION", SUBMISSION.PRODUCT_TRANSACTION))
          .createdBy(
              NewProductTransaction::record,
              body -> body.has("parents") ? Grouping.IN_TURN : Grouping.TOGETHER);

  private ProductTransactionResource() {}

  /** Whether a company acts for the destination. An operator, with no company, always does. */
  static Condition isHeldBy(Field<UUID> company, ProductTransaction lot) {
    return company
        .isNull()
        .or(lot.DESTINATION.eq(company))
        .or(
            exists(
                selectOne()
                    .from(FARMER)
                    .where(FARMER.ID.eq(lot.DESTINATION))
                    .and(FARMER.BUYER.eq(company))));
  }

  /**
   * The rest of a lot, for a company that acts for its destination. Others see the quantity that
   * moved, and never what the holder does with it.
   */
  public static Field<BigDecimal> currentQuantity(Field<UUID> company, ProductTransaction lot) {
    Field<BigDecimal> none = inline(BigDecimal.ZERO);
    return when(isHeldBy(company, lot), coalesce(lot.REMAINING, none))
        .when(lot.REVERSED_ON.isNull(), coalesce(lot.QUANTITY, none))
        .otherwise(none);
  }

  /** Only the source knows the products that it used. */
  private static Condition isSource(Caller caller) {
    return caller.isOperator() ? noCondition() : GOODS.SOURCE.eq(caller.company());
  }

  /** An aggregate over the lots that goods used. */
  private static <T> Field<T> ofUsedLots(Field<T> aggregate) {
    return field(
        select(aggregate)
            .from(PRODUCT_TRANSACTION_PARENT)
            .join(USED)
            .on(USED.ID.eq(PRODUCT_TRANSACTION_PARENT.PARENT))
            .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(GOODS.ID))
            .and(PRODUCT_TRANSACTION_PARENT.DRAWN.isDistinctFrom(inline(BigDecimal.ZERO))));
  }

  private static Condition drewFrom(UUID parent) {
    return exists(
        selectOne()
            .from(PRODUCT_TRANSACTION_PARENT)
            .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(GOODS.ID))
            .and(PRODUCT_TRANSACTION_PARENT.PARENT.eq(parent)));
  }

  /** The value of a field in the forms that the caller's company filled in; several in one text. */
  private static Field<String> formValue(Body query, Caller caller) {
    query.require(FORM_FIELD_KEY);
    String key =
        query.get(FORM_FIELD_KEY, ValueTypes.filledText(Columns.limit(FORM_FIELD.KEY))).value();
    Field<String> all = groupConcatDistinct(SUBMISSION_VALUE.VALUE).separator(" + ");
    return field(
        select(nullif(left(all, Filter.MOST_CHARACTERS), ""))
            .from(SUBMISSION)
            .join(SUBMISSION_VALUE)
            .on(SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID))
            .join(FORM_FIELD)
            .on(FORM_FIELD.ID.eq(SUBMISSION_VALUE.FIELD))
            .where(SUBMISSION.PRODUCT_TRANSACTION.eq(GOODS.ID), FORM_FIELD.KEY.eq(key))
            .and(caller.isOperator() ? noCondition() : SUBMISSION.COMPANY.eq(caller.company())));
  }

  private static List<Condition> inStock(boolean isInStock, Caller caller, Body query) {
    Field<UUID> company = val(caller.company());
    Condition isHeld =
        caller.isOperator()
            ? noCondition()
            : query.has("destination") ? isHeldBy(company, GOODS) : GOODS.DESTINATION.eq(company);
    return List.of(isHeld.and(isInStock ? IS_IN_STOCK : IS_USED_UP));
  }

  private static List<LastChange> changes(Caller caller) {
    if (caller.isOperator()) {
      return List.of(new LastChange(noCondition(), GOODS.UPDATED_ON));
    }
    Condition isHeld = isHeldBy(val(caller.company()), GOODS);
    return List.of(new LastChange(isHeld, GOODS.UPDATED_ON), new LastChange(isHeld.not(), MOVED));
  }

  /** A value of the payment, or of several payments in one cell. */
  private static <T> Field<T> paid(String name, Field<T> value) {
    Field<String> all =
        listAgg(coalesce(value.cast(String.class), inline("")), " + ")
            .withinGroupOrderBy(PAYMENT.ID);
    return field(
            select(nullif(all, inline(""))).from(PAYMENT).where(PAYMENT.TRANSACTION.eq(GOODS.ID)))
        .coerce(value)
        .as("transaction_payments." + name);
  }

  /** The ProductTransaction of the interface. */
  private static Field<JSON> goods() {
    return new JsonObject()
        .decimals(GOODS.AMOUNT)
        .columns(GOODS.SOURCE, GOODS.DESTINATION, GOODS.PRODUCT, GOODS.ID)
        .value(
            "transaction_payments",
            JsonObject.array(
                PaymentTransactionResource.document(false),
                PAYMENT,
                PAYMENT.TRANSACTION.eq(GOODS.ID),
                PAYMENT.ID))
        .columns(GOODS.CURRENCY)
        .value("submissions", FormShapes.submissionsOf(GOODS.ID))
        .value("card_details", NestedDocuments.card(GOODS.CARD))
        .value("currency_details", NestedDocuments.currency(GOODS.CURRENCY))
        .columns(GOODS.NUMBER, GOODS.CREATED_ON, GOODS.DATE, GOODS.INVOICE_NUMBER)
        .columns(GOODS.VERIFICATION_LATITUDE, GOODS.VERIFICATION_LONGITUDE, GOODS.METHOD)
        .columns(GOODS.QUALITY_CORRECTION)
        .decimals(GOODS.QUANTITY)
        .users(GOODS.CREATOR, GOODS.UPDATER)
        .columns(GOODS.CARD)
        .value(
            "parents",
            JsonObject.array(
                PRODUCT_TRANSACTION_PARENT.PARENT,
                PRODUCT_TRANSACTION_PARENT,
                PRODUCT_TRANSACTION_PARENT.CHILD.eq(GOODS.ID),
                PRODUCT_TRANSACTION_PARENT.POSITION))
        .columns(GOODS.TYPE)
        .decimals(GOODS.SOURCE_QUANTITY)
        .value("current_quantity", CURRENT.cast(String.class))
        .value("updated_on", CHANGED)
        .columns(GOODS.INVOICE)
        .build();
  }
}
