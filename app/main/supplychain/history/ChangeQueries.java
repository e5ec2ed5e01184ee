package supplychain.history;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.HISTORY;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.Result;
import org.jooq.Row2;
import org.jooq.Select;
import org.jooq.SortOrder;
import org.jooq.Table;
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

  private ChangeQueries() {}

  /** A change by one transaction: the id of its last row, and its JSON without path and record. */
  record FeedChange(long transaction, long id, String resource, UUID record, String change) {}

  /** The readers of the changes from one transaction up to, but not including, another. */
  static Set<UUID> news(DSLContext sql, long from, long before) {
    return SQL.call("news").set("from", from).set("before", before).fetch(sql).stream()
        .map(row -> Objects.requireNonNullElse(row.get("reader", UUID.class), OPERATORS))
        .collect(Collectors.toSet());
  }

  static ChangeCursor last(DSLContext sql, Caller caller, ChangeFeed feed) {
    Condition isComplete = HISTORY.TRANSACTION.lt(feed.horizon());
    return rows(sql, caller, isComplete, SortOrder.DESC, 1).stream()
        .map(row -> ChangeCursor.after(feed.installation(), row.value1(), row.value2()))
        .findFirst()
        .orElse(feed.beginning());
  }

  static List<FeedChange> page(
      DSLContext sql, Caller caller, ChangeCursor after, long horizon, int limit) {
    Row2<Long, Long> position = row(after.transaction(), after.from());
    // Rows that lead to no change, such as those of a change before the cursor, end no page.
    while (true) {
      Condition isNext =
          row(HISTORY.TRANSACTION, HISTORY.ID).gt(position).and(HISTORY.TRANSACTION.lt(horizon));
      List<Record2<Long, Long>> rows =
          new ArrayList<>(rows(sql, caller, isNext, SortOrder.ASC, limit));
      if (rows.isEmpty()) {
        return List.of();
      }
      Record2<Long, Long> last = rows.get(rows.size() - 1);
      Condition isRest = HISTORY.TRANSACTION.eq(last.value1()).and(HISTORY.ID.gt(last.value2()));
      rows.addAll(rows(sql, caller, isRest, SortOrder.ASC, TOGETHER));
      List<FeedChange> changes = changes(sql, caller, after, rows, limit);
      if (!changes.isEmpty()) {
        return changes;
      }
      position = rows.get(rows.size() - 1).valuesRow();
    }
  }

  /**
   * The transactions and ids of rows that the caller may follow. Searches for each reader on its
   * own, each time by an index. The company is inlined, because a plan for any company might walk
   * through the changes of all.
   */
  private static Result<Record2<Long, Long>> rows(
      DSLContext sql, Caller caller, Condition which, SortOrder order, int limit) {
    Table<Record2<Long, Long>> rows =
        readers(caller).stream()
            .<Select<Record2<Long, Long>>>map(
                isReader ->
                    select(HISTORY.TRANSACTION, HISTORY.ID)
                        .from(HISTORY)
                        .where(isReader, which)
                        .orderBy(HISTORY.TRANSACTION.sort(order), HISTORY.ID.sort(order))
                        .limit(limit))
            .reduce(Select::unionAll)
            .orElseThrow()
            .asTable("any_reader");
    return sql.selectFrom(rows)
        .orderBy(rows.field(HISTORY.TRANSACTION).sort(order), rows.field(HISTORY.ID).sort(order))
        .limit(limit)
        .fetch();
  }

  /** The rows that the caller may follow, in parts that have an index each. */
  private static List<Condition> readers(Caller caller) {
    if (caller.isOperator()) {
      return List.of(noCondition());
    }
    boolean isAdmin = caller.role().compareTo(Role.ADMIN) >= 0;
    Condition mayRead = isAdmin ? noCondition() : HISTORY.KIND.ne(inline("token"));
    return Stream.of(
            reader(1).eq(inline(EVERYBODY)),
            reader(1).eq(inline(caller.company())),
            reader(2).eq(inline(caller.company())),
            reader(3).eq(inline(caller.company())))
        .map(mayRead::and)
        .toList();
  }

  private static Field<UUID> reader(int place) {
    return arrayGet(HISTORY.READERS, inline(place));
  }

  private static List<FeedChange> changes(
      DSLContext sql,
      Caller caller,
      ChangeCursor after,
      List<Record2<Long, Long>> rows,
      int limit) {
    return SQL.call("page")
        .set("rows", rows.stream().map(Record2::value2).toArray(Long[]::new))
        .set("transaction", after.transaction())
        .set("id", after.id())
        .set("resource", after.resource())
        .set("company", caller.company())
        .set("is_operator", caller.isOperator())
        .set("limit", limit)
        .fetch(sql)
        .into(FeedChange.class);
  }
}
