package supplychain.records;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.database.Rows;
import supplychain.validation.Body;

/** New rows of a table whose records have numbers, inserted together. */
public final class NumberedRows {
  private record Row(Body body, String own, Map<Field<?>, Object> values) {}

  private static final Set<String> BY_DEFAULT = Set.of("created_on", "updated_on");

  private final Table<?> table;
  private final TableField<?, String> number;
  private final List<Row> rows = new ArrayList<>();

  /** Starts without rows, for the table with this number column. */
  public NumberedRows(TableField<?, String> number) {
    this.table = number.getTable();
    this.number = number;
  }

  /**
   * Adds a row.
   *
   * @param own the number in the body; null if the service generates it
   * @param values of every other column
   */
  public void add(Body body, String own, Map<Field<?>, Object> values) {
    rows.add(new Row(body, own, values));
  }

  /**
   * Inserts them.
   *
   * @throws Problem 409 if another request has just taken a client's own number
   */
  public void insert(DSLContext sql) {
    List<Row> left = rows;
    for (int attempt = 0; !left.isEmpty(); attempt++) {
      if (attempt == Numbers.ATTEMPTS) {
        throw new IllegalStateException("no free number in " + attempt + " attempts");
      }
      left = insertOnce(sql, left);
    }
  }

  /** Inserts the rows whose generated number is free; the others remain. */
  private List<Row> insertOnce(DSLContext sql, List<Row> some) {
    Rows numbered = new Rows(table, columns());
    for (Row row : some) {
      row.values().put(number, row.own() == null ? Numbers.generate() : row.own());
      numbered.add(row.values());
    }
    List<Boolean> inserted = numbered.insertUnlessThere(sql);
    List<Row> left = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      Row row = some.get(i);
      if (!inserted.get(i) && row.own() != null) {
        throw Updates.taken(row.body(), "number", Numbers.TAKEN);
      }
      if (!inserted.get(i)) {
        left.add(row);
      }
    }
    return left;
  }

  private Field<?>[] columns() {
    return Stream.of(table.fields())
        .filter(column -> !BY_DEFAULT.contains(column.getName()))
        .toArray(Field<?>[]::new);
  }
}
