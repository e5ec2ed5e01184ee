package supplychain.proof.requests;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Json;
import supplychain.docs.OpenApi;
import supplychain.validation.Formats;

/**
 * An operation of the OpenAPI document, with a correct request that names everything it can name.
 * Each operation has its rows in {@link IsolationMatrix} and, if it takes a body, its body in
 * {@code operation-bodies.json}. All attacks then include it.
 */
final class Operation {
  static final String LINES = "application/x-ndjson";
  static final String FEATURES = "application/geo+json";
  private static final String PARAMETER = "{hashid}";

  /** The records in a path whose name differs from the name of their collection. */
  private static final Map<String, String> RECORDS =
      Map.of(
          "product-transactions", "lot",
          "payment-transactions", "payment",
          "connect-cards", "card",
          "company-members", "member",
          "field-visibilities", "visibility",
          "companies", "company",
          "currencies", "currency");

  private static final Path BODY_FILE =
      Path.of("app/test/supplychain/proof/requests/operation-bodies.json");
  private static final JsonNode BODIES =
      assertDoesNotThrow(() -> Json.MAPPER.readTree(BODY_FILE.toFile()));

  /** Every operation, in the order of the document. */
  static final List<Operation> ALL = all();

  final String name;
  final String method;
  final String route;

  /** The part of the OpenAPI document about this operation. */
  final JsonNode document;

  /** The record that the path names; "" for none. */
  final String inPath;

  /** The body, with names of records to fill in; "" for none. */
  final String template;

  private Operation(String method, String route, JsonNode document) {
    this.name = document.get("operationId").asText();
    this.method = method;
    this.route = route;
    this.document = document;
    this.inPath = recordIn(route);
    this.template = BODIES.has(name) ? BODIES.get(name).toString() : "";
  }

  private static List<Operation> all() {
    List<Operation> all = new ArrayList<>();
    OpenApi.document()
        .get("paths")
        .forEachEntry(
            (path, operations) ->
                operations.forEachEntry(
                    (method, document) ->
                        all.add(
                            new Operation(
                                method.toUpperCase(Locale.ROOT),
                                OpenApi.requestPath(path, document),
                                document))));
    return List.copyOf(all);
  }

  private static String recordIn(String route) {
    if (!route.contains(PARAMETER)) {
      return "";
    }
    if (route.contains(PARAMETER + "/origin") && !route.contains("/origin-files/" + PARAMETER)) {
      return "grown lot";
    }
    String collection = route.replaceFirst("/\\{hashid}.*", "").replaceFirst(".*/", "");
    String singular = collection.replaceFirst("s$", "").replace('-', ' ');
    return RECORDS.getOrDefault(collection, singular);
  }

  static Operation named(String name) {
    return ALL.stream().filter(each -> each.is(name)).findFirst().orElseThrow();
  }

  boolean is(String other) {
    return name.equals(other);
  }

  boolean takes(String type) {
    return document.at("/requestBody/content").has(type);
  }

  /** Whether the path names a record. */
  boolean hasId() {
    return !inPath.isEmpty();
  }

  boolean hasBody() {
    return !template.isEmpty();
  }

  /** Whether the path or the body names one of these records. */
  boolean names(List<String> records) {
    return records.stream()
        .anyMatch(record -> inPath.equals(record) || template.contains("<" + record + ">"));
  }

  /** Whether it writes what only the company of a farmer may write, which a move changes. */
  boolean dependsOnFarmer(EveryRecord company) {
    return hasBody()
        && (List.of("farmer", "plot", "estimate", "entity card").contains(inPath)
            || company.fill(template).contains(company.records().get("farmer").toString()));
  }

  /** The path to a record, or to a report, of that company. */
  String path(EveryRecord company) {
    if (hasId()) {
      return path(record(company).toString());
    }
    return route.startsWith("/v1/reports/")
        ? route + "?company=" + company.records().get("company")
        : route.replace("{file}", "manual.css").replace("{name}", "conflict");
  }

  private UUID record(EveryRecord company) {
    UUID record = company.records().get(inPath);
    return requireNonNull(record, () -> "Add a record '" + inPath + "' to EveryRecord.");
  }

  /** The path to that id. */
  String path(String id) {
    return route.replace(PARAMETER, id);
  }

  /** The body, about the records of that company. */
  JsonNode body(EveryRecord company) {
    return company.tree(template);
  }

  /** Sends the right request about the records of that company. */
  Reply send(Client client, EveryRecord company) {
    return send(client, path(company), body(company), "application/json");
  }

  /** Sends a request with this path and, if it takes one, a body of this type. */
  Reply send(Client client, String path, JsonNode body, String type) {
    return hasBody()
        ? client.send(method, path, "" + body, "X-Request-Id", "the-same", "Content-Type", type)
        : client.send(method, path, null, "X-Request-Id", "the-same");
  }

  /** The whole request; each character is one byte. */
  String request(String path, String token, String json) {
    return request(path, token, "application/json", json);
  }

  /** The same with a body of another type. */
  String request(String path, String token, String type, String sent) {
    StringBuilder request = new StringBuilder();
    request.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: x\r\n");
    request.append("X-Request-Id: the-same\r\n");
    if (token != null) {
      request.append("Authorization: Bearer ").append(token).append("\r\n");
    }
    if (hasBody()) {
      request.append("Content-Type: ").append(type).append("\r\nContent-Length: ");
      request.append(sent.length()).append("\r\n\r\n").append(sent);
      return request.toString();
    }
    return request.append("\r\n").toString();
  }

  /** The places of a tree at which there is an id, as JSON Pointers. */
  static List<String> references(JsonNode tree) {
    return Trees.pointers(tree).stream()
        .filter(pointer -> tree.at(pointer).isTextual())
        .filter(pointer -> Formats.uuid(tree.at(pointer).asText()).isPresent())
        .toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
