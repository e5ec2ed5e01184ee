package supplychain.proof.requests;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import supplychain.http.JsonRequest;
import supplychain.http.LinesType;
import supplychain.ingest.IngestKind;

/** Records as many of them are sent: out of the bodies with which each would be sent alone. */
final class ManyLines {
  private ManyLines() {}

  /** All of them in one body; a table has what it has columns for. */
  static String of(LinesType type, IngestKind kind, List<JsonNode> records) {
    return switch (type) {
      case TABLE -> table(kind, records);
      case DOCUMENTS -> records.stream().map(record -> record + "\n").collect(joining());
      case FEATURES ->
          records.stream()
              .map(ManyLines::feature)
              .collect(joining(",", "{\"type\":\"FeatureCollection\",\"features\":[", "]}"));
    };
  }

  private static String table(IngestKind kind, List<JsonNode> records) {
    List<Map<String, String>> rows =
        records.stream()
            .map(
                record -> {
                  Map<String, String> cells = new LinkedHashMap<>();
                  fill(cells, kind.columns().keySet(), "", record);
                  return cells;
                })
            .toList();
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.addAll(row.keySet()));
    StringBuilder table = new StringBuilder(String.join(",", names)).append('\n');
    for (Map<String, String> row : rows) {
      table
          .append(names.stream().map(name -> row.getOrDefault(name, "")).collect(joining(",")))
          .append('\n');
    }
    return table.toString();
  }

  private static void fill(
      Map<String, String> cells, Set<String> columns, String name, JsonNode value) {
    if (columns.contains(name)) {
      cells.put(name, "\"" + text(value).replace("\"", "\"\"") + "\"");
    } else if (value.isObject()) {
      String start = name.isEmpty() ? "" : name + ".";
      value.fieldNames().forEachRemaining(of -> fill(cells, columns, start + of, value.get(of)));
    }
  }

  private static String text(JsonNode value) {
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(JsonNode::asText)
          .collect(joining(" "));
    }
    return value.isObject() ? value.toString() : value.asText();
  }

  /** A plot as a feature. */
  private static String feature(JsonNode plot) {
    ObjectNode properties = plot.deepCopy();
    JsonNode geometry = properties.remove("geometry");
    ObjectNode feature = JsonRequest.MAPPER.createObjectNode().put("type", "Feature");
    return feature.<ObjectNode>set("geometry", geometry).set("properties", properties).toString();
  }
}
