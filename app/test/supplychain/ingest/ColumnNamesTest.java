package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The names that people use for columns are clear. */
@Tag("unit")
class ColumnNamesTest {
  private static final Map<String, IngestKind> KINDS =
      IngestKind.OF_LINES.stream().collect(Collectors.toMap(IngestKind::title, kind -> kind));

  private static Stream<String> names(NamedCsvRecord row) {
    return row.getFields().stream()
        .skip(2)
        .flatMap(names -> Stream.of(names.split("\\|", 0)))
        .filter(name -> !name.isEmpty());
  }

  @Test
  void noNameStandsForTwoColumnsOfAKind() {
    Map<String, String> columns = new HashMap<>();
    List<String> twice = new ArrayList<>();
    for (NamedCsvRecord row : ColumnNames.rows("synonyms.csv")) {
      String column = row.getField("column");
      names(row)
          .forEach(
              name -> {
                String key = row.getField("kind") + " " + ColumnNames.folded(name);
                String other = columns.putIfAbsent(key, column);
                if (other != null && !other.equals(column)) {
                  twice.add(key + ": " + other + ", " + column);
                }
              });
    }
    assertEquals(List.of(), twice);
  }

  @Test
  void noNameHidesAColumnOrAFieldOfAForm() {
    List<String> hidden = new ArrayList<>();
    for (NamedCsvRecord row : ColumnNames.rows("synonyms.csv")) {
      IngestKind kind = KINDS.get(row.getField("kind"));
      names(row)
          .filter(name -> kind.columns().containsKey(ColumnNames.exact(name)))
          .filter(name -> !ColumnNames.exact(name).equals(row.getField("column")))
          .forEach(hidden::add);
      names(row).filter(name -> name.contains(".")).forEach(hidden::add);
    }
    assertEquals(List.of(), hidden);
  }

  @Test
  void everyNameStandsForAColumnThatTheKindHas() {
    assertEquals(
        List.of(),
        ColumnNames.rows("synonyms.csv").stream()
            .filter(
                row ->
                    !KINDS.get(row.getField("kind")).columns().containsKey(row.getField("column")))
            .map(NamedCsvRecord::toString)
            .toList());
  }

  @Test
  void eachKindThatPeopleImportIsNamedWhereTheyLookForIt() throws IOException {
    String load = Files.readString(Path.of("app/manual/load.md"));
    String help = ResourceBundle.getBundle("supplychain.cli.help").getString("import.kind");
    Set<String> withNames =
        ColumnNames.rows("synonyms.csv").stream()
            .map(row -> row.getField("kind"))
            .collect(Collectors.toSet());
    List<String> missing = new ArrayList<>();
    for (IngestKind kind : IngestKind.OF_LINES) {
      boolean isListed = load.contains("/`, `" + kind.path() + "` |");
      missing.addAll(isListed ? List.of() : List.of("load.md: " + kind.path()));
      missing.addAll(help.contains(kind.path()) ? List.of() : List.of("help: " + kind.path()));
      missing.addAll(
          withNames.contains(kind.title()) ? List.of() : List.of("synonyms: " + kind.title()));
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void noNameIsWrittenTwice() {
    List<String> all =
        ColumnNames.rows("synonyms.csv").stream()
            .flatMap(
                row ->
                    names(row)
                        .map(
                            name ->
                                row.getField("kind") + " " + row.getField("column") + " " + name))
            .toList();
    assertEquals(all.stream().distinct().toList(), all);
  }
}
