package supplychain.reports;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import supplychain.reports.Report.Column;
import supplychain.trace.Svg;

/** Draws the rows of a report by time as bars, one below the other. */
final class ReportChart {
  private static final int WIDTH = 720;
  private static final int LEFT = 100;
  private static final int LONGEST_BAR = 480;
  private static final int LINE = 22;
  private static final int TOP = 60;

  private ReportChart() {}

  static String of(ReportTable table) {
    Map<String, BigDecimal> bars = bars(table);
    BigDecimal most = bars.values().stream().reduce(BigDecimal.ONE, BigDecimal::max);
    String title = "%s: kg by %s".formatted(table.company(), table.request().group());
    Svg svg =
        new Svg()
            .add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\""
                    + " height=\"%2$d\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n"
                    + "<title>%3$s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                WIDTH, TOP + LINE * bars.size() + LINE, Svg.escape(title))
            .add("<text x=\"16\" y=\"32\" font-size=\"16\">%s</text>\n", Svg.escape(title));
    int y = TOP;
    for (Map.Entry<String, BigDecimal> bar : bars.entrySet()) {
      BigDecimal length =
          bar.getValue()
              .multiply(BigDecimal.valueOf(LONGEST_BAR))
              .divide(most, 1, RoundingMode.HALF_UP);
      svg.add(
          "<text x=\"16\" y=\"%d\">%s</text><rect x=\"%d\" y=\"%d\" width=\"%s\" height=\"16\""
              + " fill=\"#2a6f4e\"/><text x=\"%s\" y=\"%d\">%s</text>\n",
          y + 13,
          bar.getKey(),
          LEFT,
          y,
          length,
          length.add(BigDecimal.valueOf(LEFT + 6)),
          y + 13,
          bar.getValue().toPlainString());
      y += LINE;
    }
    return svg.add("</svg>\n").toString();
  }

  /** The sum of each period. Periods with several currencies have several rows. */
  private static Map<String, BigDecimal> bars(ReportTable table) {
    List<String> names = table.columns().stream().map(Column::name).toList();
    int period = names.indexOf(Report.CHARTED.get(0));
    int kg = names.indexOf(Report.CHARTED.get(1));
    Map<String, BigDecimal> bars = new LinkedHashMap<>();
    for (List<String> row : table.rows()) {
      bars.merge(row.get(period), new BigDecimal(row.get(kg)), BigDecimal::add);
    }
    return bars;
  }
}
