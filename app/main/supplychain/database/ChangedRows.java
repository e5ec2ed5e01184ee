package supplychain.database;

import static org.jooq.impl.DSL.*;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.TableField;
import org.jooq.UpdateSetMoreStep;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * Rows of one table that change together. Rows that set the same columns share a statement. Each
 * change records who changed the row, and when.
 */
public final class ChangedRows {
  /** The rendered statements, because rendering costs more than the change. */
  private static final Cache<Key, SqlText> RENDERED =
      Caffeine.newBuilder().maximumSize(200).build();

  private record Key(List<Field<?>> columns, boolean isOneRow) {}

  private final TableField<?, UUID> id;
  private final Field<UUID> updater;

  /** The rows that set the same columns: the updater first, those of the change, the id last. */
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
        (columns, alike) -> {
          boolean isOneRow = alike.size() == 1;
          Object[] values =
              isOneRow
                  ? ColumnArrays.ofOne(columns, alike.get(0))
                  : ColumnArrays.of(columns, alike);
          SqlText text = RENDERED.get(new Key(columns, isOneRow), key -> new SqlText(query(key)));
          batch.add(text, values);
        });
  }

  private Query query(Key key) {
    Map<Field<?>, Field<?>> values = new LinkedHashMap<>();
    for (Field<?> column : key.columns()) {
      values.put(
          column,
          key.isOneRow() ? SqlText.parameter(column.getType()) : ColumnArrays.given(column));
    }
    Field<?> wanted = values.remove(id);
    Condition isWanted = id.eq(wanted.coerce(UUID.class));
    Field<OffsetDateTime> updatedOn = id.getTable().field("updated_on", OffsetDateTime.class);
    UpdateSetMoreStep<?> update =
        DSL.using(SQLDialect.POSTGRES)
            .update(id.getTable())
            .set(updatedOn, later(updatedOn))
            .set(values);
    if (key.isOneRow()) {
      return update.where(isWanted); // Its parameter is the last one, as in add.
    }
    return update.from(ColumnArrays.unnest(key.columns())).where(isWanted);
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
