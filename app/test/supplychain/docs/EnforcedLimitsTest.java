package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.World;
import supplychain.core.Role;

/** The limits that the document names for what is sent are those that the service enforces. */
class EnforcedLimitsTest {
  private static final JsonNode DOCUMENT = OpenApi.document();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** The parts of a company that are records of their own: the service only compares them. */
  private static final Set<String> SHOWN =
      Set.of("/forms", "/field_visibilties", "/owned_premiums", "/members", "/products");

  /** Products that a form names: their ids count, whatever else is said of them. */
  private static final String NAMED = "/products/0";

  private final Client operator = new World().client(null, Role.OPERATOR);
  private final List<String> mistakes = new ArrayList<>();
  private String path;
  private int texts;
  private int arrays;

  @Test
  void aTextAndAnArrayOfABodyMayBeAsLongAsTheDocumentSaysAndNoLonger() {
    for (Map.Entry<String, JsonNode> each : DOCUMENT.get("paths").properties()) {
      JsonNode body = each.getValue().at("/post/requestBody/content/application~1json/schema/$ref");
      if (!body.isMissingNode() && !each.getKey().contains("{")) {
        path = "/v1" + each.getKey();
        look(DOCUMENT.at(body.asText().substring(1)), "", value -> value);
      }
    }
    assertEquals(List.of(), mistakes);
    assertTrue(texts > 60 && arrays > 10, texts + " texts, " + arrays + " arrays");
  }

  private void look(JsonNode written, String pointer, UnaryOperator<JsonNode> whole) {
    JsonNode schema = Contract.resolved(written);
    boolean isShown = SHOWN.contains(pointer) && path.endsWith("/companies/");
    if (isShown || pointer.endsWith(NAMED)) {
      return;
    }
    if (schema.has("items")) {
      compareArray(schema, pointer, whole);
      look(schema.get("items"), pointer + "/0", value -> whole.apply(JSON.arrayNode().add(value)));
    } else if (schema.has("properties")) {
      for (Map.Entry<String, JsonNode> each : schema.get("properties").properties()) {
        look(
            each.getValue(),
            pointer + "/" + each.getKey(),
            value -> whole.apply(JSON.objectNode().set(each.getKey(), value)));
      }
    } else if (schema.has("maxLength")) {
      compareText(schema, pointer, whole);
    }
  }

  private void compareText(JsonNode schema, String pointer, UnaryOperator<JsonNode> whole) {
    int most = schema.get("maxLength").asInt();
    texts++;
    compare(pointer, "too_long", false, whole.apply(text(most)));
    compare(pointer, "too_long", true, whole.apply(text(most + 1)));
  }

  /** Of so many code points: each is two of Java's characters. */
  private static JsonNode text(int length) {
    return TextNode.valueOf("\uD83C\uDF3E".repeat(length));
  }

  private void compareArray(JsonNode schema, String pointer, UnaryOperator<JsonNode> whole) {
    if (!schema.has("maxItems")) {
      mistakes.add(path + pointer + " has no maxItems");
      return;
    }
    int most = schema.get("maxItems").asInt();
    arrays++;
    compare(pointer, "too_many", false, whole.apply(nulls(most)));
    compare(pointer, "too_many", true, whole.apply(nulls(most + 1)));
  }

  private static ArrayNode nulls(int count) {
    ArrayNode nulls = JSON.arrayNode();
    for (int i = 0; i < count; i++) {
      nulls.addNull();
    }
    return nulls;
  }

  private void compare(String pointer, String code, boolean isRefused, JsonNode body) {
    List<String> findings = operator.post(path, body.toString()).findings();
    if (findings.contains(pointer + " " + code) != isRefused) {
      List<String> some = findings.subList(0, Math.min(5, findings.size()));
      mistakes.add(path + " " + pointer + (isRefused ? " is not " : " is ") + code + ": " + some);
    }
  }
}
