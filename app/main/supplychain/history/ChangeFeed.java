package supplychain.history;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Author;
import supplychain.database.Database;

/**
 * The position of this database in the order of transactions. Every change of a transaction below
 * the horizon is visible, and no further change can appear there.
 *
 * @param archived the history of all transactions before this one is in archives
 * @param horizon the oldest transaction that is in progress in this database
 */
public record ChangeFeed(UUID installation, long archived, long horizon) {
  private static final Author AUTHOR = new Author(Caller.SYSTEM, "changes");

  /** Numbers new transactions above all in the history, also those of another cluster. */
  private static final String RENEW =
      """
      update change_feed
         set installation = gen_random_uuid(),
             cluster = system_identifier,
             earlier = greatest(0, (select coalesce(max(transaction), 0) + 1 from history)
                                     - pg_current_xact_id()::text::bigint)
        from pg_control_system()
      """;

  /**
   * The oldest transaction in progress, except those of other databases of the same PostgreSQL,
   * which write nothing here. A transaction counts unless it is surely theirs. A standby does not
   * list the transactions in progress, so there all of them count.
   */
  private static final String HORIZON =
      """
      (select case when pg_is_in_recovery() then pg_snapshot_xmin(snapshot)::text::bigint
                   else least((select min(mine::text::bigint)
                                 from pg_snapshot_xip(snapshot) mine
                                where mine::xid not in
                                      (select backend_xid
                                         from pg_stat_activity
                                        where datname <> current_database()
                                          and backend_xid is not null
                                        union all
                                       select transaction
                                         from pg_prepared_xacts
                                        where database <> current_database())),
                              pg_current_xact_id_if_assigned()::text::bigint,
                              pg_snapshot_xmax(snapshot)::text::bigint) end
         from pg_current_snapshot() snapshot)\
      """;

  static ChangeFeed now(DSLContext sql) {
    return sql.select(
            CHANGE_FEED.INSTALLATION,
            field(
                select(coalesce(max(HISTORY_ARCHIVE.TRANSACTION), inline(0L)))
                    .from(HISTORY_ARCHIVE)),
            CHANGE_FEED.EARLIER.plus(field(HORIZON, Long.class)))
        .from(CHANGE_FEED)
        .fetchSingle(row -> new ChangeFeed(row.value1(), row.value2(), row.value3()));
  }

  /** Makes all cursors expire, after records were restored. */
  public static void renew(DSLContext sql) {
    sql.execute(RENEW);
  }

  /** Makes all cursors expire if the database has moved to another cluster. */
  public static void renewAfterMove(Database database) {
    database.write(AUTHOR, sql -> sql.execute(RENEW + " where cluster <> system_identifier"));
  }

  /** The cursor before the first change that the database has. */
  ChangeCursor beginning() {
    return ChangeCursor.after(installation, archived, 0);
  }

  /** Refuses a cursor of another database, or of a change that this database does not have. */
  void require(DSLContext sql, ChangeCursor cursor) {
    boolean isKnown =
        cursor.installation().equals(installation)
            && (cursor.id() == 0
                ? cursor.transaction() >= archived
                : sql.fetchExists(
                    HISTORY,
                    HISTORY.ID.eq(cursor.id()),
                    HISTORY.TRANSACTION.eq(inline(cursor.transaction()))));
    if (!isKnown) {
      throw new Problem(
          ProblemType.CURSOR_EXPIRED,
          "This database does not have the change at the cursor. Start over: take a"
              + " cursor with after=now, then read the lists.");
    }
  }
}
