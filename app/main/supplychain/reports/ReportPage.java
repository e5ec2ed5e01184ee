package supplychain.reports;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import supplychain.records.PagePlace;
import supplychain.reports.Report.Column;
import supplychain.reports.Report.Unit;
import supplychain.trace.Svg;

/** Writes a report as a page to print: the rows, and their sums in each currency. */
final class ReportPage {
  private static final String FRAME =
      Uncheck.get(() -> IOUtils.resourceToString("/supplychain/reports/report.html", UTF_8));

  /** Between the thousands of a number. */
  private static final String NARROW_BLANK = "\u202F";

  /** The most columns for which a sheet of A4 stands upright. */
  private static final int MOST_UPRIGHT = 8;

  private final ReportTable table;

  /** The places of the columns on the page: addresses are of no use on paper. */
  private final int[] places;

  private ReportPage(ReportTable table) {
    this.table = table;
    List<Column> columns = table.columns();
    places =
        IntStream.range(0, columns.size())
            .filter(i -> columns.get(i).unit() != Unit.LINK)
            .toArray();
  }

  static String of(ReportTable table) {
    ReportPage page = new ReportPage(table);
    Report report = table.request().report();
    return FRAME
        .replace("{sums}", page.lines(table.sums()))
        .replace("{names}", page.names())
        .replace("{meanings}", page.meanings())
        .replace("{paper}", page.places.length > MOST_UPRIGHT ? "A4 landscape" : "A4")
        .replace("{title}", title(report))
        .replace("{company}", Svg.escape(table.company()))
        .replace("{parameters}", Svg.escape(page.parameters()))
        .replace("{day}", LocalDate.now(ZoneId.systemDefault()).toString())
        // At last, because a name can be {day}.
        .replace("{rows}", page.lines(table.rows()));
  }

  /** The name of the report as a title, such as Mass balance. */
  private static String title(Report report) {
    String words = report.name().replace('-', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** The parameters, each after a point in the middle. */
  private String parameters() {
    Map<String, List<String>> query = new TreeMap<>(table.request().query());
    query.keySet().removeAll(List.of(PagePlace.LIMIT, PagePlace.CURSOR));
    if (table.request().group() != null) {
      query.put(Report.GROUP, List.of(table.request().group()));
    }
    return query.entrySet().stream()
        .map(one -> " · " + one.getKey() + ": " + one.getValue().get(0))
        .collect(Collectors.joining());
  }

  private String names() {
    StringBuilder names = new StringBuilder();
    for (int place : places) {
      Column column = table.columns().get(place);
      cell("th", column, column.name().replace('_', ' ').replace('.', ' '), names);
    }
    return names.toString();
  }

  private String meanings() {
    StringBuilder meanings = new StringBuilder();
    for (int place : places) {
      Column column = table.columns().get(place);
      meanings
          .append(
              "<div><dt>%s</dt><dd>%s</dd></div>"
                  .formatted(column.name(), Svg.escape(column.says())))
          .append('\n');
    }
    return meanings.toString().replace("`", "");
  }

  private String lines(List<List<String>> rows) {
    StringBuilder lines = new StringBuilder();
    rows.forEach(row -> row(row, lines));
    return lines.toString();
  }

  private void row(List<String> row, StringBuilder rows) {
    rows.append("<tr>");
    for (int place : places) {
      Column column = table.columns().get(place);
      String value = row.get(place) == null ? "" : row.get(place);
      cell("td", column, column.unit().isNumber() ? grouped(value) : Svg.escape(value), rows);
    }
    rows.append("</tr>\n");
  }

  private static void cell(String tag, Column column, String html, StringBuilder row) {
    boolean isNumber = column.unit().isNumber();
    String look =
        isNumber ? " class=\"number\"" : column.unit() == Unit.DAY ? " class=\"day\"" : "";
    row.append("<%1$s%2$s>%3$s</%1$s>".formatted(tag, look, html));
  }

  /** A number with a narrow blank between its thousands. */
  private static String grouped(String number) {
    if (number.isEmpty()) {
      return number;
    }
    String plain = new BigDecimal(number).toPlainString();
    int point = plain.indexOf('.');
    String whole = point < 0 ? plain : plain.substring(0, point);
    List<String> parts = new ArrayList<>(List.of(whole.split("(?<=\\d)(?=(\\d{3})+$)", -1)));
    return String.join(NARROW_BLANK, parts) + (point < 0 ? "" : plain.substring(point));
  }
}
