package supplychain;

import static supplychain.schema.Tables.HISTORY;

import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.JSONB;

/** What the history of the shared installation says. */
public final class Kept {
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

  private static List<String> where(Condition condition) {
    return Installation.shared()
        .database()
        .read(
            sql ->
                sql.selectFrom(HISTORY)
                    .where(condition)
                    .orderBy(HISTORY.ID)
                    .fetch(
                        row ->
                            "%s %s %s -> %s"
                                .formatted(
                                    row.get(HISTORY.OPERATION),
                                    row.get(HISTORY.KIND),
                                    text(row.get(HISTORY.BEFORE)),
                                    text(row.get(HISTORY.AFTER)))));
  }

  /** As it stands there: jOOQ's own text of it loses digits. */
  private static String text(JSONB json) {
    return json == null ? "null" : json.data();
  }
}
