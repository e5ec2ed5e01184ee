package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.records.Filter;
import supplychain.schema.tables.ProductTransaction;
import supplychain.validation.ValueTypes;

/** The filters and columns that the lists of product and of payment transactions share. */
final class TransactionFilters {
  private static final ProductTransaction GOODS = PRODUCT_TRANSACTION;

  private TransactionFilters() {}

  /**
   * The filters of both kinds, and more.
   *
   * @param rows the table, whose columns have the names of those of product transactions
   * @param reversed the column by which a reversal names one of them
   */
  static Filter<?>[] with(Table<?> rows, Field<UUID> reversed, Filter<?>... more) {
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
            ValueTypes.ID,
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
    filters.add(Filter.inOrderOf("date_from", "of this date or later", date, date::ge));
    filters.add(Filter.inOrderOf("date_before", "before this date", date, date::lt));
    return filters.toArray(Filter<?>[]::new);
  }

  static Field<?>[] reversals(Field<UUID> reversed, Field<UUID> id) {
    Condition isOfIt = reversed.eq(id);
    return new Field<?>[] {
      field(select(text(REVERSAL.CREATED_ON)).from(REVERSAL).where(isOfIt)).as("reversed_on"),
      field(select(REVERSAL.REASON).from(REVERSAL).where(isOfIt)).as("reversal_reason")
    };
  }

  /** A time as a document shows it. */
  static Field<String> text(Field<OffsetDateTime> time) {
    return field("to_json({0}) #>> '{}'", String.class, time);
  }
}
