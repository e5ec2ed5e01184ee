package supplychain.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;

/** New rows of one table, inserted together. */
public final class Rows {
  private final Table<?> table;
  private final List<Field<?>> columns;
  private final List<Object[]> rows = new ArrayList<>();

  /** No rows, with these columns. */
  public Rows(Table<?> table, Field<?>... columns) {
    this.table = table;
    this.columns = List.of(columns);
  }

  /** Adds a row, its values in the order of the columns. */
  public Rows add(Object... values) {
    rows.add(values);
    return this;
  }

  /** Adds a row; columns without a value are null. */
  public Rows add(Map<Field<?>, Object> values) {
    rows.add(columns.stream().map(values::get).toArray());
    return this;
  }

  /** Inserts the rows in the round trip of the next query, or of the commit. */
  public void insert(DSLContext sql) {
    if (rows.size() == 1) {
      Insertion.of(table, columns).later(sql, rows.get(0));
    } else if (!rows.isEmpty()) {
      Insertion.ofMany(table, columns).later(sql, arrays());
    }
  }

  private Object[] arrays() {
    Object[] arrays = new Object[columns.size()];
    for (int i = 0; i < arrays.length; i++) {
      int column = i;
      Object[] values = rows.stream().map(row -> row[column]).toArray();
      arrays[i] = Insertion.values(columns.get(column), values);
    }
    return arrays;
  }

  /** Inserts the rows that no unique key forbids. Returns for each row whether it was inserted. */
  public List<Boolean> insertUnlessThere(DSLContext sql) {
    if (rows.isEmpty()) {
      return List.of();
    }
    int[] counts = Insertion.unlessThere(table, columns, List.of()).batch(sql, rows);
    return Arrays.stream(counts).mapToObj(count -> count == 1).toList();
  }
}
