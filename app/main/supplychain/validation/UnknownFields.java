package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** Finds the fields that nothing asked for: a typo must not lose a value. */
final class UnknownFields {
  private UnknownFields() {}

  /**
   * A finding for each field of the object that is not one of the known.
   *
   * @param kind what they are called: a field, or a parameter
   */
  static void refuse(Body object, JsonNode node, Set<String> known, String kind) {
    for (String name : (Iterable<String>) node::fieldNames) {
      if (!known.contains(name)) {
        String hint = Spelling.hint(name, known, object.findings());
        object.refuse(name, "unknown_" + kind, "There is no such " + kind + "." + hint);
      }
    }
  }
}
