package supplychain.records;

import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.UpdateSetMoreStep;
import org.jooq.exception.DataAccessException;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.ChangedRows;
import supplychain.database.SqlFailure;
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
        .set(updatedOn, ChangedRows.later(updatedOn));
  }

  /** Changes the record with this id at once: runs the batch. */
  public static void change(
      DSLContext sql, Caller caller, TableField<?, UUID> id, UUID record, Columns columns) {
    Batch batch = Batch.of(sql);
    new ChangedRows(id).add(record, caller.user(), columns.values()).change(batch);
    batch.run();
  }

  /**
   * Locks the row that meets these conditions to the end of the transaction. Returns its value in a
   * column; empty if there is no such row.
   */
  public static Optional<UUID> lock(
      DSLContext sql, TableField<?, UUID> column, Condition... conditions) {
    return sql.select(column)
        .from(column.getTable())
        .where(conditions)
        .forNoKeyUpdate()
        .fetchOptional(column);
  }

  /**
   * Runs a write of a value that must be unique, at once.
   *
   * @throws Problem CONFLICT with a finding at this field, if another record has the value
   */
  public static void unique(
      Body body, String name, String constraint, String rule, Runnable write) {
    try {
      write.run();
    } catch (DataAccessException e) {
      throw SqlFailure.violates(e, constraint) ? taken(body, name, rule) : e;
    }
  }

  /** The refusal of a value that another record has, by a rule after the value. */
  public static Problem taken(Body body, String name, String rule) {
    return conflict(body.pointer(name), "taken", body.withValue(name, rule));
  }

  /** The refusal of a value at this place of the body that contradicts a record. */
  public static Problem conflict(String place, String code, String detail) {
    return Problem.conflict(detail, new Finding(place, code, detail));
  }
}
