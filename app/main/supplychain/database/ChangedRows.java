package supplychain.database;

import static org.jooq.impl.DSL.*;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * Rows of one table that change together. Rows that set the same columns share a statement. Each
 * change records who changed the row, and when.
 */
public final class ChangedRows {
  /** How many statements are kept before all of them are thrown away. */
  private static final int MOST_RENDERED = 200;

  /** The rendered statements, because rendering costs more than the change. */
  private static final Map<Key, SqlText> RENDERED = new ConcurrentHashMap<>();

  private record Key(List<Field<?>> columns, boolean isOneRow) {}

  private final TableField<?, UUID> id;
  private final Field<UUID> updater;

  /** The rows by their columns: the updater, those of the change, and the id. */
  private final Map<List<Field<?>>, List<Object[]>> rows = new LinkedHashMap<>();

  /** Changes of the table that has this id, without rows yet. */
  public ChangedRows(TableField<?, UUID> id) {
    this.id = id;
    updater = id.getTable().field("updater", UUID.class);
  }

  /** Adds a row, which this user changes. */
  public ChangedRows add(UUID record, UUID user, Map<Field<?>, Object> values) {
    List<Field<?>> columns = new ArrayList<>(List.of(updater));
    columns.addAll(values.keySet());
    columns.add(id);
    List<Object> row = new ArrayList<>(List.of(user));
    row.addAll(values.values());
    row.add(record);
    rows.computeIfAbsent(columns, absent -> new ArrayList<>()).add(row.toArray());
    return this;
  }

  /** Changes the rows when the batch runs. */
  public void change(Batch batch) {
    rows.forEach(
        (columns, some) -> {
          boolean isOneRow = some.size() == 1;
          Object[] values =
              isOneRow ? ColumnArrays.ofOne(columns, some.get(0)) : ColumnArrays.of(columns, some);
          batch.add(rendered(new Key(columns, isOneRow)), values);
        });
  }

  private SqlText rendered(Key key) {
    if (RENDERED.size() > MOST_RENDERED) {
      RENDERED.clear();
    }
    return RENDERED.computeIfAbsent(
        key,
        absent ->
            new SqlText(key.isOneRow() ? ofOneRow(key.columns()) : ofManyRows(key.columns())));
  }

  private Query ofOneRow(List<Field<?>> columns) {
    Map<Field<?>, Field<?>> values = new LinkedHashMap<>();
    columns.forEach(column -> values.put(column, SqlText.parameter(column.getType())));
    Field<?> wanted = values.remove(id); // It is the last parameter, as in add.
    return DSL.using(SQLDialect.POSTGRES)
        .update(id.getTable())
        .set(time())
        .set(values)
        .where(id.eq(wanted.coerce(UUID.class)));
  }

  private Query ofManyRows(List<Field<?>> columns) {
    Table<?> given =
        ColumnArrays.unnest(columns)
            .as("given", columns.stream().map(Field::getName).toArray(String[]::new));
    Map<Field<?>, Field<?>> values = new LinkedHashMap<>();
    columns.forEach(column -> values.put(column, field(name("given", column.getName()))));
    values.remove(id);
    return DSL.using(SQLDialect.POSTGRES)
        .update(id.getTable())
        .set(time())
        .set(values)
        .from(given)
        .where(id.eq(field(name("given", id.getName()), UUID.class)));
  }

  private Map<Field<?>, Field<?>> time() {
    Field<OffsetDateTime> updatedOn = id.getTable().field("updated_on", OffsetDateTime.class);
    return Map.of(updatedOn, later(updatedOn));
  }

  /**
   * The new value of this column: the present time, and always after the last change, even if the
   * clock was set back.
   */
  public static Field<OffsetDateTime> later(Field<OffsetDateTime> updatedOn) {
    return field(
        "greatest(clock_timestamp(), {0} + interval '1 microsecond')",
        SQLDataType.TIMESTAMPWITHTIMEZONE(6), updatedOn);
  }
}
