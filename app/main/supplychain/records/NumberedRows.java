package supplychain.records;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.TableField;
import supplychain.database.Rows;

/** New rows of a table whose records have numbers, inserted together. */
public final class NumberedRows {
  private static final Set<String> BY_DEFAULT = Set.of("created_on", "updated_on");

  private final TableField<?, String> number;
  private final Rows rows;

  /** Starts without rows, for the table with this number column. */
  public NumberedRows(TableField<?, String> number) {
    this.number = number;
    rows =
        new Rows(
            number.getTable(),
            Stream.of(number.getTable().fields())
                .filter(column -> !BY_DEFAULT.contains(column.getName()))
                .toArray(Field<?>[]::new));
  }

  /**
   * Adds a row.
   *
   * @param own the number in the body; null if the service generates it
   * @param values of every other column
   */
  public void add(String own, Map<Field<?>, Object> values) {
    values.put(number, own == null ? Numbers.generate() : own);
    rows.add(values);
  }

  /** Inserts them. If a number is not free, the whole write runs again. */
  public void insert(DSLContext sql) {
    rows.insert(sql);
  }
}
