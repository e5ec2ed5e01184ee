package supplychain.ingest;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A group of columns that a tool adds to each of its tables.
 *
 * @param names their names, as {@link ColumnNames#exact} gives them
 * @param unless the kind in whose tables such a name may mean something else; empty for none
 */
record ToolColumns(Pattern names, String unless) {
  private static final List<ToolColumns> ALL =
      ColumnNames.rows("tool-columns.csv").stream().map(ToolColumns::of).toList();

  private static ToolColumns of(NamedCsvRecord row) {
    String names =
        Stream.of(row.getField("columns").split("\\|", 0))
            .map(name -> Pattern.quote(ColumnNames.exact(name)).replace("*", "\\E.+\\Q"))
            .collect(Collectors.joining("|"));
    return new ToolColumns(Pattern.compile(names), row.getField("unless"));
  }

  /** Whether a tool adds a column with this name to tables that become records of the kind. */
  static boolean have(String title, IngestKind kind) {
    return ALL.stream()
        .anyMatch(
            one ->
                one.names().matcher(ColumnNames.exact(title)).matches()
                    && !one.unless().equals(kind.title()));
  }
}
