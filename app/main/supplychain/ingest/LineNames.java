package supplychain.ingest;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import supplychain.core.Texts;
import supplychain.records.NamedRecords;

/**
 * The names that the lines of a file give to new records, such as the number of a lot. A line can
 * name the record of an earlier one.
 */
final class LineNames {
  /** Names of more lines than this are not searched for a later line. */
  private static final int MOST_LINES = 100_000;

  /** The table of the records; empty if no field names records of this kind. */
  private final String table;

  private final String unit;
  private final Consumer<Consumer<SourceRecord>> all;

  /** The line that gives each name; empty until a line has a name that nobody has. */
  private final Map<String, Long> lines = new HashMap<>();

  /** The names in a source; {@code all} reads all its records, each of which is a {@code unit}. */
  LineNames(IngestKind kind, String unit, Consumer<Consumer<SourceRecord>> all) {
    table = kind.owner() == null ? "" : kind.owner().getTable().getName();
    this.unit = unit;
    this.all = all;
  }

  /**
   * The records of a batch in waves. A record is in a later wave than those that it names, and not
   * before an earlier record that wants the same.
   */
  List<List<Draft>> waves(List<Draft> batch) {
    List<List<Draft>> waves = new ArrayList<>();
    Map<String, Integer> after = new HashMap<>();
    Map<String, Integer> notBefore = new HashMap<>();
    for (Draft draft : batch) {
      JsonNode line = draft.source().node();
      Set<String> wants = wanted(line);
      int wave =
          Stream.concat(
                  NamedRecords.used(line, table).stream().map(name -> after.getOrDefault(name, 0)),
                  wants.stream().map(one -> notBefore.getOrDefault(one, 0)))
              .max(Integer::compare)
              .orElse(0);
      wants.forEach(one -> notBefore.put(one, wave));
      NamedRecords.given(line, table).forEach(name -> after.put(name, wave + 1));
      if (wave == waves.size()) {
        waves.add(new ArrayList<>());
      }
      waves.get(wave).add(draft);
    }
    return waves;
  }

  /** What only one of several lines gets: numbers, and the goods of lots. */
  private Set<String> wanted(JsonNode line) {
    return table.isEmpty()
        ? Set.of()
        : Stream.of("number", "parents")
            .flatMap(field -> line.findValues(field).stream())
            .flatMap(LineNames::texts)
            .map(Texts::folded)
            .collect(toSet());
  }

  private static Stream<String> texts(JsonNode value) {
    return value.isContainerNode()
        ? value.valueStream().flatMap(LineNames::texts)
        : Stream.of(value.asText());
  }

  /**
   * Says which line creates the record of a name that nobody has; null if none does. The first time
   * it reads the source again.
   */
  String hint(String table, String name) {
    if (!table.equals(this.table)) {
      return null;
    }
    if (lines.isEmpty()) {
      all.accept(this::add);
    }
    Long line = lines.get(Texts.folded(name));
    String detail = "%s %d of this file creates it: it must come first, and be correct.";
    return line == null ? null : detail.formatted(unit, line);
  }

  private void add(SourceRecord record) {
    if (lines.size() < MOST_LINES) {
      NamedRecords.given(record.node(), table)
          .forEach(name -> lines.putIfAbsent(name, record.line()));
    }
  }
}
