package supplychain.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schemas of the document, out of the records and bodies in the files of this folder. */
final class Schemas {
  private static final String OR_NULL = " or null";
  private static final String REF = "$ref";

  /** The fields that the service sets in every record. */
  private static final List<String> SET_BY_SERVICE =
      List.of("id", "created_on", "updated_on", "creator", "updater");

  private final ObjectNode schemas;
  private final ObjectNode descriptions;
  private final ObjectNode ids;

  /** The schema of each field that can have a name in place of an id. */
  private final Map<String, String> references = new HashMap<>();

  /** Schemas whose fields have these descriptions, unless they have their own. Ids get examples. */
  Schemas(ObjectNode schemas, ObjectNode descriptions, ObjectNode ids) {
    this.schemas = schemas;
    this.descriptions = descriptions;
    this.ids = ids;
  }

  static String reference(String schema) {
    return "#/components/schemas/" + schema;
  }

  void add(String name, JsonNode schema) {
    if (schemas.has(name)) {
      throw new IllegalStateException("There are two schemas named " + name + ".");
    }
    schemas.set(name, schema);
  }

  /** Adds the schemas of a reference, an id or a name, for these fields of bodies. */
  void addReference(String kind, JsonNode written) {
    String description = written.get("description").asText();
    ObjectNode name = JsonNodeFactory.instance.objectNode().put("type", "object");
    name.put("minProperties", 1).put("description", description + " by a name: one key is enough.");
    ObjectNode keys = name.putObject("properties");
    written
        .get("keys")
        .forEachEntry(
            (key, says) -> keys.putObject(key).put("type", "string").set("description", says));
    add(kind + "Name", name);
    ObjectNode either = JsonNodeFactory.instance.objectNode();
    either.put("description", description + ": the id, or an object with a name.");
    ArrayNode choices = either.putArray("oneOf");
    choices.addObject().put(REF, reference("Id"));
    choices.addObject().put(REF, reference(kind + "Name"));
    add(kind + "Reference", either);
    written.get("fields").forEach(field -> references.put(field.asText(), kind + "Reference"));
  }

  /** Adds a record: every field is always there. */
  void addRecord(String name, JsonNode written) {
    ObjectNode record = object(name, written, List.of());
    ArrayNode required = record.putArray("required");
    record.get("properties").fieldNames().forEachRemaining(required::add);
  }

  /** Adds a body: a field can be null unless it is required or never null. */
  void addBody(String name, JsonNode written) {
    ObjectNode body = object(name, written, SET_BY_SERVICE);
    List<String> required = names(written.path("required"));
    List<String> neverNull = names(written.path("never_null"));
    for (Map.Entry<String, JsonNode> field : body.get("properties").properties()) {
      takeNames(field);
      if (!required.contains(field.getKey()) && !neverNull.contains(field.getKey())) {
        field.setValue(nullable((ObjectNode) field.getValue()));
      }
    }
    if (!required.isEmpty()) {
      body.set("required", written.get("required"));
    }
  }

  /** Lets a field of a body have a name in place of an id. */
  private void takeNames(Map.Entry<String, JsonNode> field) {
    String reference = references.get(field.getKey());
    if (reference != null && isId(field.getValue())) {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put(REF, reference(reference));
      for (String keyword : List.of("description", "examples")) {
        if (field.getValue().has(keyword)) {
          schema.set(keyword, field.getValue().get(keyword));
        }
      }
      field.setValue(schema);
    } else if (reference != null && isId(field.getValue().path("items"))) {
      ((ObjectNode) field.getValue()).putObject("items").put(REF, reference(reference));
    }
  }

  private static boolean isId(JsonNode schema) {
    return schema.path(REF).asText().equals(reference("Id"))
        || schema.path("format").asText().equals("uuid");
  }

  /** Removes the schemas without a reference: where they are nullable, they are written in full. */
  void removeUnused(JsonNode document) {
    String text = document.toString();
    schemas.properties().removeIf(each -> !text.contains("\"" + reference(each.getKey()) + "\""));
  }

  /** An object with its own fields and those of the schema that {@code of} names, without some. */
  private ObjectNode object(String name, JsonNode written, List<String> without) {
    ObjectNode object = JsonNodeFactory.instance.objectNode().put("type", "object");
    add(name, object);
    for (String keyword : List.of("description", "minProperties", "examples")) {
      if (written.has(keyword)) {
        object.set(keyword, written.get(keyword));
      }
    }
    ObjectNode fields = object.putObject("properties");
    if (written.has("of")) {
      ObjectNode copy = schemas.at("/" + written.get("of").asText() + "/properties").deepCopy();
      fields.setAll(copy.remove(names(written.path("without"))).remove(without));
    }
    written
        .path("properties")
        .forEachEntry(
            (field, schema) -> fields.set(field, described(name, field, schema, schema(schema))));
    return object;
  }

  /** A field with its description and its example id, if it has none of its own. */
  private JsonNode described(String name, String field, JsonNode written, JsonNode schema) {
    JsonNode description = ofField(descriptions, name, field);
    boolean isOwn = written.isObject() && written.has("description");
    if (!isOwn && !description.isMissingNode()) {
      ((ObjectNode) schema).set("description", description);
    }
    JsonNode id = ofField(ids, name, field);
    if (!id.isMissingNode() && written.asText().startsWith("Id")) {
      ((ObjectNode) schema).putArray("examples").add(id);
    } else if (!id.isMissingNode() && isId(written.path("items"))) {
      ((ObjectNode) schema).putArray("examples").addArray().add(id);
    }
    return schema;
  }

  /** The value for a field of a schema, or else for the fields of this name. */
  private static JsonNode ofField(ObjectNode values, String schema, String field) {
    String whole = schema + "." + field;
    return values.path(values.has(whole) ? whole : field);
  }

  /** A schema, which can be written in short: {@code Id} or {@code Id or null}. */
  private JsonNode schema(JsonNode written) {
    if (!written.isTextual()) {
      return written;
    }
    String text = written.asText();
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put(REF, reference(text.replace(OR_NULL, "")));
    return text.endsWith(OR_NULL) ? nullable(schema) : schema;
  }

  /** A schema that allows null as well. */
  private ObjectNode nullable(ObjectNode schema) {
    if (schema.path("type").isArray() || schema.has("anyOf")) {
      return schema;
    }
    if (schema.has(REF)) {
      JsonNode description = schema.remove("description");
      String name = schema.get(REF).asText().replaceFirst(".*/", "");
      ObjectNode named = (ObjectNode) schemas.get(name);
      if (isTextOrNumber(named)) {
        // Generators of clients lose the null beside a reference to a text or a number.
        return withDescription(nullable(named), description);
      }
      ObjectNode either = JsonNodeFactory.instance.objectNode();
      either.putArray("anyOf").add(schema).addObject().put("type", "null");
      return withDescription(either, description);
    }
    ObjectNode nullable = schema.deepCopy();
    nullable.putArray("type").add(schema.get("type")).add("null");
    if (nullable.has("enum")) {
      nullable.withArray("/enum").addNull();
    }
    return nullable;
  }

  private static ObjectNode withDescription(ObjectNode schema, JsonNode description) {
    return description == null ? schema : schema.set("description", description);
  }

  private static boolean isTextOrNumber(ObjectNode schema) {
    return !schema.has("enum")
        && List.of("string", "number").contains(schema.path("type").asText());
  }

  private static List<String> names(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }
}
