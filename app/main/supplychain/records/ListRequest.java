package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.validation.ValueTypes.DAY_OR_TIME;

import io.javalin.http.Context;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.QOM;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.Query;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/**
 * The query of a list: its filters, its order, and where the page starts.
 *
 * @param alternatives for each filter, its conditions; a record must meet one of them
 * @param updatedAfter only records that changed after this time; null for all
 * @param sortColumn the time column that orders the list; null for the order of the ids, in which
 *     the records were created
 * @param isNewestFirst whether the order is reversed
 * @param limit the most records; absent if the client names no limit
 * @param after the last record of the previous page; null for the first page
 * @param format the format that the client prefers
 * @param style how the client wants a table
 * @param list the query without its cursor and limit, the same for all pages
 */
record ListRequest(
    List<List<Condition>> alternatives,
    OffsetDateTime updatedAfter,
    Field<OffsetDateTime> sortColumn,
    boolean isNewestFirst,
    FieldValue<Integer> limit,
    Cursor after,
    ListFormat format,
    TableStyle style,
    String list) {
  private static final String NEWEST = "newest";
  private static final String COLUMNS = "columns";
  private static final String NAMES = "names";

  /**
   * How a client wants a list as a table.
   *
   * @param isNamed whether the table names other records by their names, or by their ids
   * @param forms the columns for filled-in forms, after the beginning of their names
   */
  record TableStyle(boolean isNamed, List<String> forms) {}

  /**
   * Reads the query, or throws a Problem that names every mistake.
   *
   * @param more further conditions, each with an index that ends in the id
   */
  static ListRequest read(Context ctx, RecordKind kind, Database database, Condition... more) {
    Map<String, List<String>> query = Query.parameters(ctx);
    Body body = Query.body(query);
    Caller caller = Authentication.caller(ctx);
    List<String> ids = kind.filters().stream().filter(Filter::isId).map(Filter::name).toList();
    Names.replace(body, ids, caller, database);
    List<List<Condition>> alternatives = new ArrayList<>();
    Stream.of(more).map(List::of).forEach(alternatives::add);
    Field<OffsetDateTime> sortColumn = null;
    for (Filter<?> filter : kind.filters()) {
      Optional<List<Condition>> conditions = filter.read(body, caller);
      conditions.ifPresent(alternatives::add);
      sortColumn =
          conditions.isPresent() && filter.sortColumn() != null ? filter.sortColumn() : sortColumn;
    }
    OffsetDateTime updatedAfter = body.get("updated_after", DAY_OR_TIME).value();
    sortColumn = updatedAfter == null ? sortColumn : kind.updatedOn;
    boolean isNewestFirst = body.get("order", Query.word("oldest", NEWEST)).or("").equals(NEWEST);
    FieldValue<Integer> limit = body.get(PagePlace.LIMIT, Query.number(1, Reads.LARGEST_PAGE));
    String list = Query.text(query, Set.of(PagePlace.CURSOR, PagePlace.LIMIT));
    Cursor after = body.get(PagePlace.CURSOR, PagePlace.of(list, Cursor::of)).value();
    ListFormat format = ListFormat.wanted(ctx, kind);
    boolean isNamed = readIsNamed(body, format);
    body.throwIfInvalid();
    List<String> forms =
        kind.submissions
            .filter(columns -> format.isTable())
            .map(columns -> database.read(sql -> columns.names(sql, caller)))
            .orElse(List.of());
    TableStyle style = new TableStyle(isNamed, forms);
    return new ListRequest(
        alternatives, updatedAfter, sortColumn, isNewestFirst, limit, after, format, style, list);
  }

  /** Reads the parameter of a table. A list in another format has none. */
  private static boolean readIsNamed(Body query, ListFormat format) {
    if (query.has(COLUMNS) && !format.isTable()) {
      query.refuse(
          COLUMNS,
          "no_table",
          "This parameter needs the header `Accept: text/csv`, or the media type of a workbook.");
    }
    String usual = format == ListFormat.WORKBOOK ? NAMES : "";
    return query.get(COLUMNS, Query.word("ids", NAMES)).or(usual).equals(NAMES);
  }

  int pageSize() {
    return limit.or(Reads.USUAL_PAGE);
  }

  String queryAfter(Cursor last) {
    return PagePlace.next(list, limit, last.text(list));
  }

  /** All conditions except {@code searched}. */
  Condition allBut(List<Condition> searched) {
    List<Condition> all = new ArrayList<>();
    alternatives.stream().filter(each -> each != searched).forEach(each -> all.add(or(each)));
    return and(all);
  }

  /** Whether a filter names this condition, alone or first of two. */
  boolean requires(Condition condition) {
    return alternatives.stream()
        .filter(each -> each.size() == 1)
        .map(each -> each.get(0) instanceof QOM.And and ? and.$arg1() : each.get(0))
        .anyMatch(condition::equals);
  }

  /** The filter with several conditions, if there is one; each of them is searched on its own. */
  Optional<List<Condition>> searched() {
    return alternatives.stream().filter(each -> each.size() > 1).findFirst();
  }
}
