package supplychain.database;

import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;

/** A row to be inserted, its values each with their column. */
public final class NewRow {
  private final Table<?> table;
  private final List<Field<?>> columns = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();

  /** A row of this table, without values yet. */
  public NewRow(Table<?> table) {
    this.table = table;
  }

  /** Sets a column. */
  public <T> NewRow set(Field<T> column, T value) {
    columns.add(column);
    values.add(value);
    return this;
  }

  /** Inserts it. */
  public void insert(DSLContext sql) {
    Insertion.of(table, columns).execute(sql, values.toArray());
  }

  /**
   * Inserts it unless a unique key forbids; whether it was inserted.
   *
   * @param key the columns of that key; none for any key
   */
  public boolean insertUnlessThere(DSLContext sql, Field<?>... key) {
    return Insertion.unlessThere(table, columns, List.of(key)).execute(sql, values.toArray()) == 1;
  }
}
