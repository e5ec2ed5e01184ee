package supplychain.history;

import static org.jooq.impl.DSL.field;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.Result;
import supplychain.database.SqlFile;

/** The history in the database, read newest first. */
public final class HistoryQueries {
  /** How many changes are in memory at the same time. */
  static final int PAGE = 100;

  private static final Field<String> DOCUMENT =
      field("change_document(history, app_user.email)::text", String.class);

  private static final SqlFile SQL = SqlFile.beside(HistoryQueries.class, "history.sql");

  private HistoryQueries() {}

  /** The tables with a history. */
  public static Set<String> kinds(DSLContext sql) {
    return Set.copyOf(SQL.call("kinds").fetch(sql).getValues("relname", String.class));
  }

  /** A record with all its present and past parts, and their parts. */
  static List<UUID> withParts(DSLContext sql, UUID record) {
    return SQL.call("with_parts").set("record", record).fetch(sql).getValues("id", UUID.class);
  }

  /**
   * Shows changes, newest first, until the receiver wants no more. To find all changes by one user,
   * PostgreSQL may have to read the whole history, so a transaction without limits of time is
   * right.
   *
   * @param taken receives each change as a JSON object, and returns whether it wants the next one
   */
  public static void each(DSLContext sql, Condition wanted, Predicate<String> taken) {
    long before = Long.MAX_VALUE;
    Result<Record2<Long, String>> page;
    do {
      page =
          sql.select(HISTORY.ID, DOCUMENT)
              .from(HISTORY)
              .leftJoin(APP_USER)
              .on(APP_USER.ID.eq(HISTORY.APP_USER))
              .where(wanted, HISTORY.ID.lt(before))
              .orderBy(HISTORY.ID.desc())
              .limit(PAGE)
              .fetch();
      for (Record2<Long, String> change : page) {
        before = change.value1();
        if (!taken.test(change.value2())) {
          return;
        }
      }
    } while (page.size() == PAGE);
  }
}
