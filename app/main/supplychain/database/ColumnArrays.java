package supplychain.database;

import static java.util.stream.Collectors.joining;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * Binds many rows as one array for each column. So one SQL text serves any number of rows, and the
 * driver keeps it prepared.
 */
final class ColumnArrays {
  /** PostgreSQL's types of the values of columns. */
  static final Map<Class<?>, String> TYPES =
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

  private ColumnArrays() {}

  /** The table {@code given} of the rows, with an array as the parameter of each column. */
  static Table<?> unnest(List<Field<?>> columns) {
    String arrays =
        columns.stream().map(column -> "?::" + type(column) + "[]").collect(joining(", "));
    String[] names = columns.stream().map(Field::getName).toArray(String[]::new);
    return DSL.table("unnest({0})", DSL.raw(arrays)).as("given", names);
  }

  /** The value of a column in this table. */
  static Field<?> given(Field<?> column) {
    Field<?> given = field(name("given", column.getName()));
    return column.getType().isArray() ? given.cast(column) : given;
  }

  /** PostgreSQL would make one array of the arrays of all rows, so it gets them as texts. */
  private static String type(Field<?> column) {
    return column.getType().isArray() ? "text" : TYPES.get(column.getType());
  }

  /** The parameters of such a table. The values of a row are in the order of the columns. */
  static Object[] of(List<Field<?>> columns, List<Object[]> rows) {
    Object[] arrays = new Object[columns.size()];
    for (int i = 0; i < arrays.length; i++) {
      int column = i;
      Object[] values = new Object[rows.size()];
      Arrays.setAll(values, row -> text(rows.get(row)[column]));
      arrays[i] = new SqlText.SqlArray(type(columns.get(column)), values);
    }
    return arrays;
  }

  /** The parameters of one row, whose nulls have the types of its columns. */
  static Object[] ofOne(List<Field<?>> columns, Object[] row) {
    Object[] values = row.clone();
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        String type = TYPES.get(columns.get(i).getType());
        // The driver sends a text as this type.
        values[i] = new SqlText.Null(type.equals("text") ? "varchar" : type);
      }
    }
    return values;
  }

  /**
   * Ids and JSON as their texts: the text of a JSONB object would leave out the last zeros of
   * 1.3500.
   */
  private static Object text(Object value) {
    if (value instanceof UUID[] ids) {
      return Stream.of(ids).map(UUID::toString).collect(joining(",", "{", "}"));
    }
    return value instanceof JSONB json ? json.data() : value;
  }
}
