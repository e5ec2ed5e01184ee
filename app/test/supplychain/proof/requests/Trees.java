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
    if (node.isObject()) {
      node.fieldNames().forEachRemaining(name -> visit(node.get(name), pointer + "/" + name, all));
    } else {
      for (int i = 0; i < node.size(); i++) {
        visit(node.get(i), pointer + "/" + i, all);
      }
    }
  }

  private static void visit(JsonNode child, String pointer, List<String> all) {
    all.add(pointer);
    collect(child, pointer, all);
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

  /** Puts something else in one place; null takes away what is there. */
  static void set(JsonNode tree, String pointer, JsonNode value) {
    int slash = pointer.lastIndexOf('/');
    String name = pointer.substring(slash + 1);
    if (tree.at(pointer.substring(0, slash)) instanceof ObjectNode object) {
      if (value == null) {
        object.remove(name);
      } else {
        object.set(name, value);
      }
    } else if (tree.at(pointer.substring(0, slash)) instanceof ArrayNode array) {
      int index = Integer.parseInt(name);
      if (value == null) {
        array.remove(index);
      } else {
        array.set(index, value);
      }
    }
  }
}
