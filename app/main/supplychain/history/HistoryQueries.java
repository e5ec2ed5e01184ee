package supplychain.history;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.database.SqlFile;

/** The history in the database, read newest first. */
public final class HistoryQueries {
  /** How many changes are in memory at the same time. */
  static final int PAGE = 100;

  /**
   * Changes, each as a JSON object. The history of a changed value does not name its field, so this
   * finds the field by the value. The INSERT of a row with an id keeps no copy of the row.
   */
  private static final String CHANGES =
      """
      select history.id, json_build_object(
               'id', history.id,
               'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
               'user', history.app_user,
               'email', app_user.email,
               'request', request,
               'client_request', client_request,
               'operation', case operation when 'INSERT' then 'created'
                                           when 'UPDATE' then 'changed'
                                           else 'removed' end,
               'kind', kind,
               'record', record,
               'part_of', part_of,
               'field', (
                 select form_field.key
                   from form_field
                  where kind = 'submission_value'
                    and form_field.id = coalesce(
                          cast(coalesce(after, before) ->> 'field' as uuid),
                          (select field from submission_value where id = record),
                          (select cast(removed.before ->> 'field' as uuid)
                             from history removed
                            where removed.record = history.record and removed.operation = 'DELETE'))),
               'before', before,
               'after', case when operation = 'INSERT' and after is null then first_state(kind, record)
                             else after end)::text
        from history left join app_user on app_user.id = history.app_user
       where {0}
       order by history.id desc
       limit {1}
      """;

  private static final SqlFile SQL = SqlFile.beside(HistoryQueries.class, "history.sql");

  private HistoryQueries() {}

  /** The tables with a history. */
  public static Set<String> kinds(DSLContext sql) {
    return Set.copyOf(SQL.call("kinds").list(sql, row -> row.getString("relname")));
  }

  /** A record with all its present and past parts, and their parts. */
  static List<UUID> withParts(DSLContext sql, UUID record) {
    return SQL.call("with_parts")
        .set("record", record)
        .list(sql, row -> row.getObject("id", UUID.class));
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
    List<Record> page;
    do {
      page = sql.fetch(CHANGES, wanted.and(HISTORY.ID.lt(before)), val(PAGE));
      for (Record change : page) {
        before = change.get(0, Long.class);
        if (!taken.test(change.get(1, String.class))) {
          return;
        }
      }
    } while (page.size() == PAGE);
  }
}
