package supplychain.database;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.validation.Columns;

/**
 * A row to insert: values by the names of their columns. If requests of several authors share the
 * transaction, {@code Authors.note} names the author of the row first.
 */
public record NewRow(Table<?> table, Map<String, Object> values) {
  /** A row with its id, and with this user as its creator and updater. */
  public NewRow(Table<?> table, UUID id, UUID user) {
    this(table, new LinkedHashMap<>());
    values.put("id", id);
    values.put("creator", user);
    values.put("updater", user);
  }

  /** A row with its id and its user, and with the columns of a body. */
  public NewRow(Table<?> table, UUID id, UUID user, Columns columns) {
    this(table, id, user);
    columns.values().forEach((column, value) -> values.put(column.getName(), value));
  }

  public <T> NewRow set(Field<T> column, T value) {
    values.put(column.getName(), value);
    return this;
  }

  /** Inserts it at once: runs the batch. Returns its id. */
  public UUID insert(DSLContext sql) {
    rows().insert(sql);
    return (UUID) values.get("id");
  }

  /** Inserts it at once, unless a unique key forbids it. Returns whether it was inserted. */
  public boolean insertUnlessThere(DSLContext sql) {
    return rows().insertUnlessThere(Batch.of(sql)).get(0);
  }

  private NewRows rows() {
    Field<?>[] columns = values.keySet().stream().map(table::field).toArray(Field<?>[]::new);
    return new NewRows(table, columns).add(this);
  }
}
