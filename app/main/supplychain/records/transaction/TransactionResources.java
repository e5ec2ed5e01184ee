package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.database.JsonObject;
import supplychain.database.Reader;
import supplychain.records.Filter;
import supplychain.records.LastChange;
import supplychain.records.NamedColumns;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.RecordKind.Visibility;
import supplychain.records.Recording.Grouping;
import supplychain.records.SubmissionColumns;
import supplychain.records.form.FormShapes;
import supplychain.schema.tables.PaymentTransaction;
import supplychain.schema.tables.ProductTransaction;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Kinds;

/** Both kinds of transactions: a company sees the ones that it recorded or is a party to. */
public final class TransactionResources {
  private static final ProductTransaction GOODS = PRODUCT_TRANSACTION;
  private static final PaymentTransaction PAYMENT = PAYMENT_TRANSACTION;

  /** Whether a lot is in stock; a lot of unknown quantity without draws is. */
  private static final Condition IS_IN_STOCK =
      coalesce(GOODS.REMAINING, inline(BigDecimal.ONE)).gt(inline(BigDecimal.ZERO));

  /** The last change that is no draw. */
  private static final Field<OffsetDateTime> MOVED = coalesce(GOODS.REVERSED_ON, GOODS.CREATED_ON);

  private static final Field<BigDecimal> CURRENT = currentQuantity(Reader.COMPANY, GOODS);

  private static final String FORM_FIELD_KEY = "form_field";
  private static final String HAS_FORM_VALUE = "has_form_value";

  private static final Field<String> PARENTS =
      NamedColumns.ofParents(PRODUCT_TRANSACTION_PARENT.PARENT.cast(String.class)).as("parents");

  private static final Field<OffsetDateTime> CHANGED =
      when(isHeldBy(Reader.COMPANY, GOODS), GOODS.UPDATED_ON).otherwise(MOVED);

  public static final RecordKind PAYMENT_TRANSACTIONS =
      RecordKind.at(
              "/v1/transactions/payment-transactions/",
              PAYMENT,
              payment(true),
              Visibility.named(PAYMENT.COMPANY, PAYMENT.SOURCE, PAYMENT.DESTINATION))
          .filters(
              filters(
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
          .columns(reversals(REVERSAL.PAYMENT_TRANSACTION, PAYMENT.ID))
          .createdBy(NewPayment::record, body -> Grouping.TOGETHER)
          .build();

  public static final RecordKind PRODUCT_TRANSACTIONS =
      RecordKind.at(
              "/v1/transactions/product-transactions/",
              GOODS,
              goods(),
              Visibility.named(GOODS.COMPANY, GOODS.SOURCE, GOODS.DESTINATION))
          .filters(
              filters(
                  GOODS,
                  REVERSAL.PRODUCT_TRANSACTION,
                  Filter.id("of this product", GOODS.PRODUCT),
                  new Filter<>(
                      "parent",
                      "that drew from this transaction",
                      Kinds.ID,
                      parent -> List.of(drewFrom(parent))),
                  new Filter<>(
                      "parent_product",
                      "for which your company used only lots of this product",
                      Kinds.ID,
                      (used, caller, query) ->
                          List.of(
                              isSource(caller)
                                  .and(ofUsedLots("count(distinct lot.product)", Long.class).eq(1L))
                                  .and(
                                      ofUsedLots("min(lot.product::text)::uuid", UUID.class)
                                          .eq(used)))),
                  new Filter<>(
                      "is_blend",
                      "for which your company used lots of several products (`true`) or not (`false`)",
                      Kinds.FLAG_TEXT,
                      (isBlend, caller, query) -> {
                        Condition blend =
                            ofUsedLots("count(distinct lot.product)", Long.class).gt(1L);
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
                      Kinds.filledText(Columns.limit(FORM_FIELD.KEY)),
                      (key, caller, query) ->
                          query.has(HAS_FORM_VALUE)
                              ? List.of(noCondition())
                              : List.of(formValue(query, caller).isNotNull())),
                  new Filter<>(
                      "form_value",
                      "with this value in the field `form_field`",
                      Kinds.filledText(Filter.MOST_CHARACTERS),
                      (value, caller, query) -> List.of(formValue(query, caller).eq(value))),
                  new Filter<>(
                      HAS_FORM_VALUE,
                      "with a value in the field `form_field` (`true`) or without one (`false`)",
                      Kinds.FLAG_TEXT,
                      (has, caller, query) -> {
                        Field<String> value = formValue(query, caller);
                        return List.of(has ? value.isNotNull() : value.isNull());
                      }),
                  new Filter<>(
                      "in_stock",
                      "that your company holds, and of which something is left (`true`) or nothing"
                          + " (`false`). With `destination`, the lots that this company or farmer"
                          + " holds, if you act for it",
                      Kinds.FLAG_TEXT,
                      TransactionResources::inStock)))
          .columns(GOODS.ID, GOODS.NUMBER, GOODS.TYPE, GOODS.DATE, GOODS.SOURCE, GOODS.DESTINATION)
          .columns(GOODS.PRODUCT, GOODS.QUANTITY, GOODS.SOURCE_QUANTITY)
          .columns(CURRENT.as("current_quantity"), GOODS.AMOUNT)
          .columns(GOODS.CURRENCY, GOODS.INVOICE_NUMBER, GOODS.METHOD, GOODS.CARD)
          .columns(GOODS.QUALITY_CORRECTION, GOODS.VERIFICATION_LATITUDE)
          .columns(GOODS.VERIFICATION_LONGITUDE, PARENTS, GOODS.CREATED_ON)
          .columns(text(CHANGED).as("updated_on"))
          .columns(reversals(REVERSAL.PRODUCT_TRANSACTION, GOODS.ID))
          .changedFor(TransactionResources::changes)
          .columnsWithNames(
              paid("amount", PAYMENT.AMOUNT),
              paid("currency", NamedColumns.currencyCode(PAYMENT.CURRENCY)),
              paid("premium.name", NamedColumns.premiumName(PAYMENT.PREMIUM)),
              paid("selected_option", PAYMENT.SELECTED_OPTION),
              paid("method", PAYMENT.METHOD),
              paid("number", PAYMENT.NUMBER),
              paid("date", text(PAYMENT.DATE)))
          .secondSheet(PAYMENT_TRANSACTIONS, PAYMENT.TRANSACTION)
          .columnsOfForms(new SubmissionColumns("TRANSACTION", SUBMISSION.PRODUCT_TRANSACTION))
          .createdBy(
              NewProductTransaction::record,
              body -> body.has("parents") ? Grouping.IN_TURN : Grouping.TOGETHER)
          .build();

  private TransactionResources() {}

  /**
   * Whether a company acts for the destination; an operator, whose company is null, always does.
   */
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
  private static <T> Field<T> ofUsedLots(String aggregate, Class<T> type) {
    return field(
        """
        (select %s from product_transaction_parent draw join product_transaction lot on lot.id = draw.parent
          where draw.child = {0} and draw.drawn is distinct from 0)"""
            .formatted(aggregate),
        type,
        GOODS.ID);
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
    String key = query.get(FORM_FIELD_KEY, Kinds.filledText(Columns.limit(FORM_FIELD.KEY))).value();
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
    return List.of(isHeld.and(isInStock ? IS_IN_STOCK : IS_IN_STOCK.not()));
  }

  private static List<LastChange> changes(Caller caller) {
    if (caller.isOperator()) {
      return List.of(new LastChange(noCondition(), GOODS.UPDATED_ON));
    }
    Condition isHeld = isHeldBy(val(caller.company()), GOODS);
    return List.of(new LastChange(isHeld, GOODS.UPDATED_ON), new LastChange(isHeld.not(), MOVED));
  }

  /**
   * The filters of both kinds, and more.
   *
   * @param rows the table, whose columns have the names of those of product transactions
   * @param reversed the column by which a reversal names one of them
   */
  private static Filter<?>[] filters(Table<?> rows, Field<UUID> reversed, Filter<?>... more) {
    Field<UUID> company = rows.field(GOODS.COMPANY);
    Field<UUID> source = rows.field(GOODS.SOURCE);
    Field<UUID> destination = rows.field(GOODS.DESTINATION);
    Field<OffsetDateTime> date = rows.field(GOODS.DATE);
    Condition isReversed =
        exists(selectOne().from(REVERSAL).where(reversed.eq(rows.field(GOODS.ID))));
    List<Filter<?>> filters = new ArrayList<>();
    filters.add(
        Filter.id("entity", "to which this farmer or company is a party", source, destination));
    filters.add(Filter.id("from this farmer or company", source));
    filters.add(Filter.id("to this farmer or company", destination));
    filters.addAll(List.of(more));
    filters.add(Filter.id("with this card", rows.field(GOODS.CARD)));
    filters.add(Filter.id("that this company recorded", company));
    filters.add(
        new Filter<>(
            "creator",
            "that this user of your company recorded",
            Kinds.ID,
            (user, caller, query) ->
                List.of(
                    rows.field(GOODS.CREATOR)
                        .eq(user)
                        .and(caller.isOperator() ? noCondition() : company.eq(caller.company())))));
    filters.add(Filter.id("in this currency", rows.field(GOODS.CURRENCY)));
    filters.add(
        Filter.flag(
            "has_currency",
            "with a currency (`true`) or without one (`false`)",
            rows.field(GOODS.CURRENCY).isNotNull()));
    filters.add(Filter.choice("with this method", Method.class, rows.field(GOODS.METHOD)));
    filters.add(Filter.choice("in this direction", Direction.class, rows.field(GOODS.TYPE)));
    filters.add(
        Filter.flag("is_reversed", "that are reversed (`true`) or not (`false`)", isReversed));
    filters.add(Filter.start(rows.field(GOODS.NUMBER)));
    filters.add(Filter.start(rows.field(GOODS.INVOICE_NUMBER)));
    filters.add(Filter.from("date_from", "of this date or later", date));
    filters.add(Filter.before("date_before", "before this date", date));
    return filters.toArray(Filter<?>[]::new);
  }

  /** When and why a transaction was reversed. */
  private static Field<?>[] reversals(Field<UUID> reversed, Field<UUID> id) {
    Condition isOfIt = reversed.eq(id);
    return new Field<?>[] {
      field(select(text(REVERSAL.CREATED_ON)).from(REVERSAL).where(isOfIt)).as("reversed_on"),
      field(select(REVERSAL.REASON).from(REVERSAL).where(isOfIt)).as("reversal_reason")
    };
  }

  /** A time as a document shows it. */
  private static Field<String> text(Field<OffsetDateTime> time) {
    return field("to_json({0}) #>> '{}'", String.class, time);
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
            JsonObject.array(payment(false), PAYMENT, PAYMENT.TRANSACTION.eq(GOODS.ID), PAYMENT.ID))
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

  /** The PaymentTransaction of the interface: whole, or as a product transaction shows it. */
  private static Field<JSON> payment(boolean isWhole) {
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
