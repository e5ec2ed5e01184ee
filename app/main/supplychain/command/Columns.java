package supplychain.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Rows of text, each column as wide as its widest cell. */
final class Columns {
  private static final String GAP = "  ";

  /** A name out of the database must not move the cursor of a terminal. */
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private Columns() {}

  static void print(List<List<String>> rows, PrintWriter out) {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .map(column -> rows.stream().mapToInt(row -> width(row.get(column))).max().orElse(0))
            .boxed()
            .toList();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = CONTROL.matcher(row.get(column)).replaceAll(" ");
        line.append(cell).append(" ".repeat(widths.get(column) - width(cell))).append(GAP);
      }
      out.println(line.toString().stripTrailing());
    }
    out.flush();
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
