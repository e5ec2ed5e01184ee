package supplychain.ingest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.core.Texts;
import supplychain.validation.Body;
import supplychain.validation.Findings;

/** The row with the names of the columns, its titles. Above it, a table can have a title. */
record TableHeading(long line, List<String> titles, ColumnNames names, List<String> otherSheets) {
  /** How many rows that are not blank can have the names. */
  static final int MOST_ROWS = 20;

  /** A title may be the name of a column by chance; a row with several of them has the names. */
  private static final int ENOUGH = 2;

  /** Finds the row: the first with two known names, else the first with one, else the first. */
  static TableHeading find(TableRows rows, ColumnNames names) throws IOException {
    List<TableHeading> found = new ArrayList<>();
    rows.read(
        (cells, line) -> {
          List<String> titles = cells.stream().map(cell -> Texts.tidy(cell.text())).toList();
          found.add(new TableHeading(line, titles, names, rows.otherSheets()));
          return found.size() < MOST_ROWS && found.get(found.size() - 1).known() < ENOUGH;
        });
    return Stream.of(ENOUGH, 1, 0)
        .flatMap(least -> found.stream().filter(row -> row.known() >= least))
        .findFirst()
        .orElseThrow(
            () -> SourceRecord.refusal("", "required", "The first line names the columns."));
  }

  private long known() {
    return titles.stream().filter(title -> names.field(title).isPresent()).count();
  }

  /** The columns. A wrong name is a finding that refuses the table, and its values are ignored. */
  List<Column> columns(IngestKind kind, boolean isLenient, Findings findings) {
    names.checkChoices(titles);
    boolean isOne =
        known() > 0 || titles.stream().anyMatch(title -> !hint(title, findings).isEmpty());
    if (!isOne) {
      String detail = "No line among the first %d names columns of %s. The columns are: %s.";
      String others =
          otherSheets.isEmpty()
              ? ""
              : " The workbook has other sheets, too: %s. To read one, choose `sheet=%s`."
                  .formatted(String.join(", ", otherSheets), otherSheets.get(0));
      throw SourceRecord.refusal(
          "/" + line, "no_heading", detail.formatted(MOST_ROWS, kind.path(), names.all()) + others);
    }
    Map<String, String> seen = new HashMap<>();
    return titles.stream()
        .map(title -> column(title, kind, isLenient, seen, findings))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private Column column(
      String title, IngestKind kind, boolean isLenient, Map<String, String> seen, Findings flaws) {
    if (title.isEmpty() || names.isIgnored(title) || names.isOfTool(title)) {
      return Column.ignored(title);
    }
    String pointer = Body.pointer("/" + line, title);
    String field = names.field(title).orElse(null);
    String first = seen.putIfAbsent(field == null ? ColumnNames.exact(title) : field, title);
    if (first != null) {
      flaws.add(pointer, "duplicate", duplicate(first, title, field));
      return Column.ignored(title);
    }
    if (field == null) {
      if (!isLenient) {
        flaws.add(pointer, "unknown_field", unknown(title, flaws));
      }
      return Column.ignored(title);
    }
    return Column.of(title, field, kind, names.currency(title, field).orElse(null));
  }

  private static String duplicate(String first, String title, String field) {
    return ColumnNames.exact(first).equals(ColumnNames.exact(title))
        ? "Two columns have this name."
        : "`%s` and `%s` are both read as `%s`. To leave this one out, choose %s."
            .formatted(first, title, field, ignoring(title));
  }

  private String unknown(String title, Findings findings) {
    String hint = hint(title, findings);
    String help =
        hint.isEmpty()
            ? " To see all columns, read the list as text/csv."
            : "%s To read it so, choose `rename=%s:%s`."
                .formatted(hint, quoted(title), names.meant(title).orElseThrow());
    return "There is no such column." + help + " To leave it out, choose " + ignoring(title) + ".";
  }

  private static String ignoring(String title) {
    return "`ignore=" + quoted(title) + "`";
  }

  /** A name as {@code rename} and {@code ignore} have it. */
  private static String quoted(String title) {
    return title.contains(",") || title.contains(":") ? "\"" + title + "\"" : title;
  }

  private String hint(String title, Findings findings) {
    return findings.hints().about(title, () -> names.hint(title));
  }

  TableSummary summary(List<Column> columns, String sheet, List<Long> totals) {
    Map<String, String> readAs = new LinkedHashMap<>();
    List<String> ignored = new ArrayList<>();
    for (Column column : columns) {
      if (column.isLeftOut()) {
        ignored.add(column.title());
      } else if (column.place() != null
          && !names.own(column.title()).equals(Optional.of(column.shown()))) {
        readAs.put(column.title(), column.shown());
      }
    }
    return new TableSummary(sheet, line, readAs, ignored, totals);
  }
}
