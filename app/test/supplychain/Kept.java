package supplychain;

import static supplychain.schema.Tables.HISTORY;

import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/** The history of the shared installation. */
public final class Kept {
  private static final Field<String> CHANGE =
      DSL.field(
          "concat_ws(' ', operation, kind, coalesce(before::text, 'null'), '->',"
              + " coalesce(after::text, 'null'))",
          String.class);

  private Kept() {}

  /**
   * Of a request, by the id that its client gave it: operation, table, before and after of each
   * change, in their order.
   */
  public static List<String> ofRequest(String request) {
    return where(HISTORY.CLIENT_REQUEST.eq(request));
  }

  /** The updates of a record, likewise. */
  public static List<String> updatesOf(UUID record) {
    return where(HISTORY.RECORD.eq(record).and(HISTORY.OPERATION.eq("UPDATE")));
  }

  /** How many companies can follow a change, at the most. */
  public static int mostReaders() {
    Field<Integer> most = DSL.max(DSL.cardinality(HISTORY.READERS));
    return World.read(sql -> sql.select(most).from(HISTORY).fetchSingle(most));
  }

  private static List<String> where(Condition condition) {
    return World.read(
        sql -> sql.select(CHANGE).from(HISTORY).where(condition).orderBy(HISTORY.ID).fetch(CHANGE));
  }
}
