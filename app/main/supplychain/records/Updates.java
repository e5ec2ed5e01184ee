package supplychain.records;

import static org.jooq.impl.DSL.*;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.UpdateSetMoreStep;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Updates of rows. Each one records who changed the row, and when. */
public final class Updates {
  private Updates() {}

  /** An UPDATE that sets {@code updater} and {@code updated_on}; it still needs its condition. */
  public static <R extends Record> UpdateSetMoreStep<R> of(
      DSLContext sql, Table<R> table, UUID updater) {
    Field<OffsetDateTime> updatedOn = table.field("updated_on", OffsetDateTime.class);
    return sql.update(table)
        .set(table.field("updater", UUID.class), updater)
        .set(updatedOn, after(updatedOn));
  }

  /** Changes the record with this id, in the round trip of the next query. */
  public static void change(
      DSLContext sql, Caller caller, TableField<?, UUID> id, UUID record, Columns columns) {
    Database.later(
        sql, of(sql, id.getTable(), caller.user()).set(columns.values()).where(id.eq(record)));
  }

  /** The present time, and always after the last change, even if the clock was set back. */
  public static Field<OffsetDateTime> after(Field<OffsetDateTime> updatedOn) {
    Field<OffsetDateTime> now = field("clock_timestamp()", SQLDataType.TIMESTAMPWITHTIMEZONE(6));
    Field<OffsetDateTime> next =
        field("{0} + interval '1 microsecond'", SQLDataType.TIMESTAMPWITHTIMEZONE(6), updatedOn);
    return greatest(now, next);
  }

  /**
   * Runs a write of a value that must be unique.
   *
   * @param constraint the name of the unique constraint or index
   * @throws Problem CONFLICT with a finding at this field, if another record has the value
   */
  public static void unique(
      DSLContext sql, Body body, String name, String constraint, String detail, Runnable write) {
    try {
      write.run();
      Database.now(sql);
    } catch (DataAccessException e) {
      throw Database.violates(e, constraint) ? taken(body, name, detail) : e;
    }
  }

  /** The refusal of a value that another record has. */
  public static Problem taken(Body body, String name, String detail) {
    return Problem.conflict(detail, new Finding(body.pointer(name), "taken", detail));
  }
}
