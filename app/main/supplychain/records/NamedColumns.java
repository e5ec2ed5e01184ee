package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.TableField;
import supplychain.database.Reader;
import supplychain.schema.tables.Company;
import supplychain.schema.tables.PaymentTransaction;
import supplychain.schema.tables.ProductTransaction;

/**
 * The columns of a table that names other records as people do, not by their ids. Their names are
 * those of a table to import, such as {@code source.number}. A cell is empty if the reader may not
 * see the name.
 */
public final class NamedColumns {
  private static final Company NAMED_COMPANY = COMPANY.as("named_company");
  private static final ProductTransaction LOT = PRODUCT_TRANSACTION.as("lot");
  private static final PaymentTransaction PAYMENT = PAYMENT_TRANSACTION;
  private static final Condition IS_OWN_FARMER = isOwn(FARMER.BUYER);

  private NamedColumns() {}

  /** The condition that the reader is an operator or one of these companies. */
  private static Condition isOwn(Field<?>... companies) {
    return Reader.COMPANY.isNull().or(Reader.COMPANY.in(companies));
  }

  /** These columns, with names in place of ids. */
  static List<Field<?>> of(List<Field<?>> columns) {
    return columns.stream().<Field<?>>flatMap(NamedColumns::named).toList();
  }

  private static Stream<Field<?>> named(Field<?> column) {
    String name = column.getName();
    if (column.getType() != UUID.class) {
      return Stream.of(name.equals("parents") ? numbersOfParents() : column);
    }
    Field<UUID> id = column.coerce(UUID.class);
    return FieldTarget.of(name)
        .map(target -> named(target, name, id))
        .orElseGet(() -> Stream.of(column));
  }

  private static Stream<Field<?>> named(FieldTarget target, String name, Field<UUID> id) {
    return switch (target) {
      case PARTY, FARMER ->
          Stream.of(
              find(FARMER.NUMBER, FARMER.ID, id, IS_OWN_FARMER).as(name + ".number"),
              partyName(id).as(name + ".name"));
      case COMPANY ->
          Stream.of(
              find(NAMED_COMPANY.NAME, NAMED_COMPANY.ID, id, isOwn(NAMED_COMPANY.ID))
                  .as(name + ".name"));
      case PRODUCT -> Stream.of(find(PRODUCT.NAME, PRODUCT.ID, id).as(name + ".name"));
      case PREMIUM -> Stream.of(premiumName(id).as(name + ".name"));
      case CURRENCY -> Stream.of(currencyCode(id).as(name));
      case CARD ->
          Stream.of(find(CARD.CARD_ID, CARD.ID, id, isOwn(CARD.COMPANY)).as(name + ".card_id"));
      case LOT -> Stream.of(number(id).as(name + ".number"));
      // A company can have several forms of a type.
      case FORM -> Stream.of(id);
      // The address of the user is a column already.
      case USER -> Stream.of();
    };
  }

  /** The name of a farmer or a company. A trace shows the parties of a transaction by this rule. */
  private static Field<String> partyName(Field<UUID> id) {
    Condition isNamed = IS_OWN_FARMER.or(FARMER.CONSENT_STATUS.eq(inline("GRANTED")));
    return coalesce(
        find(NAMED_COMPANY.NAME, NAMED_COMPANY.ID, id),
        find(NestedDocuments.FARMER_NAME, FARMER.ID, id, isNamed));
  }

  /** The name of the premium of a payment, for the parties of the payment. */
  public static Field<String> premiumName(Field<UUID> id) {
    Condition isSeen = isOwn(PREMIUM.OWNER, PAYMENT.COMPANY, PAYMENT.SOURCE, PAYMENT.DESTINATION);
    return find(PREMIUM.NAME, PREMIUM.ID, id, isSeen);
  }

  public static Field<String> currencyCode(Field<UUID> id) {
    return find(CURRENCY.CODE, CURRENCY.ID, id);
  }

  private static Field<String> number(Field<UUID> id) {
    return find(LOT.NUMBER, LOT.ID, id, isOwn(LOT.COMPANY, LOT.SOURCE, LOT.DESTINATION));
  }

  private static Field<String> numbersOfParents() {
    return ofParents(number(PRODUCT_TRANSACTION_PARENT.PARENT)).as("parents.number");
  }

  /** A value of each parent of a product transaction, separated by blanks. */
  public static Field<String> ofParents(Field<String> value) {
    return field(
        select(listAgg(value, " ").withinGroupOrderBy(PRODUCT_TRANSACTION_PARENT.POSITION))
            .from(PRODUCT_TRANSACTION_PARENT)
            .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(PRODUCT_TRANSACTION.ID)));
  }

  private static Field<String> find(
      Field<String> name, TableField<?, UUID> key, Field<UUID> id, Condition... isSeen) {
    return field(select(name).from(key.getTable()).where(key.eq(id)).and(and(isSeen)));
  }
}
