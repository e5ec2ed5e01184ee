package supplychain.changes;

import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectFrom;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.trueCondition;
import static org.jooq.impl.DSL.val;
import static org.jooq.impl.DSL.when;
import static supplychain.schema.Tables.CHANGE;
import static supplychain.schema.Tables.CHANGE_FEED;
import static supplychain.schema.Tables.CHANGE_READER;
import static supplychain.schema.Tables.COMPANY_MEMBER;
import static supplychain.schema.Tables.HISTORY;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.http.Caller;
import supplychain.http.Role;

/** The numbered changes in the database. */
final class ChangeQueries {
  /** What no other change has that gets the same number. */
  private static final String DESCRIPTION =
      """
      select concat_ws(':', installation, change.history, change.record, extract(epoch from history.at))
        from change_feed
        left join change on change.position = {0}
        left join history on history.id = change.history
       where change.position is not null or {0} = 0
      """;

  private static final String NEWS =
      """
      select reader
        from unnest({0}) as reader
       where exists (select from change_reader where change_reader.reader = reader.reader and position > {1})
      """;

  private static final Field<String> AT =
      field("to_json({0}) #>> '{}'", SQLDataType.VARCHAR, HISTORY.AT);

  private ChangeQueries() {}

  /** The mark of the last change that has a number. */
  static Mark last(DSLContext sql) {
    return mark(sql, sql.select(CHANGE_FEED.POSITION).from(CHANGE_FEED).fetchSingle().value1())
        .orElseThrow();
  }

  /** The mark of the change of this number; empty where none has it. */
  static Optional<Mark> mark(DSLContext sql, long position) {
    return sql.fetchOptional(DESCRIPTION, val(position))
        .map(row -> Mark.of(position, row.get(0, String.class)));
  }

  /** Whose changes a caller reads; an operator reads all. */
  static Set<UUID> readers(Caller caller) {
    return caller.isOperator()
        ? Set.of()
        : Set.of(caller.company(), caller.user(), Touched.EVERYBODY);
  }

  /** Those of these readers for whom there are changes after this number. */
  static Set<UUID> news(DSLContext sql, Collection<UUID> readers, long after) {
    return Set.copyOf(
        sql.resultQuery(NEWS, val(readers.toArray(UUID[]::new)), val(after)).fetch(0, UUID.class));
  }

  /** The caller's changes after a number and up to another, in their order. */
  static List<Change> page(DSLContext sql, Caller caller, long after, long last, int limit) {
    Condition isToldWho =
        caller.isOperator()
            ? trueCondition()
            : exists(
                selectOne()
                    .from(COMPANY_MEMBER)
                    .where(COMPANY_MEMBER.COMPANY.eq(caller.company()))
                    .and(COMPANY_MEMBER.APP_USER.eq(HISTORY.APP_USER)));
    Table<Record1<Long>> found = found(caller, after, last, limit).asTable("found");
    return sql.select(
            CHANGE.POSITION,
            CHANGE.RESOURCE,
            CHANGE.RECORD,
            CHANGE.OPERATION,
            CHANGE.CHANGED,
            AT,
            when(isToldWho, HISTORY.APP_USER),
            when(isToldWho, HISTORY.REQUEST))
        .from(found)
        .join(CHANGE)
        .on(CHANGE.POSITION.eq(found.field(CHANGE.POSITION)))
        .join(HISTORY)
        .on(HISTORY.ID.eq(CHANGE.HISTORY))
        .orderBy(CHANGE.POSITION)
        .limit(limit)
        .fetch(
            row ->
                new Change(
                    row.value1(),
                    row.value2(),
                    row.value3(),
                    row.value4(),
                    List.of(row.value5()),
                    row.value6(),
                    row.value7(),
                    row.value8()));
  }

  /** The numbers, searched for each reader on its own, by an index. */
  private static Select<Record1<Long>> found(Caller caller, long after, long last, int limit) {
    if (caller.isOperator()) {
      return select(CHANGE.POSITION)
          .from(CHANGE)
          .where(CHANGE.POSITION.gt(after))
          .and(CHANGE.POSITION.le(last))
          .orderBy(CHANGE.POSITION)
          .limit(limit);
    }
    Condition mayRead =
        caller.role().compareTo(Role.ADMIN) >= 0
            ? noCondition()
            : CHANGE.RESOURCE.ne(inline(Followed.TOKENS));
    return readers(caller).stream()
        .<Select<Record1<Long>>>map(
            reader ->
                selectFrom(
                    select(CHANGE.POSITION)
                        .from(CHANGE_READER)
                        .join(CHANGE)
                        .on(CHANGE.POSITION.eq(CHANGE_READER.POSITION))
                        .where(CHANGE_READER.READER.eq(reader))
                        .and(CHANGE_READER.POSITION.gt(after))
                        .and(CHANGE_READER.POSITION.le(last))
                        .and(mayRead)
                        .orderBy(CHANGE_READER.POSITION)
                        .limit(limit)
                        .asTable("part")))
        .reduce(Select::unionAll)
        .orElseThrow();
  }
}
