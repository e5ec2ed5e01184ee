package supplychain.docs;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Code that sends a request to an operation, for curl and for Python, with the example body. */
final class CodeSamples {
  private static final String ID = "019c0000-0000-7000-8000-00000000f001";
  private static final String BODY = "/requestBody/content/application~1json/";

  private CodeSamples() {}

  /** Adds the samples to an operation below {@code /v1}. */
  static void add(String path, String method, ObjectNode operation) {
    if (operation.has("servers")) {
      return;
    }
    String verb = method.toUpperCase(Locale.ROOT);
    String target = path.replace("{hashid}", ID);
    JsonNode body = operation.at(BODY + "example");
    if (body.isMissingNode()) {
      body = operation.at(BODY + "examples").valueStream().findFirst().orElse(body).path("value");
    }
    boolean hasKey = operation.at("/responses").has("422");
    boolean needsToken = !operation.has("security");
    operation
        .putArray("x-codeSamples")
        .add(sample("Shell", "curl", curl(verb, target, needsToken, hasKey, body)))
        .add(sample("Python", "Python", python(verb, target, needsToken, hasKey, body)));
  }

  private static ObjectNode sample(String language, String label, String source) {
    ObjectNode sample = JsonNodeFactory.instance.objectNode();
    return sample.put("lang", language).put("label", label).put("source", source);
  }

  private static String curl(
      String verb, String target, boolean needsToken, boolean hasKey, JsonNode body) {
    StringBuilder text = new StringBuilder("curl -sS --fail-with-body ");
    text.append(verb.equals("GET") ? "" : "-X " + verb + " ");
    text.append("\"$BASE_URL").append(target).append('"');
    text.append(needsToken ? " \\\n  -H \"Authorization: Bearer $TOKEN\"" : "");
    text.append(hasKey ? " \\\n  -H \"Idempotency-Key: $(uuidgen)\"" : "");
    if (!body.isMissingNode()) {
      text.append(" \\\n  -H \"Content-Type: application/json\" \\\n  -d '");
      text.append(body.toString().replace("'", "'\\''")).append('\'');
    }
    return text.append('\n').toString();
  }

  private static String python(
      String verb, String target, boolean needsToken, boolean hasKey, JsonNode body) {
    StringBuilder text = new StringBuilder("import os\n");
    text.append(hasKey ? "import uuid\n" : "").append("\nimport requests\n\n");
    text.append("answer = requests.").append(verb.toLowerCase(Locale.ROOT));
    text.append("(\n    os.environ[\"BASE_URL\"] + \"").append(target).append("\",\n");
    if (needsToken) {
      text.append("    headers={\"Authorization\": \"Bearer \" + os.environ[\"TOKEN\"]");
      text.append(hasKey ? ", \"Idempotency-Key\": str(uuid.uuid4())" : "").append("},\n");
    }
    text.append(body.isMissingNode() ? "" : "    json=" + literal(body) + ",\n");
    return text.append(")\nanswer.raise_for_status()\nprint(answer.text)\n").toString();
  }

  /** The value as Python writes it. A JSON text is a text of Python, too. */
  private static String literal(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(each -> '"' + each.getKey() + "\": " + literal(each.getValue()))
          .collect(joining(", ", "{", "}"));
    }
    if (value.isArray()) {
      return value.valueStream().map(CodeSamples::literal).collect(joining(", ", "[", "]"));
    }
    if (value.isBoolean()) {
      return value.asBoolean() ? "True" : "False";
    }
    return value.isNull() ? "None" : value.toString();
  }
}
