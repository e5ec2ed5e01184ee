package supplychain.ingest;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.database.Rows;

/**
 * The refs that a file has had so far, so that each names one record. They stand in a temporary
 * table, because memory must not grow with the file.
 */
final class SeenRefs {
  private static final Table<Record> SEEN_REF = table(name("seen_ref"));
  private static final Field<String> KIND = field(name("kind"), SQLDataType.VARCHAR(20).notNull());
  private static final Field<String> REF =
      field(name("ref"), SQLDataType.VARCHAR(LoadRecord.REF_LENGTH).notNull());
  private static final Field<Long> LINE = field(name("line"), SQLDataType.BIGINT.notNull());

  private final DSLContext sql;

  /** None yet; to the end of the transaction. */
  SeenRefs(DSLContext sql) {
    this.sql = sql;
    sql.createTemporaryTable(SEEN_REF)
        .columns(KIND, REF, LINE)
        .primaryKey(KIND, REF)
        .onCommitDrop()
        .execute();
  }

  /** Adds the refs of these records; those whose ref was seen before are a mistake and left out. */
  List<NamedRecord> once(List<NamedRecord> records, Mistakes mistakes) {
    Rows rows = new Rows(SEEN_REF, KIND, REF, LINE);
    List<NamedRecord> named = records.stream().filter(NamedRecord::isNamed).toList();
    named.forEach(one -> rows.add(one.kind().title(), one.ref(), one.record().line()));
    List<Boolean> added = rows.insertUnlessThere(sql);
    List<NamedRecord> once = new ArrayList<>(records);
    for (int i = 0; i < named.size(); i++) {
      if (!added.get(i)) {
        refuse(named.get(i), mistakes);
        once.remove(named.get(i));
      }
    }
    return once;
  }

  private void refuse(NamedRecord again, Mistakes mistakes) {
    long first =
        sql.select(LINE)
            .from(SEEN_REF)
            .where(KIND.eq(again.kind().title()))
            .and(REF.eq(again.ref()))
            .fetchSingle(LINE);
    mistakes.add(
        again.record().pointer() + "/ref",
        again.record().line(),
        "duplicate",
        "The record on line %d has this ref already.".formatted(first));
  }
}
