package supplychain.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import supplychain.core.Role;

/** The operations of the document: what follows from what each of them is. */
final class Operations {
  /** What an operation may say of itself, and of which record or body. */
  private static final List<String> KINDS =
      List.of("list", "reads", "page", "makes", "changes", "body", "bulk");

  private static final String ID = "{hashid}";
  private static final String REQUEST_ID = "#/components/headers/X-Request-Id";

  private final ObjectNode templates;

  /** Made by these templates. */
  Operations(ObjectNode templates) {
    this.templates = templates;
  }

  /** Adds the operations of these paths. */
  void add(ObjectNode paths, JsonNode written) {
    for (Map.Entry<String, JsonNode> path : written.properties()) {
      ObjectNode operations = paths.withObject("/" + path.getKey().replace("/", "~1"));
      path.getValue()
          .properties()
          .forEach(
              each ->
                  operations.set(
                      each.getKey(), operation(path.getKey(), (ObjectNode) each.getValue())));
    }
  }

  private ObjectNode operation(String path, ObjectNode written) {
    Role role = Role.valueOf(written.remove("role").asText());
    ObjectNode operation = JsonNodeFactory.instance.objectNode();
    apply(operation, "always", "");
    if (role != Role.ANYONE) {
      apply(operation, "identified", "");
    }
    if (role.compareTo(Role.REPORTER) > 0) {
      apply(operation, "restricted", "");
    }
    if (path.contains(ID)) {
      apply(operation, "hashid", "");
    }
    for (String kind : KINDS) {
      JsonNode of = written.remove(kind);
      if (of != null) {
        apply(operation, kind, of.asText());
      }
      if (of != null && kind.equals("list")) {
        ListParameters.of(path).forEach(operation.withArray("/parameters")::add);
      }
    }
    merge(operation, written);
    secure(operation, role);
    operation.get("responses").forEach(response -> promiseRequestId((ObjectNode) response));
    return operation;
  }

  private void apply(ObjectNode operation, String template, String name) {
    merge(operation, named(templates.get(template), name));
  }

  /** Whom it is open to: for programs, and at the end of what it says for people. */
  private static void secure(ObjectNode operation, Role role) {
    String said = operation.get("description").asText();
    operation.put("x-role", role.name());
    if (role == Role.ANYONE) {
      operation.put("description", said + " Needs no token.").putArray("security");
    } else {
      operation.put("description", said + " For the role " + role + " or above.");
    }
  }

  private static void promiseRequestId(ObjectNode response) {
    if (!response.has("$ref")) {
      response.withObject("/headers").putObject("X-Request-Id").put("$ref", REQUEST_ID);
    }
  }

  /** The template with the name of a record or body in its place. */
  private static JsonNode named(JsonNode template, String name) {
    if (template.isObject()) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      template.properties().forEach(each -> copy.set(each.getKey(), named(each.getValue(), name)));
      return copy;
    }
    if (template.isArray()) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      template.forEach(each -> copy.add(named(each, name)));
      return copy;
    }
    return template.isTextual()
        ? TextNode.valueOf(template.asText().replaceFirst("/(RECORD|BODY)$", "/" + name))
        : template;
  }

  /** Adds to it: objects field by field, arrays at their end; what is there else is replaced. */
  private static void merge(ObjectNode into, JsonNode more) {
    for (Map.Entry<String, JsonNode> each : more.properties()) {
      JsonNode there = into.get(each.getKey());
      JsonNode added = each.getValue();
      if (there instanceof ArrayNode array && added.isArray()) {
        added.forEach(array::add);
      } else if (there instanceof ObjectNode object
          && added.isObject()
          && !isReference(there, added)) {
        merge(object, added);
      } else {
        into.set(each.getKey(), added.deepCopy());
      }
    }
  }

  private static boolean isReference(JsonNode there, JsonNode added) {
    return there.has("$ref") || added.has("$ref");
  }
}
