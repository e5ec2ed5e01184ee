package supplychain.transaction;

import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.listAgg;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;
import static supplychain.body.Kinds.ID;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION_PARENT;
import static supplychain.schema.Tables.REVERSAL;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import supplychain.http.Caller;
import supplychain.resource.Filter;
import supplychain.resource.Resource;

/** Transactions as they are read: a company sees those that it recorded or is a party to. */
public final class TransactionResources {
  /** What of a lot is left to draw from; of an unknown quantity that nobody took, all of it. */
  private static final Condition IS_IN_STOCK =
      coalesce(PRODUCT_TRANSACTION.REMAINING, inline(BigDecimal.ONE)).gt(inline(BigDecimal.ZERO));

  /** Product transactions. */
  public static final Resource PRODUCT_TRANSACTIONS =
      Resource.of(
          PRODUCT_TRANSACTION,
          PRODUCT_TRANSACTION.ID,
          PRODUCT_TRANSACTION.UPDATED_ON,
          ProductTransactionDocument.OBJECT,
          caller ->
              seen(
                  caller,
                  List.of(
                      PRODUCT_TRANSACTION.COMPANY,
                      PRODUCT_TRANSACTION.SOURCE,
                      PRODUCT_TRANSACTION.DESTINATION)),
          List.of(
              Filter.id(
                  "entity",
                  "to which this farmer or company is a party",
                  List.of(PRODUCT_TRANSACTION.SOURCE, PRODUCT_TRANSACTION.DESTINATION)),
              Filter.id("source", "from this farmer or company", PRODUCT_TRANSACTION.SOURCE),
              Filter.id(
                  "destination", "to this farmer or company", PRODUCT_TRANSACTION.DESTINATION),
              Filter.id("product", "of this product", PRODUCT_TRANSACTION.PRODUCT),
              Filter.id("card", "with this card", PRODUCT_TRANSACTION.CARD),
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
                                      PRODUCT_TRANSACTION_PARENT.CHILD.eq(PRODUCT_TRANSACTION.ID))
                                  .and(PRODUCT_TRANSACTION_PARENT.PARENT.eq(parent))))),
              Filter.choice(
                  "type", "that came in or went out", Direction.class, PRODUCT_TRANSACTION.TYPE),
              Filter.flag("in_stock", "of which something is left, or nothing", IS_IN_STOCK),
              Filter.flag(
                  "is_reversed",
                  "that are reversed, or are not",
                  isReversed(REVERSAL.PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.ID)),
              Filter.start("number", "whose number starts so", PRODUCT_TRANSACTION.NUMBER),
              Filter.start(
                  "invoice_number",
                  "whose invoice number starts so",
                  PRODUCT_TRANSACTION.INVOICE_NUMBER),
              Filter.from("date_from", "of this date or later", PRODUCT_TRANSACTION.DATE),
              Filter.before("date_before", "of before this date", PRODUCT_TRANSACTION.DATE)),
          PRODUCT_TRANSACTION.ID,
          PRODUCT_TRANSACTION.NUMBER,
          PRODUCT_TRANSACTION.TYPE,
          PRODUCT_TRANSACTION.DATE,
          PRODUCT_TRANSACTION.SOURCE,
          PRODUCT_TRANSACTION.DESTINATION,
          PRODUCT_TRANSACTION.PRODUCT,
          PRODUCT_TRANSACTION.QUANTITY,
          PRODUCT_TRANSACTION.SOURCE_QUANTITY,
          current(),
          PRODUCT_TRANSACTION.AMOUNT,
          PRODUCT_TRANSACTION.CURRENCY,
          PRODUCT_TRANSACTION.INVOICE_NUMBER,
          PRODUCT_TRANSACTION.METHOD,
          PRODUCT_TRANSACTION.CARD,
          PRODUCT_TRANSACTION.QUALITY_CORRECTION,
          PRODUCT_TRANSACTION.VERIFICATION_LATITUDE,
          PRODUCT_TRANSACTION.VERIFICATION_LONGITUDE,
          parents(),
          PRODUCT_TRANSACTION.CREATED_ON,
          PRODUCT_TRANSACTION.UPDATED_ON);

  /** Payment transactions. */
  public static final Resource PAYMENT_TRANSACTIONS =
      Resource.of(
          PAYMENT_TRANSACTION,
          PAYMENT_TRANSACTION.ID,
          PAYMENT_TRANSACTION.UPDATED_ON,
          PaymentTransactionDocument.OBJECT,
          caller ->
              seen(
                  caller,
                  List.of(
                      PAYMENT_TRANSACTION.COMPANY,
                      PAYMENT_TRANSACTION.SOURCE,
                      PAYMENT_TRANSACTION.DESTINATION)),
          List.of(
              Filter.id(
                  "entity",
                  "to which this farmer or company is a party",
                  List.of(PAYMENT_TRANSACTION.SOURCE, PAYMENT_TRANSACTION.DESTINATION)),
              Filter.id("source", "from this farmer or company", PAYMENT_TRANSACTION.SOURCE),
              Filter.id(
                  "destination", "to this farmer or company", PAYMENT_TRANSACTION.DESTINATION),
              Filter.id(
                  "transaction", "for this product transaction", PAYMENT_TRANSACTION.TRANSACTION),
              Filter.id("premium", "of this premium", PAYMENT_TRANSACTION.PREMIUM),
              Filter.id("card", "with this card", PAYMENT_TRANSACTION.CARD),
              Filter.flag(
                  "is_reversed",
                  "that are reversed, or are not",
                  isReversed(REVERSAL.PAYMENT_TRANSACTION, PAYMENT_TRANSACTION.ID)),
              Filter.choice(
                  "payment_type",
                  "of this kind",
                  PaymentType.class,
                  PAYMENT_TRANSACTION.PAYMENT_TYPE),
              Filter.choice(
                  "type", "that came in or went out", Direction.class, PAYMENT_TRANSACTION.TYPE),
              Filter.start("number", "whose number starts so", PAYMENT_TRANSACTION.NUMBER),
              Filter.start(
                  "invoice_number",
                  "whose invoice number starts so",
                  PAYMENT_TRANSACTION.INVOICE_NUMBER),
              Filter.from("date_from", "of this date or later", PAYMENT_TRANSACTION.DATE),
              Filter.before("date_before", "of before this date", PAYMENT_TRANSACTION.DATE)),
          PAYMENT_TRANSACTION.ID,
          PAYMENT_TRANSACTION.NUMBER,
          PAYMENT_TRANSACTION.TYPE,
          PAYMENT_TRANSACTION.PAYMENT_TYPE,
          PAYMENT_TRANSACTION.DATE,
          PAYMENT_TRANSACTION.SOURCE,
          PAYMENT_TRANSACTION.DESTINATION,
          PAYMENT_TRANSACTION.TRANSACTION,
          PAYMENT_TRANSACTION.PREMIUM,
          PAYMENT_TRANSACTION.SELECTED_OPTION,
          PAYMENT_TRANSACTION.AMOUNT,
          PAYMENT_TRANSACTION.CURRENCY,
          PAYMENT_TRANSACTION.INVOICE_NUMBER,
          PAYMENT_TRANSACTION.METHOD,
          PAYMENT_TRANSACTION.CARD,
          PAYMENT_TRANSACTION.VERIFICATION_LATITUDE,
          PAYMENT_TRANSACTION.VERIFICATION_LONGITUDE,
          PAYMENT_TRANSACTION.CREATED_ON,
          PAYMENT_TRANSACTION.UPDATED_ON);

  private TransactionResources() {}

  private static Field<BigDecimal> current() {
    return coalesce(PRODUCT_TRANSACTION.REMAINING, inline(BigDecimal.ZERO)).as("current_quantity");
  }

  private static Condition isReversed(Field<UUID> reversed, Field<UUID> id) {
    return exists(selectOne().from(REVERSAL).where(reversed.eq(id)));
  }

  /** The lots drawn from, with blanks between them. */
  private static Field<String> parents() {
    return field(
            select(
                    listAgg(PRODUCT_TRANSACTION_PARENT.PARENT.cast(String.class), " ")
                        .withinGroupOrderBy(PRODUCT_TRANSACTION_PARENT.POSITION))
                .from(PRODUCT_TRANSACTION_PARENT)
                .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(PRODUCT_TRANSACTION.ID)))
        .as("parents");
  }

  private static List<Condition> seen(Caller caller, List<Field<UUID>> parties) {
    return caller.isOperator()
        ? List.of(noCondition())
        : parties.stream().map(party -> party.eq(caller.company())).toList();
  }
}
