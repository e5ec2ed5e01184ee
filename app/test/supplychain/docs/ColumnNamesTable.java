package supplychain.docs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The names that people use for columns, a table for each kind, from the file beside the code. */
final class ColumnNamesTable {
  private static final Path FILE = Path.of("app/main/supplychain/ingest/synonyms.csv");

  private static final Path TOOLS = Path.of("app/main/supplychain/ingest/tool-columns.csv");

  /** How many names of a language one row shows. */
  private static final int NAMES = 3;

  /** How many columns of a tool one row shows. */
  private static final int COLUMNS = 8;

  private ColumnNamesTable() {}

  static String text() throws IOException {
    try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(FILE)) {
      return rows.stream()
          .collect(groupingBy(row -> row.getField("kind"), LinkedHashMap::new, Collectors.toList()))
          .entrySet()
          .stream()
          .map(kind -> "### Columns of " + kind.getKey() + "\n\n" + table(kind.getValue()))
          .collect(joining("\n"));
    }
  }

  /** The columns that tools add, a few of them in a row. */
  static String ofTools() throws IOException {
    try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(TOOLS)) {
      return "| Tool | Columns |\n|---|---|\n"
          + rows.stream().flatMap(ColumnNamesTable::ofTool).collect(joining());
    }
  }

  private static Stream<String> ofTool(NamedCsvRecord row) {
    List<String> names = List.of(row.getField("columns").split("\\|", 0));
    String unless = row.getField("unless");
    String end = unless.isEmpty() ? "" : ", but not in tables of " + unless;
    return IntStream.iterate(0, i -> i < names.size(), i -> i + COLUMNS)
        .mapToObj(i -> names.stream().skip(i).limit(COLUMNS))
        .map(some -> some.collect(joining("`, `", "`", "`" + end)))
        .map(some -> line(List.of(row.getField("tool"), some)));
  }

  private static String table(List<NamedCsvRecord> rows) {
    List<String> languages = rows.get(0).getHeader();
    List<String> heads = Stream.concat(Stream.of("Column"), languages.stream().skip(2)).toList();
    return line(heads)
        + "|---".repeat(heads.size())
        + "|\n"
        + rows.stream().flatMap(ColumnNamesTable::lines).collect(joining());
  }

  /** The names of a column: a few of each language in a line. */
  private static Stream<String> lines(NamedCsvRecord row) {
    List<List<String>> names =
        row.getFields().stream().skip(2).map(cell -> List.of(cell.split("\\|", 0))).toList();
    int most = names.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.iterate(0, i -> i < most, i -> i + NAMES)
        .mapToObj(
            i ->
                line(
                    Stream.concat(
                            Stream.of(i == 0 ? "`" + row.getField("column") + "`" : ""),
                            names.stream()
                                .map(
                                    all ->
                                        all.stream().skip(i).limit(NAMES).collect(joining(", "))))
                        .toList()));
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(joining(" | ", "| ", " |\n"));
  }
}
