package supplychain.records;

import static org.jooq.impl.DSL.any;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.TableField;
import supplychain.core.Caller;

/** The parts of a record on a second sheet of a workbook, and their column that names it. */
record SecondSheet(RecordKind parts, TableField<?, UUID> whole) {
  /** The parts of these records that the caller sees. */
  List<UUID> of(DSLContext sql, Caller caller, List<UUID> records) {
    return sql.select(parts.id)
        .from(parts.rows)
        .where(whole.eq(any(records.toArray(UUID[]::new))))
        .and(parts.isSeenBy(caller))
        .orderBy(parts.id)
        .fetch(parts.id);
  }
}
