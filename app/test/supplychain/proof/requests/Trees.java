package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Walks JSON and changes it in one place. */
final class Trees {
  private Trees() {}

  /** Every place but the whole, as JSON Pointers. */
  static List<String> pointers(JsonNode tree) {
    List<String> all = new ArrayList<>();
    collect(tree, "", all);
    return all;
  }

  private static void collect(JsonNode node, String pointer, List<String> all) {
    if (!pointer.isEmpty()) {
      all.add(pointer);
    }
    node.properties().forEach(each -> collect(each.getValue(), pointer + "/" + each.getKey(), all));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), pointer + "/" + i, all);
    }
  }

  /** A copy with something else in one place, which may not be there yet. */
  static JsonNode with(JsonNode body, String pointer, JsonNode value) {
    String[] names = pointer.substring(1).split("/");
    return put(body.deepCopy(), names, 0, value);
  }

  private static JsonNode put(JsonNode node, String[] names, int depth, JsonNode value) {
    if (depth == names.length) {
      return value;
    }
    String name = names[depth];
    if (name.matches("[0-9]+")) {
      ArrayNode array =
          node instanceof ArrayNode there ? there : JsonNodeFactory.instance.arrayNode();
      int index = Integer.parseInt(name);
      JsonNode put = put(array.path(index), names, depth + 1, value);
      if (index < array.size()) {
        array.remove(index);
      }
      return array.insert(index, put);
    }
    ObjectNode object =
        node instanceof ObjectNode there ? there : JsonNodeFactory.instance.objectNode();
    object.set(name, put(object.path(name), names, depth + 1, value));
    return object;
  }

  /** A copy without what is in one place. */
  static JsonNode without(JsonNode tree, String pointer) {
    JsonNode copy = tree.deepCopy();
    int slash = pointer.lastIndexOf('/');
    String name = pointer.substring(slash + 1);
    JsonNode parent = copy.at(pointer.substring(0, slash));
    if (parent instanceof ObjectNode object) {
      object.remove(name);
    } else if (parent instanceof ArrayNode array) {
      array.remove(Integer.parseInt(name));
    }
    return copy;
  }
}
