package supplychain.history;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Records;
import org.jooq.impl.SQLDataType;

/** The history in the database, read newest first. */
public final class HistoryQueries {
  /** How many changes are in memory at the same time. */
  static final int PAGE = 100;

  /** A record with all its present and past parts, and their parts. */
  private static final String WITH_PARTS =
      """
      with recursive part (id) as (
        select cast({0} as uuid)
        union
        select history.record from history join part on history.part_of = part.id
      )
      select id from part
      """;

  /**
   * The history of a changed value does not name its field, so this finds the field by the value.
   */
  private static final Field<String> FIELD =
      field(
          """
          (select form_field.key
             from form_field
            where history.kind = 'submission_value'
              and form_field.id = coalesce(
                    cast(coalesce(history.after, history.before) ->> 'field' as uuid),
                    (select field from submission_value where id = history.record),
                    (select cast(removed.before ->> 'field' as uuid)
                       from history removed
                      where removed.record = history.record and removed.operation = 'DELETE')))
          """,
          SQLDataType.VARCHAR);

  /** The INSERT of a row with an id keeps no copy of it. */
  private static final Field<JSONB> AFTER =
      field(
          """
          case when operation = 'INSERT' and after is null then first_state(kind, record) else after end
          """,
          JSONB.class);

  private HistoryQueries() {}

  /** The tables with a history. */
  public static Set<String> kinds(DSLContext sql) {
    return Set.copyOf(
        sql.resultQuery(
                """
                select relname
                  from pg_trigger join pg_class on pg_class.oid = tgrelid
                 where tgname = 'history' and relnamespace = current_schema()::regnamespace
                """)
            .fetch(0, String.class));
  }

  /**
   * Shows changes, newest first, until the receiver wants no more.
   *
   * @param taken receives each change, and returns whether it wants the next one
   */
  public static void each(DSLContext sql, HistoryFilter wanted, Predicate<Change> taken) {
    // To find all changes by one user, PostgreSQL may have to read the whole history.
    sql.execute("set statement_timeout = 0");
    Condition condition = condition(sql, wanted);
    long before = Long.MAX_VALUE;
    List<Change> page;
    do {
      page = page(sql, condition.and(HISTORY.ID.lt(before)));
      for (Change change : page) {
        before = change.id();
        if (!taken.test(change)) {
          return;
        }
      }
    } while (page.size() == PAGE);
  }

  private static List<Change> page(DSLContext sql, Condition condition) {
    return sql.select(
            HISTORY.ID,
            HISTORY.AT,
            HISTORY.APP_USER,
            APP_USER.EMAIL,
            HISTORY.REQUEST,
            HISTORY.CLIENT_REQUEST,
            HISTORY.KIND,
            HISTORY.RECORD,
            HISTORY.PART_OF,
            FIELD,
            HISTORY.BEFORE,
            AFTER)
        .from(HISTORY)
        .leftJoin(APP_USER)
        .on(APP_USER.ID.eq(HISTORY.APP_USER))
        .where(condition)
        .orderBy(HISTORY.ID.desc())
        .limit(PAGE)
        .fetch(Records.mapping(Change::new));
  }

  private static Condition condition(DSLContext sql, HistoryFilter wanted) {
    Condition condition = noCondition();
    if (wanted.record() != null) {
      condition = condition.and(HISTORY.RECORD.in(withParts(sql, wanted.record())));
    }
    if (wanted.user() != null) {
      condition = condition.and(HISTORY.APP_USER.eq(wanted.user()));
    }
    if (wanted.kind() != null) {
      condition = condition.and(HISTORY.KIND.eq(wanted.kind()));
    }
    if (wanted.request() != null) {
      condition =
          condition.and(
              HISTORY.REQUEST.eq(wanted.request()).or(HISTORY.CLIENT_REQUEST.eq(wanted.request())));
    }
    if (wanted.since() != null) {
      condition = condition.and(HISTORY.AT.ge(wanted.since()));
    }
    return wanted.until() == null ? condition : condition.and(HISTORY.AT.lt(wanted.until()));
  }

  private static List<UUID> withParts(DSLContext sql, UUID record) {
    return sql.resultQuery(WITH_PARTS, val(record)).fetch(0, UUID.class);
  }
}
