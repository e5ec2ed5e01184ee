package supplychain.database;

import static java.util.stream.Collectors.joining;
import static org.jooq.impl.DSL.*;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.InsertValuesStepN;
import org.jooq.JSONB;
import org.jooq.Query;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * The SQL texts of inserts. Each choice of columns is rendered once; there are as many as places in
 * the code that insert.
 */
final class Insertion {
  private static final Map<Key, RenderedQuery> RENDERED = new ConcurrentHashMap<>();

  /** The PostgreSQL types of the columns that many rows are inserted into. */
  private static final Map<Class<?>, String> TYPES =
      Map.of(
          UUID.class, "uuid",
          String.class, "text",
          BigDecimal.class, "numeric",
          Boolean.class, "bool",
          Integer.class, "int4",
          Long.class, "int8",
          Double.class, "float8",
          OffsetDateTime.class, "timestamptz",
          LocalDate.class, "date",
          JSONB.class, "jsonb");

  /** How many rows an insert has, and what happens to a row that a unique key forbids. */
  private enum Form {
    ONE,
    ONE_UNLESS_THERE,
    MANY
  }

  /** The key has the names of the columns, which are quicker to compare than columns. */
  private record Key(String table, List<String> columns, Form form, List<String> key) {}

  private Insertion() {}

  /** An insert that fails if a unique key forbids the row. */
  static RenderedQuery of(Table<?> table, List<Field<?>> columns) {
    return rendered(table, columns, Form.ONE, List.of());
  }

  /** The same for many rows; its parameters are the values of each column as an array. */
  static RenderedQuery ofMany(Table<?> table, List<Field<?>> columns) {
    return rendered(table, columns, Form.MANY, List.of());
  }

  /** The values of a column, for an insert of many rows. */
  static SqlArray values(Field<?> column, Object... values) {
    // The text of a JSONB object leaves out the last zeros of 1.3500.
    Object[] texts =
        Stream.of(values).map(value -> value instanceof JSONB json ? json.data() : value).toArray();
    return new SqlArray(TYPES.get(column.getType()), texts);
  }

  /** An insert that skips a row that a unique key forbids: any key, or the one of these columns. */
  static RenderedQuery unlessThere(Table<?> table, List<Field<?>> columns, List<Field<?>> key) {
    return rendered(table, columns, Form.ONE_UNLESS_THERE, key);
  }

  private static RenderedQuery rendered(
      Table<?> table, List<Field<?>> columns, Form form, List<Field<?>> key) {
    return RENDERED.computeIfAbsent(
        new Key(table.getName(), names(columns), form, names(key)),
        absent -> new RenderedQuery(query(table, columns, form, key)));
  }

  private static Query query(
      Table<?> table, List<Field<?>> columns, Form form, List<Field<?>> key) {
    if (form == Form.MANY) {
      String arrays =
          columns.stream()
              .map(column -> "?::" + TYPES.get(column.getType()) + "[]")
              .collect(joining(", "));
      return DSL.insertInto(table, columns)
          .select(select(asterisk()).from("unnest({0})", DSL.raw(arrays)));
    }
    List<Field<?>> parameters = new ArrayList<>();
    columns.forEach(column -> parameters.add(RenderedQuery.parameter(column.getType())));
    InsertValuesStepN<?> insert = DSL.insertInto(table, columns).values(parameters);
    if (form == Form.ONE) {
      return insert;
    }
    return key.isEmpty() ? insert.onConflictDoNothing() : insert.onConflict(key).doNothing();
  }

  private static List<String> names(List<Field<?>> columns) {
    return columns.stream().map(Field::getName).toList();
  }
}
