package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import io.javalin.security.Roles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import supplychain.Installation;
import supplychain.Main;
import supplychain.core.Json;
import supplychain.http.Work;
import supplychain.openapi.OpenApi;
import supplychain.validation.Formats;

/**
 * Every route, with a request that is right and names everything it can name. A new route is one
 * more here, and its rows in {@link IsolationMatrix}; all attacks then take it along.
 */
enum Operation {
  ENTER("GET /"),
  DOCS("GET /docs/"),
  DOCS_FILE("GET /docs/{file}"),
  PROBLEM("GET /problems/{name}"),
  SERVICE("GET /v1/"),
  OPEN_API("GET /v1/openapi.json"),
  LIVE("GET /health/live"),
  READY("GET /health/ready"),
  FOLLOW_CHANGES("GET /v1/changes/"),
  READ_COMPANY("GET /v1/supply-chains/companies/{hashid}/", "company"),
  LIST_FARMERS("GET /v1/supply-chains/farmers/"),
  READ_FARMER("GET /v1/supply-chains/farmers/{hashid}/", "farmer"),
  UPDATE_FARMER("PATCH /v1/supply-chains/farmers/{hashid}/", "farmer"),
  CREATE_FARMER("POST /v1/supply-chains/farmers/"),
  LIST_PLOTS("GET /v1/supply-chains/plots/"),
  READ_PLOT("GET /v1/supply-chains/plots/{hashid}/", "plot"),
  CREATE_PLOT("POST /v1/supply-chains/plots/"),
  UPDATE_PLOT("PATCH /v1/supply-chains/plots/{hashid}/", "plot"),
  LIST_PLOTS_OF_FARMER("GET /v1/supply-chains/farmers/{hashid}/plots/", "farmer"),
  CREATE_PLOT_OF_FARMER("POST /v1/supply-chains/farmers/{hashid}/plots/", "farmer"),
  LIST_ENTITY_CARDS("GET /v1/supply-chains/entity-cards/"),
  READ_ENTITY_CARD("GET /v1/supply-chains/entity-cards/{hashid}/", "entity card"),
  CREATE_ENTITY_CARD("POST /v1/supply-chains/entity-cards/"),
  UPDATE_ENTITY_CARD("PATCH /v1/supply-chains/entity-cards/{hashid}/", "entity card"),
  LIST_CONNECT_CARDS("GET /v1/catalogs/connect-cards/"),
  READ_CONNECT_CARD("GET /v1/catalogs/connect-cards/{hashid}/", "card"),
  CREATE_CONNECT_CARD("POST /v1/catalogs/connect-cards/"),
  UPDATE_CONNECT_CARD("PATCH /v1/catalogs/connect-cards/{hashid}/", "card"),
  LIST_PRODUCTS("GET /v1/catalogs/products/"),
  READ_PRODUCT("GET /v1/catalogs/products/{hashid}/", "product"),
  CREATE_PRODUCT("POST /v1/catalogs/products/"),
  UPDATE_PRODUCT("PATCH /v1/catalogs/products/{hashid}/", "product"),
  LIST_PREMIUMS("GET /v1/catalogs/premiums/"),
  READ_PREMIUM("GET /v1/catalogs/premiums/{hashid}/", "premium"),
  CREATE_PREMIUM("POST /v1/catalogs/premiums/"),
  UPDATE_PREMIUM("PATCH /v1/catalogs/premiums/{hashid}/", "premium"),
  LIST_COMPANY_PRODUCTS("GET /v1/supply-chains/company-products/"),
  READ_COMPANY_PRODUCT("GET /v1/supply-chains/company-products/{hashid}/", "company product"),
  UPDATE_COMPANY_PRODUCT("PATCH /v1/supply-chains/company-products/{hashid}/", "company product"),
  LIST_PRODUCT_TRANSACTIONS("GET /v1/transactions/product-transactions/"),
  READ_PRODUCT_TRANSACTION("GET /v1/transactions/product-transactions/{hashid}/", "lot"),
  TRACE_PRODUCT_TRANSACTION("GET /v1/transactions/product-transactions/{hashid}/trace/", "lot"),
  LIST_PAYMENTS("GET /v1/transactions/payment-transactions/"),
  READ_PAYMENT("GET /v1/transactions/payment-transactions/{hashid}/", "payment"),
  CREATE_PRODUCT_TRANSACTION("POST /v1/transactions/product-transactions/"),
  CREATE_PAYMENT("POST /v1/transactions/payment-transactions/"),
  REVERSE_PRODUCT_TRANSACTION(
      "POST /v1/transactions/product-transactions/{hashid}/reversals/", "lot"),
  REVERSE_PAYMENT("POST /v1/transactions/payment-transactions/{hashid}/reversals/", "payment"),
  READ_ORIGINS("GET /v1/transactions/product-transactions/{hashid}/origins/", "grown lot"),
  READ_ORIGINS_FILE(
      "GET /v1/transactions/product-transactions/{hashid}/origins.geojson", "grown lot"),
  READ_ORIGINS_MAP("GET /v1/transactions/product-transactions/{hashid}/origins.svg", "grown lot"),
  KEEP_ORIGINS("POST /v1/transactions/product-transactions/{hashid}/origin-files/", "grown lot"),
  LIST_ORIGIN_FILES("GET /v1/transactions/origin-files/"),
  READ_ORIGIN_FILE("GET /v1/transactions/origin-files/{hashid}/", "origin file"),
  READ_KEPT_ORIGINS("GET /v1/transactions/origin-files/{hashid}/origins.geojson", "origin file"),
  CREATE_COMPANY_PRODUCT("POST /v1/supply-chains/company-products/"),
  LIST_COMPANIES("GET /v1/supply-chains/companies/"),
  CREATE_COMPANY("POST /v1/supply-chains/companies/"),
  UPDATE_COMPANY("PATCH /v1/supply-chains/companies/{hashid}/", "company"),
  READ_SHARING("GET /v1/supply-chains/companies/{hashid}/sharing/", "company"),
  UPDATE_SHARING("PATCH /v1/supply-chains/companies/{hashid}/sharing/", "company"),
  LIST_MEMBERS("GET /v1/supply-chains/company-members/"),
  READ_MEMBER("GET /v1/supply-chains/company-members/{hashid}/", "member"),
  CREATE_MEMBER("POST /v1/supply-chains/company-members/"),
  UPDATE_MEMBER("PATCH /v1/supply-chains/company-members/{hashid}/", "member"),
  LIST_VISIBILITIES("GET /v1/supply-chains/field-visibilities/"),
  READ_VISIBILITY("GET /v1/supply-chains/field-visibilities/{hashid}/", "visibility"),
  CREATE_VISIBILITY("POST /v1/supply-chains/field-visibilities/"),
  UPDATE_VISIBILITY("PATCH /v1/supply-chains/field-visibilities/{hashid}/", "visibility"),
  LIST_USERS("GET /v1/accounts/users/"),
  READ_USER("GET /v1/accounts/users/{hashid}/", "user"),
  CREATE_USER("POST /v1/accounts/users/"),
  UPDATE_USER("PATCH /v1/accounts/users/{hashid}/", "user"),
  LIST_TOKENS("GET /v1/auth/tokens/"),
  READ_TOKEN("GET /v1/auth/tokens/{hashid}/", "token"),
  CREATE_TOKEN("POST /v1/auth/tokens/"),
  REVOKE_TOKEN("DELETE /v1/auth/tokens/{hashid}/", "token"),
  LIST_CURRENCIES("GET /v1/catalogs/currencies/"),
  READ_CURRENCY("GET /v1/catalogs/currencies/{hashid}/", "currency"),
  LIST_FORMS("GET /v1/forms/forms/"),
  READ_FORM("GET /v1/forms/forms/{hashid}/", "form"),
  CREATE_FORM("POST /v1/forms/forms/"),
  UPDATE_FORM("PATCH /v1/forms/forms/{hashid}/", "form"),
  LIST_SUBMISSIONS("GET /v1/forms/submissions/"),
  READ_SUBMISSION("GET /v1/forms/submissions/{hashid}/", "submission"),
  CREATE_SUBMISSION("POST /v1/forms/submissions/"),
  UPDATE_SUBMISSION("PATCH /v1/forms/submissions/{hashid}/", "submission");

  private static final String PARAMETER = "{hashid}";

  final String method;
  final String route;
  private final String inPath;
  private final String body;

  Operation(String route) {
    this(route, "");
  }

  /**
   * An operation, whose body is the one of its name in {@code operation-bodies.json}, if any.
   *
   * @param route the method and the path
   * @param inPath which record the path names; "" for none
   */
  Operation(String route, String inPath) {
    this.method = route.substring(0, route.indexOf(' '));
    this.route = route.substring(route.indexOf(' ') + 1);
    this.inPath = inPath;
    this.body = Bodies.ALL.has(name()) ? Bodies.ALL.get(name()).toString() : "";
  }

  /** The bodies by the names of their operations. */
  private static final class Bodies {
    private static final JsonNode ALL = read();

    private static JsonNode read() {
      try {
        return Json.MAPPER.readTree(
            Path.of("app/test/supplychain/proof/requests/operation-bodies.json").toFile());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * The routes that the service takes, as {@code METHOD path}, each with its operation if any. HEAD
   * is left out: where GET is taken it is taken too, with the same handler.
   */
  static Map<String, Optional<Operation>> ofRoutes() {
    Map<String, Optional<Operation>> all = new TreeMap<>();
    for (var handler : service().unsafe.internalRouter.allHttpHandlers()) {
      boolean isHead = handler.endpoint.method.equals(HandlerType.HEAD);
      if (handler.endpoint.method.isHttpMethod() && !isHead) {
        String route = handler.endpoint.method.name() + " " + handler.endpoint.path;
        all.put(route, of(route));
      }
    }
    return all;
  }

  /** The operations that take many records, and as what. */
  static Map<Operation, Set<Work>> ofMany() {
    Map<Operation, Set<Work>> all = new EnumMap<>(Operation.class);
    for (var handler : service().unsafe.internalRouter.allHttpHandlers()) {
      Roles roles = handler.endpoint.metadata(Roles.class);
      Set<Work> taken = EnumSet.of(Work.LINES, Work.FEATURES);
      taken.removeIf(takes -> roles == null || !roles.getRoles().contains(takes));
      String route = handler.endpoint.method.name() + " " + handler.endpoint.path;
      if (!taken.isEmpty()) {
        all.put(of(route).orElseThrow(), taken);
      }
    }
    return all;
  }

  private static Javalin service() {
    return Main.service(Installation.shared().database());
  }

  private static Optional<Operation> of(String route) {
    return Arrays.stream(values()).filter(o -> (o.method + " " + o.route).equals(route)).findAny();
  }

  /** Whether the path names a record. */
  boolean hasId() {
    return !inPath.isEmpty();
  }

  /** Whether anything is sent. */
  boolean hasBody() {
    return !body.isEmpty();
  }

  /** Which record the path names. */
  String inPath() {
    return inPath;
  }

  /** What is sent, with names of records to fill in; "" for nothing. */
  String template() {
    return body;
  }

  /** Whether the path or the body names one of these records. */
  boolean names(List<String> records) {
    return records.stream()
        .anyMatch(record -> inPath.equals(record) || body.contains("<" + record + ">"));
  }

  /** Whether it writes what only the company of a farmer may write, which a move changes. */
  boolean dependsOnFarmer(EveryRecord ledger) {
    return hasBody()
        && (List.of("farmer", "plot", "entity card").contains(inPath)
            || ledger.fill(body).contains(ledger.records().get("farmer").toString()));
  }

  /** The path to a record of that company. */
  String path(EveryRecord ledger) {
    return hasId()
        ? path(ledger.records().get(inPath).toString())
        : route.replace("{file}", "docs.css").replace("{name}", "conflict");
  }

  /** The path to that id. */
  String path(String id) {
    return route.replace(PARAMETER, id);
  }

  /** What is sent, about the records of that company. */
  JsonNode body(EveryRecord ledger) {
    return ledger.tree(body);
  }

  /** What the document says of it. */
  JsonNode document() {
    String path = this == ENTER ? DOCS.route : route.replaceFirst("^/v1/", "/");
    return OpenApi.document().path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
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
}
