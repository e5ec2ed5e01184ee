package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import supplychain.validation.Body;

/**
 * Where an object of a file names other records. A field there takes the ref of a record, an object
 * whose {@code id} is the ref, or an array of these.
 */
final class Places {
  /** Says what stands for a ref. */
  @FunctionalInterface
  interface Naming {
    /**
     * The id, as text.
     *
     * @param pointer where the ref stands
     * @param kinds what it may name
     */
    String idOf(String pointer, List<LoadKind> kinds, String ref);
  }

  private final Map<String, List<LoadKind>> names = new LinkedHashMap<>();
  private final Map<String, Places> nested = new LinkedHashMap<>();

  /** Adds a field that names a record of one of these kinds. */
  Places field(String name, LoadKind... kinds) {
    names.put(name, List.of(kinds));
    return this;
  }

  /** Adds a field that holds an object, or an array of objects, with places of its own. */
  Places inside(String name, Places places) {
    nested.put(name, places);
    return this;
  }

  /** Replaces every ref of an object. */
  void rewrite(ObjectNode object, String pointer, Naming naming) {
    names.forEach(
        (name, kinds) -> {
          JsonNode value = object.get(name);
          if (value != null) {
            object.set(name, rewritten(value, Body.pointer(pointer, name), kinds, naming));
          }
        });
    nested.forEach(
        (name, places) -> places.rewriteEach(object.path(name), pointer + "/" + name, naming));
  }

  private void rewriteEach(JsonNode value, String pointer, Naming naming) {
    if (value instanceof ObjectNode object) {
      rewrite(object, pointer, naming);
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      if (value.get(i) instanceof ObjectNode object) {
        rewrite(object, pointer + "/" + i, naming);
      }
    }
  }

  private static JsonNode rewritten(
      JsonNode value, String pointer, List<LoadKind> kinds, Naming naming) {
    if (value.isTextual()) {
      return TextNode.valueOf(naming.idOf(pointer, kinds, value.asText()));
    }
    if (value instanceof ObjectNode object && object.path("id").isTextual()) {
      object.put("id", naming.idOf(pointer + "/id", kinds, object.get("id").asText()));
    } else if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, rewritten(array.get(i), pointer + "/" + i, kinds, naming));
      }
    }
    return value;
  }
}
