package supplychain.reports;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Database;
import supplychain.database.SqlFile;
import supplychain.http.Query;
import supplychain.records.PagePlace;
import supplychain.reports.Report.Column;
import supplychain.validation.Body;

/**
 * The rows of a report of a company, by its name.
 *
 * @param rows the values of each row as text, in the order of the columns; null for no value
 * @param next the place of the last row; null if no more rows follow
 */
public record ReportTable(
    ReportRequest request,
    String company,
    List<Column> columns,
    List<List<String>> rows,
    String next) {
  /** No two rows share their {@code place}, so that the next page begins after the last one. */
  private static final String PAGE =
      """
      select *
        from (
      %s
             ) as report
       where :after::text is null or place collate "C" > :after
       order by place collate "C"
       limit :most
      """;

  private static final SqlFile SQL = SqlFile.beside(ReportTable.class, "planning.sql");

  private static final Map<Report, SqlFile> QUERIES =
      Reports.ALL.stream()
          .collect(
              Collectors.toMap(
                  report -> report,
                  report -> SqlFile.beside(ReportTable.class, report.name() + ".sql", PAGE)));

  /** The most rows of a report without a limit. */
  public static final int MOST_ROWS = 50_000;

  private record Row(String place, List<String> values) {}

  /**
   * Reads a report as a caller sees it.
   *
   * @param unlimited the most rows if the query has no limit: {@link #MOST_ROWS}, above which the
   *     report is refused, or the size of a page
   * @throws supplychain.core.Problem if the query has mistakes, or the report has too many rows
   */
  public static ReportTable read(
      Report report,
      ReportFormat format,
      int unlimited,
      Map<String, List<String>> query,
      Caller caller,
      Database database) {
    Body body = Query.body(query);
    ReportRequest request = ReportRequest.read(report, query, body, caller, database);
    if (format == ReportFormat.CHART && !report.hasChart(request.group())) {
      body.refuse(Report.GROUP, "not_a_choice", "A chart needs a group by day, week or month.");
    }
    body.throwIfInvalid();
    int most = request.limit().or(unlimited);
    ReportTable table = database.readConsistent(sql -> read(sql, request, most));
    if (table.next() != null && most == MOST_ROWS) {
      String detail = "The report has more than %d rows. Narrow the period, or send a limit.";
      body.refuse(PagePlace.LIMIT, "too_many", detail.formatted(MOST_ROWS));
      body.throwIfInvalid();
    }
    return table;
  }

  /** Reads the rows of a report, at most so many, in a transaction of its own. */
  private static ReportTable read(DSLContext sql, ReportRequest request, int most) {
    Database.allowWholeTables(sql);
    SQL.call("planning").execute(sql);
    Report report = request.report();
    List<Column> columns = report.columns(request.group());
    Map<String, Object> values = new HashMap<>(request.values());
    values.put("after", request.after());
    values.put("most", most + 1);
    values.put("company", request.company());
    values.put("zone", ZoneId.systemDefault().getId());
    values.put(Report.GROUP, request.group());
    SqlFile query = QUERIES.get(report);
    SqlFile.Call call = query.call(report.name());
    query.parameters(report.name()).forEach(name -> call.set(name, value(values.get(name))));
    List<Row> found = call.list(sql, row -> row(row, columns));
    List<Row> page = found.subList(0, Math.min(most, found.size()));
    Record company = sql.fetchSingle("select name from company where id = ?", request.company());
    return new ReportTable(
        request,
        company.get("name", String.class),
        columns,
        page.stream().map(Row::values).toList(),
        page.size() < found.size() ? page.get(most - 1).place() : null);
  }

  /**
   * The sums of the rows: a line for each currency, or one line without currencies. A page of the
   * report has no sums, which would look like those of the report; a single row is its own sum.
   */
  public List<List<String>> sums() {
    if (rows.size() < 2 || next != null || request.after() != null) {
      return List.of();
    }
    int currency = columns.stream().map(Column::name).toList().indexOf("currency");
    Map<String, List<String>> sums = new TreeMap<>();
    for (List<String> row : rows) {
      String code = currency < 0 || row.get(currency) == null ? "" : row.get(currency);
      sums.merge(code, row, this::sum);
    }
    sums.replaceAll((code, row) -> sum(row, Collections.nCopies(columns.size(), null)));
    return List.copyOf(sums.values());
  }

  /** The sum of two rows, with the values that both have. */
  private List<String> sum(List<String> one, List<String> other) {
    List<String> sum = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      String a = one.get(i);
      String b = other.get(i);
      if (column.unit().isSummed() && (a != null || b != null)) {
        BigDecimal first = new BigDecimal(Objects.toString(a, "0"));
        sum.add(first.add(new BigDecimal(Objects.toString(b, "0"))).toPlainString());
      } else {
        sum.add(column.name().equals("currency") ? a : null);
      }
    }
    return sum;
  }

  /** The cells of a row, each from its column and its value. */
  <T> Stream<T> cells(List<String> row, BiFunction<Column, String, T> cell) {
    return IntStream.range(0, row.size()).mapToObj(i -> cell.apply(columns.get(i), row.get(i)));
  }

  private static Object value(Object value) {
    return value instanceof Enum<?> constant ? constant.name() : value;
  }

  private static Row row(ResultSet row, List<Column> columns) throws SQLException {
    List<String> values = new ArrayList<>();
    for (Column column : columns) {
      String value = row.getString(column.name());
      values.add(
          switch (column.unit()) {
            case LINK -> address(column.list(), value);
            case FLAG -> String.valueOf(row.getBoolean(column.name()));
            default -> value;
          });
    }
    return new Row(row.getString("place"), values);
  }

  /** The list with the filters that have a value in a JSON object. */
  private static String address(String list, String filters) {
    String query =
        Json.trusted(filters)
            .propertyStream()
            .filter(filter -> !filter.getValue().isNull())
            .map(one -> one.getKey() + "=" + Query.encoded(one.getValue().asText()))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? list : list + "?" + query;
  }
}
