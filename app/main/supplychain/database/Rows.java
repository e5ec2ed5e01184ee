package supplychain.database;

import static java.util.stream.Collectors.joining;
import static org.jooq.impl.DSL.*;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.InsertOnDuplicateStep;
import org.jooq.InsertReturningStep;
import org.jooq.InsertValuesStepN;
import org.jooq.JSONB;
import org.jooq.Query;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** New rows of one table, inserted together. */
public final class Rows {
  /** The rendered inserts. Their number stays small: each belongs to a place in the code. */
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

  private static final Set<String> SET_BY_DATABASE = Set.of("created_on", "updated_on", "document");

  /** How many rows an insert has, and what happens to a row that a unique key forbids. */
  private enum Form {
    ONE,
    ONE_UNLESS_THERE,
    MANY,
    MANY_UNLESS_THERE
  }

  /** The key has the names of the columns, which are quicker to compare than columns. */
  private record Key(String table, List<String> columns, Form form, List<String> key) {}

  private final Table<?> table;
  private final List<Field<?>> columns;
  private final List<Object[]> rows = new ArrayList<>();

  /** An insert into these columns, without rows yet. */
  public Rows(Table<?> table, Field<?>... columns) {
    this.table = table;
    this.columns = List.of(columns);
  }

  /** The same with all columns except for those that the database sets. */
  public static Rows of(Table<?> table) {
    return new Rows(
        table,
        Stream.of(table.fields())
            .filter(column -> !SET_BY_DATABASE.contains(column.getName()))
            .toArray(Field<?>[]::new));
  }

  /** Adds a row, its values in the order of the columns. */
  public Rows add(Object... values) {
    rows.add(values);
    return this;
  }

  /** Adds a row; columns without a value are null. */
  public Rows add(NewRow row) {
    rows.add(columns.stream().map(row.values()::get).toArray());
    return this;
  }

  /** Inserts the rows in the round trip of the next query, or of the commit. */
  public void insert(DSLContext sql) {
    if (!rows.isEmpty()) {
      Authors.tell(sql);
    }
    if (rows.size() == 1) {
      rendered(Form.ONE).later(sql, rows.get(0));
    } else if (!rows.isEmpty()) {
      rendered(Form.MANY).later(sql, arrays());
    }
  }

  /**
   * Inserts the rows that no unique key forbids. Returns for each row whether it was inserted.
   *
   * @param key the columns of that key; without columns, any unique key counts
   */
  public List<Boolean> insertUnlessThere(DSLContext sql, Field<?>... key) {
    if (rows.isEmpty()) {
      return List.of();
    }
    Authors.tell(sql);
    int id = names(columns).indexOf("id");
    if (rows.size() == 1 || id < 0) {
      int[] counts = rendered(Form.ONE_UNLESS_THERE, key).batch(sql, rows);
      return Arrays.stream(counts).mapToObj(count -> count == 1).toList();
    }
    List<Object> inserted =
        rendered(Form.MANY_UNLESS_THERE, key).list(sql, row -> row.getObject(1), arrays());
    return rows.stream().map(row -> inserted.contains(row[id])).toList();
  }

  /** The values of each column as an array. */
  private Object[] arrays() {
    Object[] arrays = new Object[columns.size()];
    for (int i = 0; i < arrays.length; i++) {
      int column = i;
      Object[] values = rows.stream().map(row -> text(row[column])).toArray();
      arrays[i] = new RenderedQuery.SqlArray(TYPES.get(columns.get(column).getType()), values);
    }
    return arrays;
  }

  /** JSON as its text, because the text of a JSONB object leaves out the last zeros of 1.3500. */
  private static Object text(Object value) {
    return value instanceof JSONB json ? json.data() : value;
  }

  private RenderedQuery rendered(Form form, Field<?>... key) {
    return RENDERED.computeIfAbsent(
        new Key(table.getName(), names(columns), form, names(List.of(key))),
        absent -> new RenderedQuery(query(form, key)));
  }

  private Query query(Form form, Field<?>... key) {
    if (form == Form.ONE || form == Form.ONE_UNLESS_THERE) {
      List<Field<?>> parameters = new ArrayList<>();
      columns.forEach(column -> parameters.add(RenderedQuery.parameter(column.getType())));
      InsertValuesStepN<?> insert = DSL.insertInto(table, columns).values(parameters);
      return form == Form.ONE ? insert : unlessThere(insert, key);
    }
    String arrays =
        columns.stream()
            .map(column -> "?::" + TYPES.get(column.getType()) + "[]")
            .collect(joining(", "));
    InsertOnDuplicateStep<?> insert =
        DSL.insertInto(table, columns)
            .select(select(asterisk()).from("unnest({0})", DSL.raw(arrays)));
    return form == Form.MANY ? insert : unlessThere(insert, key).returning(table.field("id"));
  }

  private static InsertReturningStep<?> unlessThere(
      InsertOnDuplicateStep<?> insert, Field<?>... key) {
    return key.length == 0 ? insert.onConflictDoNothing() : insert.onConflict(key).doNothing();
  }

  private static List<String> names(List<Field<?>> columns) {
    return columns.stream().map(Field::getName).toList();
  }
}
