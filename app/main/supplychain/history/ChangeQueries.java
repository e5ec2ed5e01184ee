package supplychain.history;

import static org.jooq.impl.DSL.*;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.SqlFile;

/** The changes in the database, in the order of their transactions. */
final class ChangeQueries {
  private static final SqlFile SQL = SqlFile.beside(ChangeQueries.class, "changes.sql");

  /** All companies read these changes. */
  static final UUID EVERYBODY = new UUID(0, 0);

  /** Only operators read these changes. */
  static final UUID OPERATORS = new UUID(-1, -1);

  /** How many rows of one transaction are read together. */
  static final int TOGETHER = 10_000;

  private static final int MOST_READERS = 3;

  /** The rows after a position, and the rest of the transaction in which they end. */
  private static final String ROWS =
      """
      with found as materialized (
        select id, transaction from (%s) as any_reader order by transaction, id limit {3}
      ),
      last as (select transaction, id from found order by transaction desc, id desc limit 1),
      rest as (select id, transaction from (%s) as any_reader order by id limit %d)
      select id, transaction from found union all select id, transaction from rest
      order by transaction, id
      """;

  private static final String AFTER = "(transaction, id) > ({0}, {1}) and transaction < {2}";

  private static final String REST =
      "transaction = (select transaction from last) and id > (select id from last)";

  private ChangeQueries() {}

  /**
   * A change of a record by one transaction of the database.
   *
   * @param id the id of its last row in the history
   * @param resource the kind of record, as in its path
   * @param change its JSON, without the path and the document of the record
   */
  record FeedChange(long transaction, long id, String resource, UUID record, String change) {}

  /** The readers of the changes from one transaction up to, but not including, another. */
  static Set<UUID> news(DSLContext sql, long from, long before) {
    return new HashSet<>(
        SQL.call("news")
            .set("from", from)
            .set("before", before)
            .list(
                sql,
                row -> Objects.requireNonNullElse(row.getObject("reader", UUID.class), OPERATORS)));
  }

  /** The position after the caller's last change. */
  static ChangeCursor last(DSLContext sql, Caller caller, ChangeFeed feed) {
    String newest = "transaction < {2} order by transaction desc, id desc limit 1";
    String query =
        "select id, transaction from (%s) as last order by transaction desc, id desc limit 1"
            .formatted(rows(caller, newest));
    Result<Record> last = rows(sql, caller, query, feed.beginning(), feed.horizon(), 1);
    return last.isEmpty() ? feed.beginning() : after(feed.installation(), last.get(0));
  }

  private static ChangeCursor after(UUID installation, Record row) {
    return ChangeCursor.after(
        installation, row.get("transaction", Long.class), row.get("id", Long.class));
  }

  /** The caller's changes after a cursor and below the horizon. */
  static List<FeedChange> page(
      DSLContext sql, Caller caller, ChangeCursor after, long horizon, int limit) {
    List<FeedChange> changes = List.of();
    ChangeCursor start = after;
    // Rows that lead to no change, such as those of a change before the cursor, end no page.
    while (changes.isEmpty()) {
      Result<Record> rows = rows(sql, caller, start, horizon, limit);
      if (rows.isEmpty()) {
        break;
      }
      changes = changes(sql, caller, after, rows.getValues("id", Long.class), limit);
      start = after(after.installation(), rows.get(rows.size() - 1));
    }
    return changes;
  }

  /** As many rows as the page has changes, and the rest of the last transaction. */
  private static Result<Record> rows(
      DSLContext sql, Caller caller, ChangeCursor after, long horizon, int limit) {
    String query =
        ROWS.formatted(
            rows(caller, AFTER + " order by transaction, id limit {3}"),
            rows(caller, REST + " order by id limit " + TOGETHER),
            TOGETHER);
    return rows(sql, caller, query, after, horizon, limit);
  }

  private static Result<Record> rows(
      DSLContext sql, Caller caller, String query, ChangeCursor after, long horizon, int limit) {
    return sql.fetch(
        query,
        val(after.transaction()),
        val(after.from()),
        val(horizon),
        val(limit),
        inline(caller.company(), UUID.class));
  }

  private static List<FeedChange> changes(
      DSLContext sql, Caller caller, ChangeCursor after, List<Long> rows, int limit) {
    return SQL.call("page")
        .set("rows", rows.toArray(Long[]::new))
        .set("transaction", after.transaction())
        .set("id", after.id())
        .set("resource", after.resource())
        .set("company", caller.company())
        .set("is_operator", caller.isOperator())
        .set("limit", limit)
        .list(
            sql,
            row ->
                new FeedChange(
                    row.getLong("transaction"),
                    row.getLong("id"),
                    row.getString("resource"),
                    row.getObject("record", UUID.class),
                    row.getString("change")));
  }

  /**
   * Searches for each reader on its own, each time by an index. The company is inlined, because a
   * plan for any company might walk through the changes of all.
   */
  private static String rows(Caller caller, String condition) {
    String select = "(select id, transaction from history where %s%s)";
    if (caller.isOperator()) {
      return select.formatted("", condition);
    }
    String mayRead = caller.role().compareTo(Role.ADMIN) >= 0 ? "" : "kind <> 'token' and ";
    return IntStream.rangeClosed(0, MOST_READERS)
        .mapToObj(
            i -> i == 0 ? "readers[1] = '" + EVERYBODY + "' and " : "readers[" + i + "] = {4} and ")
        .map(reader -> select.formatted(reader + mayRead, condition))
        .collect(Collectors.joining(" union all "));
  }
}
