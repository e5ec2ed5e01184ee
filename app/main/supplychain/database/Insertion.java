package supplychain.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Field;
import org.jooq.InsertValuesStepN;
import org.jooq.Query;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * The SQL texts of inserts. Each choice of columns is rendered once; there are as many as places in
 * the code that insert.
 */
final class Insertion {
  private static final Map<Key, RenderedQuery> RENDERED = new ConcurrentHashMap<>();

  /** What happens to a row that a unique key forbids. */
  private enum Conflict {
    FAIL,
    LEAVE_OUT
  }

  /** The key has the names of the columns, which are quicker to compare than columns. */
  private record Key(String table, List<String> columns, Conflict conflict, List<String> key) {}

  private Insertion() {}

  /** An insert that fails if a unique key forbids a row. */
  static RenderedQuery of(Table<?> table, List<Field<?>> columns) {
    return rendered(table, columns, Conflict.FAIL, List.of());
  }

  /** An insert that skips a row that a unique key forbids: any key, or the one of these columns. */
  static RenderedQuery unlessThere(Table<?> table, List<Field<?>> columns, List<Field<?>> key) {
    return rendered(table, columns, Conflict.LEAVE_OUT, key);
  }

  private static RenderedQuery rendered(
      Table<?> table, List<Field<?>> columns, Conflict conflict, List<Field<?>> key) {
    return RENDERED.computeIfAbsent(
        new Key(table.getName(), names(columns), conflict, names(key)),
        absent -> new RenderedQuery(query(table, columns, conflict, key)));
  }

  private static Query query(
      Table<?> table, List<Field<?>> columns, Conflict conflict, List<Field<?>> key) {
    List<Field<?>> parameters = new ArrayList<>();
    columns.forEach(column -> parameters.add(RenderedQuery.parameter(column.getType())));
    InsertValuesStepN<?> insert = DSL.insertInto(table, columns).values(parameters);
    if (conflict == Conflict.FAIL) {
      return insert;
    }
    return key.isEmpty() ? insert.onConflictDoNothing() : insert.onConflict(key).doNothing();
  }

  private static List<String> names(List<Field<?>> columns) {
    return columns.stream().map(Field::getName).toList();
  }
}
