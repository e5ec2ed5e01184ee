package supplychain.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.IntStream;
import supplychain.validation.TerminalText;

/** Rows of text, each column as wide as its widest cell. */
final class TextColumns {
  private static final String GAP = "  ";

  private TextColumns() {}

  static void print(List<List<String>> cells, PrintWriter out) {
    List<List<String>> rows =
        cells.stream().map(row -> row.stream().map(TerminalText::of).toList()).toList();
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .map(column -> rows.stream().mapToInt(row -> width(row.get(column))).max().orElse(0))
            .boxed()
            .toList();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
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
