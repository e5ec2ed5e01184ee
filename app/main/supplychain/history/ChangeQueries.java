package supplychain.history;

import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
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
import org.jooq.Record2;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.records.account.TokenResource;

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

  private static final String CREATED = "CREATED";

  private static final Field<String> AT =
      field("to_json({0}) #>> '{}'", SQLDataType.VARCHAR, HISTORY.AT);

  private ChangeQueries() {}

  /** What marks are sealed with. */
  static Seal seal(DSLContext sql) {
    return new Seal(sql.select(CHANGE_FEED.SECRET).from(CHANGE_FEED).fetchSingle().value1());
  }

  /** The last number that was given. */
  static long last(DSLContext sql) {
    return sql.select(CHANGE_FEED.POSITION).from(CHANGE_FEED).fetchSingle().value1();
  }

  /** The number of the last change of a caller: that of others' would tell of them. */
  static long last(DSLContext sql, Caller caller) {
    return caller.isOperator()
        ? last(sql)
        : readers(caller).stream().mapToLong(reader -> last(sql, reader)).max().orElseThrow();
  }

  private static long last(DSLContext sql, UUID reader) {
    return sql.select(coalesce(max(CHANGE_READER.POSITION), inline(0L)))
        .from(CHANGE_READER)
        .where(CHANGE_READER.READER.eq(reader))
        .fetchSingle()
        .value1();
  }

  /** The mark of the change of this number; empty where none has it. */
  static Optional<Mark> mark(DSLContext sql, long position) {
    return sql.fetchOptional(DESCRIPTION, val(position))
        .map(row -> Mark.of(position, row.get(0, String.class)));
  }

  /** Whose changes a caller reads; an operator reads all. */
  static Set<UUID> readers(Caller caller) {
    return caller.isOperator() ? Set.of() : Set.of(caller.company(), Touched.EVERYBODY);
  }

  /** Those of these readers for whom there are changes after this number. */
  static Set<UUID> news(DSLContext sql, Collection<UUID> readers, long after) {
    return Set.copyOf(
        sql.resultQuery(NEWS, val(readers.toArray(UUID[]::new)), val(after)).fetch(0, UUID.class));
  }

  /** The caller's changes after a number and up to another, in their order. */
  static List<FeedChange> page(DSLContext sql, Caller caller, long after, long last, int limit) {
    Condition isToldWho =
        caller.isOperator()
            ? trueCondition()
            : exists(
                selectOne()
                    .from(COMPANY_MEMBER)
                    .where(COMPANY_MEMBER.COMPANY.eq(caller.company()))
                    .and(COMPANY_MEMBER.APP_USER.eq(HISTORY.APP_USER))
                    .and(COMPANY_MEMBER.IS_ACTIVE));
    Table<Record2<Long, Boolean>> found = found(caller, after, last, limit).asTable("found");
    Condition appears = condition(found.field(CHANGE_READER.APPEARS));
    return sql.select(
            CHANGE.POSITION,
            CHANGE.RESOURCE,
            CHANGE.RECORD,
            when(appears, inline(CREATED)).otherwise(CHANGE.OPERATION),
            when(appears, inline(new String[0])).otherwise(CHANGE.CHANGED),
            AT,
            when(isToldWho, HISTORY.APP_USER),
            when(isToldWho, HISTORY.REQUEST),
            when(isToldWho, HISTORY.CLIENT_REQUEST))
        .from(found)
        .join(CHANGE)
        .on(CHANGE.POSITION.eq(found.field(CHANGE_READER.POSITION)))
        .join(HISTORY)
        .on(HISTORY.ID.eq(CHANGE.HISTORY))
        .orderBy(CHANGE.POSITION)
        .limit(limit)
        .fetch(
            row ->
                new FeedChange(
                    row.value1(),
                    row.value2(),
                    row.value3(),
                    row.value4(),
                    List.of(row.value5()),
                    row.value6(),
                    row.value7(),
                    row.value8(),
                    row.value9()));
  }

  /**
   * The numbers, and whether the record came with the change: searched for each reader on its own,
   * by an index.
   */
  private static Select<Record2<Long, Boolean>> found(
      Caller caller, long after, long last, int limit) {
    if (caller.isOperator()) {
      return select(
              CHANGE.POSITION.as(CHANGE_READER.POSITION), inline(false).as(CHANGE_READER.APPEARS))
          .from(CHANGE)
          .where(CHANGE.POSITION.gt(after))
          .and(CHANGE.POSITION.le(last))
          .orderBy(CHANGE.POSITION)
          .limit(limit);
    }
    // A join would let PostgreSQL walk through the changes of all, up to those of this reader.
    Condition mayRead =
        caller.role().compareTo(Role.ADMIN) >= 0
            ? noCondition()
            : field(
                    select(CHANGE.RESOURCE)
                        .from(CHANGE)
                        .where(CHANGE.POSITION.eq(CHANGE_READER.POSITION)))
                .ne(inline(TokenResource.TOKENS.name()));
    return readers(caller).stream()
        .<Select<Record2<Long, Boolean>>>map(
            reader ->
                selectFrom(
                    select(CHANGE_READER.POSITION, CHANGE_READER.APPEARS)
                        .from(CHANGE_READER)
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
