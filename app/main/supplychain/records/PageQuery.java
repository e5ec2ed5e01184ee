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
 * It reads up to one page for each branch (one condition each), then merges them.
 *
 * @param last the last record of the previous page; null for the first page
 * @param size the most records of the page
 */
record PageQuery(RecordKind kind, ListRequest request, Cursor last, int size) {
  private static final String TIME = "moment";

  /** One search of the list. A list in the order of the ids does not use the time. */
  private record Branch(Condition condition, Field<OffsetDateTime> time) {}

  /**
   * The records in their order, and one more if the list goes on after the page. The values are
   * part of the text: PostgreSQL then plans for them, and does not walk through the table in the
   * order of the ids for a value that few rows have.
   */
  List<Cursor> find(DSLContext sql, Caller caller) {
    // Not unionAll: a record can meet the conditions of several branches.
    Select<Record2<UUID, OffsetDateTime>> found =
        branches(caller).stream().map(this::query).reduce(Select::union).orElseThrow();
    Table<Record2<UUID, OffsetDateTime>> all = found.asTable("found");
    Settings settings =
        SettingsTools.clone(sql.settings()).withStatementType(StatementType.STATIC_STATEMENT);
    return DSL.using(sql.configuration().derive(settings))
        .selectFrom(all)
        .orderBy(order(all.field(kind.id), all.field(TIME, OffsetDateTime.class)))
        .limit(size + 1)
        .fetch(place -> new Cursor(place.value1(), place.value2()));
  }

  /** Each branch needs an index whose last column is the id. */
  private List<Branch> branches(Caller caller) {
    Condition seen = kind.isSeenBy(caller);
    if (request.updatedAfter() != null) {
      Condition others = seen.and(request.allBut(List.of()));
      return kind.changeTimes.apply(caller).stream()
          .map(
              change ->
                  new Branch(
                      change.condition().and(change.time().gt(request.updatedAfter())).and(others),
                      change.time()))
          .toList();
    }
    if (request.sortColumn() != null) {
      return List.of(new Branch(seen.and(request.allBut(List.of())), request.sortColumn()));
    }
    return request
        .searched()
        .map(searched -> branches(searched, seen))
        .orElseGet(() -> branches(fewest(kind.visibility().of(caller)), noCondition()));
  }

  /** A condition that every record of the request meets already is enough. */
  private List<Condition> fewest(List<Condition> visible) {
    return visible.stream().filter(request::requires).findFirst().map(List::of).orElse(visible);
  }

  private List<Branch> branches(List<Condition> searched, Condition seen) {
    Condition others = seen.and(request.allBut(searched));
    return searched.stream().map(each -> new Branch(each.and(others), kind.updatedOn)).toList();
  }

  private Select<Record2<UUID, OffsetDateTime>> query(Branch branch) {
    return selectFrom(
        select(kind.id, branch.time().as(TIME))
            .from(kind.rows)
            .where(branch.condition())
            .and(kind.isListed)
            .orderBy(order(kind.id, branch.time()))
            .seek(place())
            .limit(size + 1)
            .asTable("branch"));
  }

  /** What a record is ordered by, of the last record; nothing on the first page. */
  private Object[] place() {
    if (last == null) {
      return new Object[0];
    }
    return request.sortColumn() == null
        ? new Object[] {last.id()}
        : new Object[] {last.moment(), last.id()};
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
