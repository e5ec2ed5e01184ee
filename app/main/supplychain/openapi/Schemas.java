package supplychain.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The schemas of the document: what follows from how records and bodies are written down. */
final class Schemas {
  private static final String OR_NULL = " or null";
  private static final String LIST_OF = "list of ";

  /** Fields of every record that no body sets. */
  private static final List<String> OWN =
      List.of("id", "created_on", "updated_on", "creator", "updater");

  private final ObjectNode schemas;
  private final Map<String, Set<String>> own = new HashMap<>();

  /** Adds to these. */
  Schemas(ObjectNode schemas) {
    this.schemas = schemas;
  }

  /** Where a schema stands. */
  static String reference(String schema) {
    return "#/components/schemas/" + schema;
  }

  /** Schemas that are written as OpenAPI has them. */
  void add(JsonNode written) {
    for (Map.Entry<String, JsonNode> each : written.properties()) {
      requireNew(each.getKey());
      schemas.set(each.getKey(), each.getValue());
    }
  }

  /** Records: each of their fields is always there. */
  void addRecords(JsonNode records) {
    for (Map.Entry<String, JsonNode> each : records.properties()) {
      JsonNode written = each.getValue();
      own.put(each.getKey(), new HashSet<>(OWN));
      names(written.path("own")).forEach(own.get(each.getKey())::add);
      ObjectNode record = object(each.getKey(), written);
      ObjectNode fields = record.putObject("properties");
      if (written.has("of")) {
        fields.setAll(fieldsOf(written));
        fields.remove(names(written.path("without")));
      }
      addFields(fields, written);
      ArrayNode required = record.putArray("required");
      fields.fieldNames().forEachRemaining(required::add);
    }
  }

  /** Bodies: the fields of a record that a client sets, null where that clears or says nothing. */
  void addBodies(JsonNode bodies) {
    for (Map.Entry<String, JsonNode> each : bodies.properties()) {
      JsonNode written = each.getValue();
      ObjectNode body = object(each.getKey(), written);
      ObjectNode fields = body.putObject("properties");
      if (written.has("of")) {
        fields.setAll(fieldsOf(written));
        fields.remove(own.getOrDefault(written.get("of").asText(), Set.of()));
        fields.remove(names(written.path("without")));
      }
      addFields(fields, written);
      List<String> required = names(written.path("required"));
      List<String> never = names(written.path("never_null"));
      for (Map.Entry<String, JsonNode> field : fields.properties()) {
        if (!required.contains(field.getKey()) && !never.contains(field.getKey())) {
          field.setValue(nullable((ObjectNode) field.getValue()));
        }
      }
      if (!required.isEmpty()) {
        body.set("required", written.get("required"));
      }
    }
  }

  /** Takes away those that nothing refers to, since they stand in full wherever they are used. */
  void removeUnused(JsonNode document) {
    String text = document.toString();
    schemas.properties().removeIf(each -> !text.contains("\"" + reference(each.getKey()) + "\""));
  }

  private ObjectNode object(String name, JsonNode written) {
    requireNew(name);
    ObjectNode object = schemas.putObject(name).put("type", "object");
    for (String keyword : List.of("description", "minProperties", "examples")) {
      if (written.has(keyword)) {
        object.set(keyword, written.get(keyword));
      }
    }
    return object;
  }

  private void requireNew(String name) {
    if (schemas.has(name)) {
      throw new IllegalStateException("There are two schemas named " + name + ".");
    }
  }

  private ObjectNode fieldsOf(JsonNode written) {
    return schemas.get(written.get("of").asText()).get("properties").deepCopy();
  }

  private void addFields(ObjectNode fields, JsonNode written) {
    written
        .path("properties")
        .properties()
        .forEach(field -> fields.set(field.getKey(), schema(field.getValue())));
  }

  /**
   * A schema, which may be written in short: {@code Id}, {@code Id or null}, {@code list of Id}.
   */
  private JsonNode schema(JsonNode written) {
    if (!written.isTextual()) {
      return written;
    }
    String text = written.asText();
    if (text.endsWith(OR_NULL)) {
      return nullable(referring(text.substring(0, text.length() - OR_NULL.length())));
    }
    if (text.startsWith(LIST_OF)) {
      ObjectNode list = JsonNodeFactory.instance.objectNode().put("type", "array");
      return list.set("items", referring(text.substring(LIST_OF.length())));
    }
    return referring(text);
  }

  private static ObjectNode referring(String schema) {
    return JsonNodeFactory.instance.objectNode().put("$ref", reference(schema));
  }

  /** The same schema, which takes null as well. */
  private ObjectNode nullable(ObjectNode schema) {
    if (schema.path("type").isArray() || schema.has("anyOf")) {
      return schema;
    }
    if (schema.has("$ref")) {
      ObjectNode named =
          (ObjectNode) schemas.get(schema.get("$ref").asText().replaceFirst(".*/", ""));
      // Generators of clients lose the null beside a reference to a text or a number.
      if (isTextOrNumber(named)) {
        return nullable(named);
      }
      ObjectNode either = JsonNodeFactory.instance.objectNode();
      either.putArray("anyOf").add(schema).addObject().put("type", "null");
      return either;
    }
    ObjectNode nullable = schema.deepCopy();
    nullable.putArray("type").add(schema.get("type")).add("null");
    if (nullable.has("enum")) {
      nullable.withArray("/enum").addNull();
    }
    return nullable;
  }

  private static boolean isTextOrNumber(ObjectNode schema) {
    return !schema.has("enum")
        && List.of("string", "number").contains(schema.path("type").asText());
  }

  private static List<String> names(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }
}
