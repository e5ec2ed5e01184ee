package supplychain.database;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;

/** A row to insert: values by column. */
public final class NewRow {
  private final Table<?> table;
  private final Map<Field<?>, Object> values = new LinkedHashMap<>();

  /** A row of this table, without values. */
  public NewRow(Table<?> table) {
    this.table = table;
  }

  /** Sets a column. */
  public <T> NewRow set(Field<T> column, T value) {
    values.put(column, value);
    return this;
  }

  /** The values by column. */
  public Map<Field<?>, Object> values() {
    return values;
  }

  /** Inserts it in the round trip of the next query, or of the commit. */
  public void insert(DSLContext sql) {
    Insertion.of(table, columns()).later(sql, values.values().toArray());
  }

  /**
   * Inserts it unless a unique key forbids it. Returns whether it was inserted.
   *
   * @param key the columns of that key; none for any key
   */
  public boolean insertUnlessThere(DSLContext sql, Field<?>... key) {
    return Insertion.unlessThere(table, columns(), List.of(key))
            .execute(sql, values.values().toArray())
        == 1;
  }

  private List<Field<?>> columns() {
    return List.copyOf(values.keySet());
  }
}
