package supplychain.records;

import static org.jooq.impl.DSL.*;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.OrderField;
import org.jooq.Record2;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.conf.Settings;
import org.jooq.conf.SettingsTools;
import org.jooq.conf.StatementType;
import org.jooq.impl.DSL;
import supplychain.core.Caller;

/**
 * Finds one page through indexes, so that a page far into the list takes no longer than the first.
 * It reads up to one page for each part (one condition each), then merges them.
 */
final class PageQuery {
  private final RecordKind kind;
  private final ListRequest request;
  private final Field<OffsetDateTime> time;

  PageQuery(RecordKind kind, ListRequest request) {
    this.kind = kind;
    this.request = request;
    this.time = request.sortColumn() == null ? kind.updatedOn : request.sortColumn();
  }

  /**
   * The records in their order, and one more if the list goes on after the page. The values are
   * part of the text: PostgreSQL then plans for them, and does not walk through the table in the
   * order of the ids for a value that few rows have.
   */
  List<Cursor> find(DSLContext sql, Caller caller) {
    Select<Record2<UUID, OffsetDateTime>> found =
        parts(caller).stream().map(this::part).reduce(Select::union).orElseThrow();
    Table<Record2<UUID, OffsetDateTime>> all = found.asTable("found");
    Settings settings =
        SettingsTools.clone(sql.settings()).withStatementType(StatementType.STATIC_STATEMENT);
    return DSL.using(sql.configuration().derive(settings))
        .selectFrom(all)
        .orderBy(order(all.field(kind.id), all.field(time)))
        .limit(request.pageSize() + 1)
        .fetch(place -> new Cursor(place.value1(), place.value2()));
  }

  /** One condition for each part. Each part needs an index whose last column is the id. */
  private List<Condition> parts(Caller caller) {
    if (request.sortColumn() != null) {
      return List.of(kind.isSeenBy(caller).and(request.allBut(List.of())));
    }
    return request
        .searched()
        .map(searched -> parts(searched, kind.isSeenBy(caller)))
        .orElseGet(() -> parts(kind.visibility().of(caller), noCondition()));
  }

  private List<Condition> parts(List<Condition> searched, Condition seen) {
    Condition others = seen.and(request.allBut(searched));
    return searched.stream().map(part -> part.and(others)).toList();
  }

  private Select<Record2<UUID, OffsetDateTime>> part(Condition part) {
    return selectFrom(
        select(kind.id, time)
            .from(kind.rows)
            .where(part)
            .and(isInOrder())
            .orderBy(order(kind.id, time))
            .limit(request.pageSize() + 1)
            .asTable("part"));
  }

  private Condition isInOrder() {
    Cursor last = request.after();
    boolean newest = request.isNewestFirst();
    if (last == null) {
      return noCondition();
    }
    if (request.sortColumn() == null) {
      return newest ? kind.id.lt(last.id()) : kind.id.gt(last.id());
    }
    var place = row(time, kind.id);
    var before = row(last.moment(), last.id());
    return newest ? place.lt(before) : place.gt(before);
  }

  private List<OrderField<?>> order(Field<UUID> id, Field<OffsetDateTime> instant) {
    boolean newest = request.isNewestFirst();
    OrderField<?> byId = newest ? id.desc() : id.asc();
    if (request.sortColumn() == null) {
      return List.of(byId);
    }
    return List.of(newest ? instant.desc() : instant.asc(), byId);
  }
}
