package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import supplychain.core.Json;

/** JSON texts with {@code <names>} to fill in, and what an answer may say for itself. */
final class Template {
  private static final String ID =
      "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
  private static final String TIME =
      "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?\\+00:00";

  private static final List<String> OWN =
      List.of("id", "number", "created_on", "updated_on", "transaction");

  private Template() {}

  /** The object that a text stands for. */
  static ObjectNode object(String text) {
    return (ObjectNode) parse(text);
  }

  /** The same fields in the same order with the same digits. */
  static void assertSame(String expected, JsonNode actual) {
    assertEquals(parse(expected).toPrettyString(), actual.toPrettyString());
  }

  /** An id that the service made, checked for its form. */
  static String id(JsonNode document, String pointer) {
    return formed(document, pointer, ID);
  }

  /** A timestamp that the service made, checked for its form. */
  static String time(JsonNode document, String pointer) {
    return formed(document, pointer, TIME);
  }

  /** A text of the answer, checked for its form. */
  static String formed(JsonNode document, String pointer, String form) {
    String text = document.at(pointer).asText();
    assertTrue(text.matches(form), pointer + ": " + text);
    return text;
  }

  /** A copy without what each record has of its own, on every level, and without these. */
  static JsonNode withoutOwn(JsonNode document, String... more) {
    JsonNode copy = document.deepCopy();
    List<String> names = new ArrayList<>(OWN);
    names.addAll(List.of(more));
    remove(names, copy);
    return copy;
  }

  private static void remove(List<String> names, JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(names);
    }
    node.forEach(child -> remove(names, child));
  }

  private static JsonNode parse(String json) {
    return assertDoesNotThrow(() -> Json.MAPPER.readTree(json), json);
  }
}
