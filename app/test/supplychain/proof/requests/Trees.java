package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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

  /** A copy with something else in one place. */
  static JsonNode with(JsonNode tree, String pointer, JsonNode value) {
    JsonNode copy = tree.deepCopy();
    set(copy, pointer, value);
    return copy;
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
