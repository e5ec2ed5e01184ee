package supplychain.reports;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import supplychain.core.Texts;
import supplychain.records.PagePlace;
import supplychain.reports.Report.Column;
import supplychain.reports.Report.Unit;
import supplychain.trace.Svg;

/** Writes a report as a page to print: the rows, and their sums in each currency. */
record ReportPage(ReportTable table) {
  private static final String FRAME = Texts.ofResource("/supplychain/reports/report.html");

  private static final String NARROW_BLANK = "\u202F";

  /** The most columns for which a sheet of A4 stands upright. */
  private static final int MOST_UPRIGHT = 8;

  static String of(ReportTable table) {
    ReportPage page = new ReportPage(table);
    Report report = table.request().report();
    return FRAME
        .replace("{sums}", page.lines(table.sums()))
        .replace("{names}", page.names())
        .replace("{meanings}", page.meanings())
        .replace("{paper}", page.places().count() > MOST_UPRIGHT ? "A4 landscape" : "A4")
        .replace("{title}", StringUtils.capitalize(report.name().replace('-', ' ')))
        .replace("{company}", Svg.escape(table.company()))
        .replace("{parameters}", Svg.escape(page.parameters()))
        .replace("{day}", LocalDate.now(ZoneId.systemDefault()).toString())
        // At last, because a name can be {day}.
        .replace("{rows}", page.lines(table.rows()));
  }

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

  /** The places of the columns on the page: addresses are of no use on paper. */
  private IntStream places() {
    return IntStream.range(0, table.columns().size())
        .filter(i -> table.columns().get(i).unit() != Unit.LINK);
  }

  private String names() {
    return places()
        .mapToObj(table.columns()::get)
        .map(column -> cell("th", column, column.name().replace('_', ' ').replace('.', ' ')))
        .collect(Collectors.joining());
  }

  private String meanings() {
    return places()
        .mapToObj(table.columns()::get)
        .map(
            one ->
                "<div><dt>%s</dt><dd>%s</dd></div>\n".formatted(one.name(), Svg.escape(one.says())))
        .collect(Collectors.joining())
        .replace("`", "");
  }

  private String lines(List<List<String>> rows) {
    return rows.stream().map(this::line).collect(Collectors.joining());
  }

  private String line(List<String> row) {
    return places()
        .mapToObj(i -> cell(table.columns().get(i), row.get(i)))
        .collect(Collectors.joining("", "<tr>", "</tr>\n"));
  }

  private static String cell(Column column, String value) {
    String text = Objects.toString(value, "");
    boolean isNumber = column.unit().isNumber();
    return cell("td", column, isNumber ? Page.number(text, NARROW_BLANK) : Svg.escape(text));
  }

  private static String cell(String tag, Column column, String html) {
    boolean isNumber = column.unit().isNumber();
    String look =
        isNumber ? " class=\"number\"" : column.unit() == Unit.DAY ? " class=\"day\"" : "";
    return "<%1$s%2$s>%3$s</%1$s>".formatted(tag, look, html);
  }
}
