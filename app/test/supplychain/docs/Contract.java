package supplychain.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import supplychain.Reply;

/** Holds answers against the OpenAPI document: what is not in it is a failure. */
public final class Contract {
  private static final String DOCUMENT_ID = "https://service/openapi.json";
  private static final String PROBLEM = "application/problem+json";
  private static final String LINES = "application/x-ndjson";

  /** The statuses that need no description, because the document has no such operation. */
  private static final List<Integer> ELSEWHERE = List.of(400, 401, 404, 405, 429, 500, 503, 504);

  private static final JsonNode DOCUMENT = strict(OpenApi.document().deepCopy());
  private static final Map<Pattern, String> PATHS = paths();
  private static final Pattern TEXTS = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"");
  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build())
                  .schemas(Map.of(DOCUMENT_ID, DOCUMENT.toString())));

  /** The document as one schema: each part of it is found there, and none is read again. */
  private static final Schema WHOLE = REGISTRY.getSchema(SchemaLocation.of(DOCUMENT_ID));

  private static final String UNKNOWN = "no such operation or status";

  private Contract() {}

  /** Fails unless the document says that this may be answered there. */
  public static void check(String method, String path, Reply reply) {
    List<String> breaches = breaches(method, path, reply);
    if (!breaches.isEmpty()) {
      String hint =
          breaches.contains(UNKNOWN)
              ? ". Describe it in a file of app/main/supplychain/docs/ that document.yaml lists"
                  + " under files."
              : "";
      throw new AssertionError(
          "%s %s answered %d, which the document does not allow: %s%s%n%s"
              .formatted(method, path, reply.status(), breaches, hint, reply.text()));
    }
  }

  /** The parts of an answer that the document does not allow. A null text is not checked. */
  public static List<String> breaches(String method, String path, Reply reply) {
    int answered = reply.status();
    HttpHeaders headers = reply.headers();
    String found = template(path.replaceFirst("[?#].*", ""));
    String verb = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
    JsonNode operation = DOCUMENT.path("paths").path(found).path(verb);
    String place = "/paths/" + escaped(found) + "/" + verb;
    String status = status(operation.path("responses"), answered);
    JsonNode response = operation.path("responses").path(status);
    if (operation.isMissingNode() && ELSEWHERE.contains(answered)) {
      response = DOCUMENT.at("/components/responses/Malformed");
      place = "/components/responses/Malformed";
    } else if (response.has("$ref")) {
      place = response.get("$ref").asText().substring(1);
      response = DOCUMENT.at(place);
    } else {
      place += "/responses/" + status;
    }
    if (response.isMissingNode()) {
      return List.of(UNKNOWN);
    }
    List<String> breaches = new ArrayList<>(headers(response, headers));
    if (!method.equals("HEAD") && reply.text() != null) {
      String type = headers.firstValue("Content-Type").orElse("none").replaceFirst(";.*", "");
      breaches.addAll(body(response, place, type, reply.text()));
      breaches.addAll(style(type, reply.text()));
    }
    return breaches;
  }

  /** How JSON is written: without blanks between its parts, and with a newline at the end. */
  private static List<String> style(String type, String text) {
    if (!List.of("application/json", PROBLEM).contains(type) || text.isEmpty()) {
      return List.of();
    }
    String parts = TEXTS.matcher(text).replaceAll("").replace(",\n", ",");
    boolean isRight = parts.indexOf(' ') < 0 && parts.indexOf('\n') == parts.length() - 1;
    return isRight ? List.of() : List.of("blanks between its parts, or no newline at its end");
  }

  /** The parts of a value that the schema at this place does not allow. */
  public static List<String> breaches(String schema, JsonNode value) {
    return errors(component(schema), value);
  }

  /** As the document names a status: itself, or where it does not the hundred that it is of. */
  private static String status(JsonNode responses, int status) {
    return responses.has(status + "") ? status + "" : status / 100 + "XX";
  }

  /** Follows a reference of the document to its part, and takes the first of a choice. */
  public static JsonNode resolved(JsonNode part) {
    if (part.has("anyOf")) {
      return resolved(part.at("/anyOf/0"));
    }
    return part.has("$ref") ? DOCUMENT.at(part.get("$ref").asText().substring(1)) : part;
  }

  /** The path of the document that this path is one of; "" where it is none. */
  private static String template(String path) {
    return PATHS.entrySet().stream()
        .filter(each -> each.getKey().matcher(path).matches())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  private static List<String> headers(JsonNode response, HttpHeaders answered) {
    List<String> breaches = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : response.path("headers").properties()) {
      JsonNode header = resolved(each.getValue());
      String value = answered.firstValue(each.getKey()).orElse(null);
      JsonNode schema = header.get("schema");
      if (value == null && header.path("required").asBoolean()) {
        breaches.add("no header " + each.getKey());
      } else if (value != null
          && !Pattern.compile(schema.path("pattern").asText("")).matcher(value).find()) {
        breaches.add(each.getKey() + ": " + value);
      } else if (value != null && !schema.path("const").asText(value).equals(value)) {
        breaches.add(each.getKey() + ": " + value);
      }
    }
    return breaches;
  }

  private static List<String> body(JsonNode response, String place, String type, String text) {
    JsonNode content = response.path("content");
    if (content.isEmpty()) {
      return text.isEmpty() && type.equals("none") ? List.of() : List.of("a body or its type");
    }
    if (!content.has(type)) {
      return List.of("the Content-Type " + type);
    }
    if (type.equals(LINES)) {
      // The lines of a whole list are more than the records of a page.
      String of = content.at("/" + escaped(LINES) + "/schema/contentSchema/$ref").asText();
      List<String> breaches = new ArrayList<>();
      text.lines().forEach(line -> breaches.addAll(errors(component(of.substring(1)), read(line))));
      return breaches;
    }
    boolean isJson = type.equals(PROBLEM) || type.equals("application/json");
    return isJson ? errors(schema(place, type), read(text)) : List.of();
  }

  private static JsonNode read(String line) {
    return new Reply(0, line, null).json();
  }

  private static List<String> errors(Schema schema, JsonNode body) {
    return schema.validate(body).stream()
        .filter(error -> !isAddress(error))
        .map(error -> "%s %s: %s".formatted(error.getInstanceLocation(), error.getKeyword(), error))
        .toList();
  }

  /** Addresses of other scripts are taken too, which the validator's RFC 5321 has not. */
  private static boolean isAddress(Error error) {
    boolean isFormat = error.getKeyword().equals("format");
    return isFormat && error.getSchemaNode().asText().equals("email");
  }

  private static Schema schema(String place, String type) {
    return component(place + "/content/" + escaped(type) + "/schema");
  }

  private static Schema component(String pointer) {
    return SCHEMAS.computeIfAbsent(pointer, at -> WHOLE.getRefSchema(path(at)));
  }

  private static NodePath path(String pointer) {
    NodePath path = new NodePath(PathType.JSON_POINTER);
    for (String name : pointer.substring(1).split("/", -1)) {
      path = path.append(name.replace("~1", "/").replace("~0", "~"));
    }
    return path;
  }

  static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** The pattern of requests for each path of the document, with or without the last slash. */
  private static Map<Pattern, String> paths() {
    Map<Pattern, String> paths = new LinkedHashMap<>();
    paths.put(Pattern.compile("/"), "/docs/");
    for (Map.Entry<String, JsonNode> each : DOCUMENT.get("paths").properties()) {
      String path = OpenApi.requestPath(each.getKey(), each.getValue().iterator().next());
      String pattern = path.replaceAll("\\{[^}]*\\}", "[^/]+").replaceFirst("/?$", "/?");
      paths.put(Pattern.compile(pattern), each.getKey());
    }
    return paths;
  }

  /** The document, with no fields in an answer but those that it names. */
  private static JsonNode strict(ObjectNode document) {
    Collection<JsonNode> schemas = new ArrayList<>();
    document.at("/components/schemas").forEach(schemas::add);
    for (JsonNode schema : schemas) {
      if (schema.has("properties") && !schema.has("additionalProperties")) {
        ((ObjectNode) schema).put("additionalProperties", false);
      }
    }
    return document;
  }
}
