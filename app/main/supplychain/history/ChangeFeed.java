package supplychain.history;

import static org.jooq.impl.DSL.inline;
import static supplychain.schema.Tables.HISTORY;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.SqlFile;

/**
 * The position of this database in the order of transactions. Every change of a transaction below
 * the horizon is visible, and no further change can appear there.
 *
 * @param archived the history of all transactions before this one is in archives
 * @param horizon the oldest transaction that is in progress in this database
 */
public record ChangeFeed(UUID installation, long archived, long horizon) {
  private static final SqlFile SQL = SqlFile.beside(ChangeFeed.class, "changes.sql");
  private static final Author AUTHOR = new Author(Caller.SYSTEM, "changes");

  static ChangeFeed now(DSLContext sql) {
    return SQL.call("now").fetch(sql).get(0).into(ChangeFeed.class);
  }

  /** Makes all cursors expire, after records were restored. */
  public static void expireCursors(DSLContext sql) {
    SQL.call("renew").set("always", true).execute(sql);
  }

  /** Makes all cursors expire if the database has moved to another cluster. */
  public static void expireCursorsIfMoved(Database database) {
    database.write(AUTHOR, sql -> SQL.call("renew").set("always", false).execute(sql));
  }

  /** The cursor before the first change that the database has. */
  ChangeCursor beginning() {
    return ChangeCursor.after(installation, archived, 0);
  }

  /** Refuses a cursor of another database, or of a change that this database does not have. */
  void require(DSLContext sql, ChangeCursor cursor) {
    // The id 0 stands before the first change of its transaction.
    boolean isHere =
        cursor.id() == 0
            ? cursor.transaction() >= archived
            : sql.fetchExists(
                HISTORY,
                HISTORY.ID.eq(cursor.id()),
                HISTORY.TRANSACTION.eq(inline(cursor.transaction())));
    if (!isHere || !cursor.installation().equals(installation)) {
      throw new Problem(
          ProblemType.CURSOR_EXPIRED,
          "This database does not have the change at the cursor. Start over: take a"
              + " cursor with after=now, then read the lists.");
    }
  }
}
