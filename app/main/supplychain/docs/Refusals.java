package supplychain.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Map;
import supplychain.core.ProblemType;

/** The examples of refusals, each of its own type of problem. */
final class Refusals {
  private static final String REQUEST_ID = "019c0000-0000-7000-8000-0000000000aa";

  private Refusals() {}

  /** Replaces the {@code problems} of a refusal by whole documents, as the service answers them. */
  static void addExamples(ObjectNode refusal) {
    JsonNode problems = refusal.remove("problems");
    ObjectNode content = refusal.withObject("/content").withObject("/application~1problem+json");
    ObjectNode examples = content.putObject("examples");
    for (Map.Entry<String, JsonNode> each : problems.properties()) {
      ProblemType type = type(each.getKey());
      ObjectNode example = examples.putObject(each.getKey()).put("summary", type.title());
      example.set("value", document(type, each.getValue()));
    }
  }

  private static ProblemType type(String name) {
    return Arrays.stream(ProblemType.values())
        .filter(one -> one.uri().equals("/problems/" + name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("There is no type of problem " + name + "."));
  }

  private static ObjectNode document(ProblemType type, JsonNode written) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("type", type.uri()).put("title", type.title()).put("status", type.status());
    return document.<ObjectNode>setAll((ObjectNode) written).put("request_id", REQUEST_ID);
  }
}
