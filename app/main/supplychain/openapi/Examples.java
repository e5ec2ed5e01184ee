package supplychain.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whole records as examples of answers, put together of an example of each of their fields: a field
 * that a record gets is in its examples too.
 */
final class Examples {
  private static final String LINES = "application/x-ndjson";
  private static final String TABLE = "text/csv";
  private static final String JSON = "application/json";

  private final JsonNode document;
  private final JsonNode fields;

  /**
   * Examples for a document.
   *
   * @param fields an example of a field by its name, or by {@code Record.name} where it means
   *     something of its own there
   */
  Examples(JsonNode document, JsonNode fields) {
    this.document = document;
    this.fields = fields;
  }

  /** Gives one to each answer of a success that has none, and to a body of many records. */
  void add() {
    for (JsonNode path : document.get("paths")) {
      for (JsonNode operation : path) {
        addManyTo(operation.at("/requestBody/content"));
        addOther(operation.at("/requestBody/content"));
        for (Map.Entry<String, JsonNode> response : operation.get("responses").properties()) {
          if (response.getKey().startsWith("2")) {
            addTo(response.getValue().path("content"));
            addOther(response.getValue().path("content"));
          }
        }
      }
    }
  }

  /** Of many records the first, which is that of one. */
  private static void addManyTo(JsonNode content) {
    JsonNode one = content.path(JSON).path("example");
    if (content.path(LINES) instanceof ObjectNode lines) {
      lines.put("example", one + "\n");
    }
    if (content.path(TABLE) instanceof ObjectNode table) {
      List<Map.Entry<String, JsonNode>> cells =
          one.properties().stream().filter(each -> each.getValue().isValueNode()).toList();
      table.put(
          "example",
          cells.stream().map(Map.Entry::getKey).collect(Collectors.joining(",", "", "\n"))
              + cells.stream()
                  .map(each -> each.getValue().asText())
                  .collect(Collectors.joining(",", "", "\n")));
    }
  }

  private void addTo(JsonNode content) {
    ObjectNode json = content.path(JSON) instanceof ObjectNode node ? node : null;
    if (json != null && !json.has("example")) {
      json.set("example", of("", "", json.get("schema")));
    }
    if (content.path(LINES) instanceof ObjectNode lines) {
      JsonNode line =
          json == null
              ? of("", "", lines.at("/schema/contentSchema"))
              : json.get("example").path(0);
      lines.put("example", line + "\n");
    }
  }

  /** Of what is no JSON that of its schema, where it has one. */
  private void addOther(JsonNode content) {
    for (JsonNode each : content) {
      JsonNode schema = each.path("schema");
      String pointer = schema.path("$ref").asText("#").substring(1);
      JsonNode named = pointer.isEmpty() ? schema : document.at(pointer);
      if (!each.has("example") && named.has("examples")) {
        ((ObjectNode) each).set("example", named.at("/examples/0"));
      }
    }
  }

  /** An example of what is at a field of a record. */
  private JsonNode of(String record, String name, JsonNode schema) {
    for (String written : new String[] {record + "." + name, name}) {
      if (fields.has(written)) {
        return fields.get(written);
      }
    }
    if (schema.has("$ref")) {
      String pointer = schema.get("$ref").asText().substring(1);
      return whole(pointer.replaceFirst(".*/", ""), name, document.at(pointer));
    }
    return whole(record, name, schema);
  }

  private JsonNode whole(String record, String name, JsonNode schema) {
    for (String place : new String[] {"/examples/0", "/enum/0", "/const"}) {
      if (!schema.at(place).isMissingNode()) {
        return schema.at(place);
      }
    }
    if (schema.has("properties")) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> each : schema.get("properties").properties()) {
        object.set(each.getKey(), of(record, each.getKey(), each.getValue()));
      }
      return object;
    }
    return schema.has("anyOf")
        ? of(record, name, schema.at("/anyOf/0"))
        : plain(record, name, schema);
  }

  private JsonNode plain(String record, String name, JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return NullNode.instance;
    }
    return switch (type.asText()) {
      case "array" -> JsonNodeFactory.instance.arrayNode().add(of(record, "", schema.get("items")));
      case "object" -> JsonNodeFactory.instance.objectNode();
      case "boolean" -> BooleanNode.TRUE;
      case "integer", "number" -> IntNode.valueOf(schema.path("minimum").asInt(1));
      default -> TextNode.valueOf(name.replace('_', ' '));
    };
  }
}
