package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.ingest.IngestKind;

/**
 * Bodies of many records, as a table, as JSON lines or as GeoJSON; most of the records are right.
 */
final class OddBulks {
  private static final String TABLE = "text/csv";

  /** Things of which there is one: the second record with them is refused. */
  private static final List<String> ONCE = List.of("entity_card", "parents", "card_id");

  private static final List<String> CELLS = OddWords.of("cells raw");
  private static final List<String> COLUMNS = OddWords.of("cells names");
  private static final List<String> NO_RECORDS = OddWords.of("lines none");
  private static final List<String> GEOMETRIES = OddWords.of("geometries");
  private static final List<String> NO_FEATURES = OddWords.of("features none");

  /** Members of a collection beside its features. */
  private static final List<String> MEMBERS = OddWords.of("features members");

  private static final List<String> LINE_ENDS =
      List.of("\n", "\n", "\n", "\n", "\r\n", "\r", "\n\n", "\n \t\r\n", "", " ", ",\n", "\u2028");
  private static final List<String> COMMAS = List.of(",", ",", ",", ",", ";", "\t", " ,", "\u0000");

  private final Random random;
  private final OddBodies bodies;

  /** Bulks whose records become odd as {@code bodies} do. */
  OddBulks(Random random, OddBodies bodies) {
    this.random = random;
    this.bodies = bodies;
  }

  /**
   * A body of many records.
   *
   * @param text each character is one byte
   */
  record Bulk(String type, String text) {}

  private static Set<String> columns(Operation operation) {
    return IngestKind.OF_LINES.stream()
        .filter(kind -> operation.route.endsWith(kind.path() + "/"))
        .findFirst()
        .orElseThrow()
        .columns()
        .keySet();
  }

  /** Whether a request names the type of a bulk. */
  static boolean isOne(String request) {
    return Stream.of(TABLE, Operation.LINES, Operation.FEATURES)
        .anyMatch(type -> request.contains("\r\nContent-Type: " + type));
  }

  /**
   * Records like {@code right}, most of them right, in one of the types that the operation takes.
   */
  Bulk next(Operation operation, JsonNode right) {
    int count = count();
    JsonNode record = count > 1 && random.nextBoolean() ? repeatable(right) : right;
    if (operation.takes(Operation.FEATURES) && random.nextBoolean()) {
      return new Bulk(Operation.FEATURES, bodies.bytes(features(feature(record), count)));
    }
    return random.nextBoolean()
        ? new Bulk(Operation.LINES, bodies.bytes(lines(record, count)))
        : new Bulk(TABLE, bodies.bytes(table(operation, record, count)));
  }

  /** Most often few: a mistake in one record is the same mistake in many, only slower. */
  private int count() {
    return switch (random.nextInt(40)) {
      case 0 -> 50;
      case 1, 2 -> random.nextInt(20);
      default -> 1 + random.nextInt(3);
    };
  }

  private static JsonNode repeatable(JsonNode right) {
    ObjectNode record = right.deepCopy();
    return record.remove(ONCE);
  }

  private String lines(JsonNode right, int count) {
    List<String> lines = new ArrayList<>(Collections.nCopies(count, right.toString()));
    makeOdd(lines, () -> random.nextInt(6) == 0 ? pick(NO_RECORDS) : bodies.text(right));
    return String.join(pick(LINE_ENDS), lines);
  }

  private String features(ObjectNode right, int count) {
    List<String> features = new ArrayList<>(Collections.nCopies(count, right.toString()));
    makeOdd(features, () -> oddFeature(right));
    List<String> members =
        new ArrayList<>(List.of("\"type\":\"FeatureCollection\"", "\"features\":" + features));
    if (random.nextInt(4) == 0) {
      members.add(random.nextInt(3), pick(MEMBERS));
    }
    return "{" + String.join(",", members) + "}";
  }

  private String oddFeature(ObjectNode right) {
    return switch (random.nextInt(8)) {
      case 0 -> pick(NO_FEATURES);
      case 1, 2, 3 -> {
        ObjectNode odd = right.deepCopy();
        odd.set("geometry", OddBodies.raw(pick(GEOMETRIES)));
        yield odd.toString();
      }
      default -> bodies.text(right);
    };
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

  private void makeOdd(List<String> records, Supplier<String> odd) {
    for (int i = random.nextInt(3); i > 0 && !records.isEmpty(); i--) {
      records.set(random.nextInt(records.size()), odd.get());
    }
  }

  /** Rows of the record, as far as it fits into the columns, with up to two odd places. */
  private String table(Operation operation, JsonNode right, int count) {
    Set<String> columns = columns(operation);
    Map<String, String> cells = new LinkedHashMap<>();
    flatten(right, "", columns, cells);
    List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>(cells.keySet())));
    for (int i = 0; i < count; i++) {
      rows.add(new ArrayList<>(cells.values()));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      change(rows, columns);
    }
    String comma = pick(COMMAS);
    return rows.stream()
        .map(row -> String.join(comma, row))
        .collect(Collectors.joining(pick(LINE_ENDS)));
  }

  private static void flatten(
      JsonNode node, String before, Set<String> columns, Map<String, String> cells) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = before + field.getKey();
      if (columns.contains(name)) {
        cells.put(name, quoted(cell(field.getValue())));
      } else if (field.getValue().isObject()) {
        flatten(field.getValue(), name + ".", columns, cells);
      }
    }
  }

  /** Several ids have blanks between them; an object is a document. */
  private static String cell(JsonNode value) {
    if (value.isArray()) {
      return value.valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
    }
    return value.isObject() ? value.toString() : value.asText();
  }

  private void change(List<List<String>> rows, Set<String> columns) {
    List<String> row = rows.get(random.nextInt(rows.size()));
    int at = random.nextInt(row.size() + 1);
    switch (random.nextInt(10)) {
      case 0 -> row.add(at, oddCell());
      case 1 -> row.subList(0, at).clear();
      case 2 -> Collections.shuffle(rows, random);
      case 3, 4, 5 -> {
        rows.forEach(each -> each.add(oddCell()));
        List<String> names = random.nextBoolean() ? COLUMNS : List.copyOf(columns);
        rows.get(0).set(rows.get(0).size() - 1, pick(names));
      }
      default -> {
        if (at < row.size()) {
          row.set(at, oddCell());
        }
      }
    }
  }

  private String oddCell() {
    return random.nextInt(3) == 0 ? pick(CELLS) : quoted(bodies.value());
  }

  private static String quoted(String value) {
    return value.matches("(?s).*[\",\r\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
