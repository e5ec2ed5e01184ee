package supplychain.ingest;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import supplychain.core.Texts;
import supplychain.records.NamedRecords;

/**
 * The names that the lines of a file give to new records, such as the number of a lot. A line can
 * name the record of an earlier one.
 *
 * @param table the table of the records; null if no field names records of this kind
 * @param unit what a record is in the file
 * @param all reads all records of the file
 */
record LineNames(String table, String unit, Consumer<Consumer<SourceRecord>> all) {
  /** Names of more lines than this are not searched for a later line. */
  private static final int MOST_LINES = 100_000;

  static LineNames of(IngestKind kind, String unit, Consumer<Consumer<SourceRecord>> all) {
    return new LineNames(
        kind.owner() == null ? null : kind.owner().getTable().getName(), unit, all);
  }

  /** The names that a line gives its own record. */
  Set<String> given(JsonNode line) {
    return NamedRecords.given(line, table);
  }

  /** The names by which a line names records of its own kind. */
  Set<String> used(JsonNode line) {
    return NamedRecords.used(line, table);
  }

  /** What only one of several lines gets: numbers, and the goods of lots. */
  Set<String> wanted(JsonNode line) {
    return table == null
        ? Set.of()
        : Stream.concat(line.findValues("number").stream(), line.findValues("parents").stream())
            .flatMap(LineNames::texts)
            .map(Texts::folded)
            .collect(toSet());
  }

  private static Stream<String> texts(JsonNode value) {
    return value.isContainerNode()
        ? value.valueStream().flatMap(LineNames::texts)
        : Stream.of(value.asText());
  }

  /** Says which line creates the record of a name that nobody has; null if none does. */
  Hint hint() {
    return new Hint(this, new HashMap<>());
  }

  /** Reads the file again for the first name that nobody has. */
  record Hint(LineNames names, Map<String, Long> lines) {
    String about(String table, String name) {
      if (!table.equals(names.table)) {
        return null;
      }
      if (lines.isEmpty()) {
        names.all.accept(this::add);
      }
      Long line = lines.get(Texts.folded(name));
      String detail = "%s %d of this file creates it: it must come first, and be correct.";
      return line == null ? null : detail.formatted(names.unit, line);
    }

    private void add(SourceRecord record) {
      if (lines.size() < MOST_LINES) {
        names.given(record.node()).forEach(name -> lines.putIfAbsent(name, record.line()));
      }
    }
  }
}
