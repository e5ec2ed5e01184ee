package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.ingest.IngestKind;

/**
 * Bodies of many records, as a table, as JSON lines or as GeoJSON; most of the records are right.
 *
 * @param bodies makes a record odd
 */
record OddBulks(Chance chance, OddBodies bodies) {
  private static final String TABLE = "text/csv";

  /** The service refuses the second record that names the same card or lot. */
  private static final List<String> ONCE = List.of("entity_card", "parents", "card_id");

  /**
   * A body of many records.
   *
   * @param text each character is one byte
   */
  record Bulk(String type, String text) {}

  /** Whether a request names the type of a bulk. */
  static boolean isOne(String request) {
    return Stream.of(TABLE, Operation.LINES, Operation.FEATURES)
        .anyMatch(type -> request.contains("\r\nContent-Type: " + type));
  }

  /** Records like {@code right}, in one of the types that the operation takes. */
  Bulk next(Operation operation, JsonNode right) {
    // Most often few: a mistake in one record is the same mistake in many, only slower.
    int count = chance.oneIn(20) ? chance.below(50) : 1 + chance.below(3);
    ObjectNode record = right.deepCopy();
    if (count > 1 && chance.oneIn(2)) {
      record.remove(ONCE);
    }
    if (operation.takes(Operation.FEATURES) && chance.oneIn(2)) {
      return new Bulk(Operation.FEATURES, bodies.bytes(features(feature(record), count)));
    }
    return chance.oneIn(2)
        ? new Bulk(Operation.LINES, bodies.bytes(lines(record, count)))
        : new Bulk(TABLE, bodies.bytes(table(operation, record, count)));
  }

  private String lines(JsonNode right, int count) {
    Supplier<String> odd = () -> chance.oneIn(6) ? chance.word("lines none") : bodies.text(right);
    return String.join(chance.word("lines ends"), withOdd(right, count, odd));
  }

  private String features(ObjectNode right, int count) {
    List<String> features = withOdd(right, count, () -> oddFeature(right));
    List<String> members =
        new ArrayList<>(List.of("\"type\":\"FeatureCollection\"", "\"features\":" + features));
    if (chance.oneIn(4)) {
      members.add(chance.below(3), chance.word("features members"));
    }
    return "{" + String.join(",", members) + "}";
  }

  private String oddFeature(ObjectNode right) {
    if (chance.oneIn(8)) {
      return chance.word("features none");
    }
    if (chance.oneIn(2)) {
      return bodies.text(right);
    }
    JsonNode geometry = OddBodies.raw(chance.word("geometries"));
    return right.deepCopy().set("geometry", geometry).toString();
  }

  /** A plot as a feature; it may be one already. */
  static ObjectNode feature(JsonNode plot) {
    if (plot.has("type")) {
      return plot.deepCopy();
    }
    ObjectNode properties = plot.deepCopy();
    JsonNode geometry = properties.remove("geometry");
    ObjectNode feature = JsonNodeFactory.instance.objectNode().put("type", "Feature");
    feature.set("geometry", geometry);
    feature.set("properties", properties);
    return feature;
  }

  /** The record so many times, with up to two odd ones in place of it. */
  private List<String> withOdd(JsonNode right, int count, Supplier<String> odd) {
    List<String> records = new ArrayList<>(Collections.nCopies(count, right.toString()));
    for (int i = chance.below(3); i > 0 && count > 0; i--) {
      records.set(chance.below(count), odd.get());
    }
    return records;
  }

  /** Rows of the record, as far as it fits into the columns, with up to two odd places. */
  private String table(Operation operation, JsonNode right, int count) {
    Set<String> columns = columns(operation);
    Map<String, String> cells = new LinkedHashMap<>();
    for (String pointer : Trees.pointers(right)) {
      String column = pointer.substring(1).replace('/', '.');
      if (columns.contains(column)) {
        cells.put(column, quoted(cell(right.at(pointer))));
      }
    }
    List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>(cells.keySet())));
    for (int i = 0; i < count; i++) {
      rows.add(new ArrayList<>(cells.values()));
    }
    for (int i = chance.below(3); i > 0; i--) {
      change(rows, columns);
    }
    String comma = chance.word("cells commas");
    return rows.stream()
        .map(row -> String.join(comma, row))
        .collect(Collectors.joining(chance.word("lines ends")));
  }

  private static Set<String> columns(Operation operation) {
    return IngestKind.OF_LINES.stream()
        .filter(kind -> operation.route.endsWith(kind.path() + "/"))
        .findFirst()
        .orElseThrow()
        .columns()
        .keySet();
  }

  /** Several ids have blanks between them; an object is a document. */
  private static String cell(JsonNode value) {
    return value.isArray()
        ? value.valueStream().map(JsonNode::asText).collect(Collectors.joining(" "))
        : value.isObject() || value.isPojo() ? value.toString() : value.asText();
  }

  private void change(List<List<String>> rows, Set<String> columns) {
    List<String> row = chance.of(rows);
    int at = chance.below(row.size() + 1);
    switch (chance.below(7)) {
      case 0 -> row.add(at, oddCell());
      case 1 -> row.subList(0, at).clear();
      case 2, 3 -> {
        rows.forEach(each -> each.add(oddCell()));
        String name =
            chance.oneIn(2) ? chance.word("cells names") : chance.of(List.copyOf(columns));
        rows.get(0).set(rows.get(0).size() - 1, name);
      }
      default -> {
        if (at < row.size()) {
          row.set(at, oddCell());
        }
      }
    }
  }

  private String oddCell() {
    return chance.oneIn(3) ? chance.word("cells raw") : quoted(bodies.value());
  }

  private static String quoted(String value) {
    return value.matches("(?s).*[\",\r\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }
}
