package supplychain.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the service understood a table where its columns have other names than those of the service.
 *
 * @param sheet the sheet of a workbook; null for a text
 * @param line the line with the names of the columns
 * @param readAs the columns of the service by the names that they have in the table
 * @param ignored the columns whose values are ignored
 * @param totals the lines with totals, which are left out
 */
public record TableSummary(
    String sheet, long line, Map<String, String> readAs, List<String> ignored, List<Long> totals) {
  /** Adds to the summary of an answer what a person would not expect. */
  void addTo(ObjectNode summary) {
    if (sheet != null) {
      summary.put("sheet", sheet);
    }
    if (line > 1) {
      summary.put("names_in_line", line);
    }
    readAs.forEach((title, field) -> summary.withObject("/read_as").put(title, field));
    ignored.forEach(title -> summary.withArray("/ignored").add(title));
    totals.forEach(total -> summary.withArray("/totals_in_lines").add(total));
  }

  /** The same as lines of text. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (sheet != null) {
      lines.add("The sheet is \"" + sheet + "\".");
    }
    if (line > 1) {
      lines.add("The names of the columns are in line " + line + ".");
    }
    readAs.forEach((title, field) -> lines.add("\"%s\" is read as %s.".formatted(title, field)));
    ignored.forEach(title -> lines.add("\"%s\" is ignored.".formatted(title)));
    totals.forEach(total -> lines.add("Line %d has totals, and is left out.".formatted(total)));
    return lines;
  }
}
