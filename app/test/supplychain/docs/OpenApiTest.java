package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.HandlerType;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.ProblemType;
import supplychain.core.Role;

/** What the service tells of itself without a token: its routes, its limits, its problems. */
class OpenApiTest {
  private final Client anybody = Installation.shared().client(null);

  @Test
  void everybodyMayReadIt() throws JsonProcessingException {
    Reply reply = anybody.get("/v1/openapi.json").expect(200);
    assertEquals("application/json", reply.header("Content-Type"));
    assertEquals(Json.MAPPER.readTree(OpenApi.document().toString()), reply.json());
    assertEquals("3.1.1", reply.at("/openapi"));
    anybody.get("/v1/openapi.json", "If-None-Match", reply.header("ETag")).expect(304);
  }

  @Test
  void theDocumentHasEveryRouteAndNoOther() {
    Set<String> routes = new TreeSet<>();
    for (var handler : Installation.shared().service().unsafe.internalRouter.allHttpHandlers()) {
      boolean isHead = handler.endpoint.method.equals(HandlerType.HEAD);
      if (handler.endpoint.method.isHttpMethod() && !isHead) {
        routes.add(handler.endpoint.method.name() + " " + handler.endpoint.path);
      }
    }
    assertTrue(routes.remove("GET /"), "the same page as /docs/");
    Set<String> described = documented().keySet();
    assertEquals(
        Set.of(),
        without(routes, described),
        "Describe each route in a file of app/main/supplychain/docs/ that document.yaml lists"
            + " under files.");
    assertEquals(Set.of(), without(described, routes), "Add each described route to Main.");
  }

  private static Set<String> without(Set<String> all, Set<String> others) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }

  @Test
  void eachOperationNamesTheRoleThatItTakes() {
    World world = new World();
    for (Map.Entry<String, JsonNode> each : documented().entrySet()) {
      String method = each.getKey().replaceFirst(" .*", "");
      String path = each.getKey().replaceFirst(".* ", "").replace("{file}", "manual.js");
      path = path.replace("{name}", "conflict").replace("{hashid}", "none");
      Role needed = Role.valueOf(each.getValue().get("x-role").asText());
      if (needed == Role.ANYONE) {
        assertTrue(each.getValue().get("security").isEmpty(), path);
        assertTrue(anybody.send(method, path, null).status() < 400, path);
        continue;
      }
      if (needed != Role.MONITOR) { // The tests ask on the same machine.
        anybody.send(method, path, null).expect(401);
      }
      for (Role role : Role.values()) {
        if (role != Role.ANYONE) {
          UUID company = role.hasCompany() ? world.company("Any") : null;
          int status = world.client(company, role).send(method, path, null).status();
          assertEquals(!role.covers(needed), status == 403, each.getKey() + " " + role);
        }
      }
    }
  }

  @Test
  void eachOperationHasAnIdOfItsOwnAndTellsWhatItIs() {
    Set<String> ids = new TreeSet<>();
    for (JsonNode operation : documented().values()) {
      assertTrue(ids.add(operation.get("operationId").asText()), operation.toString());
      assertTrue(operation.has("summary"), operation.toString());
      assertTrue(operation.has("description"), operation.toString());
      assertEquals(1, operation.get("tags").size());
    }
  }

  @Test
  void theParametersOfAListAreThoseThatItTakes() {
    World world = new World();
    Client operator = world.client(null, Role.OPERATOR);
    String farmer = world.farmer(world.company("Any")).toString();
    for (Map.Entry<String, JsonNode> each : documented().entrySet()) {
      String path = each.getKey().replaceFirst("GET ", "").replace("{hashid}", farmer);
      if (!each.getValue().at("/responses/200/headers").has("Link")) {
        continue;
      }
      for (JsonNode parameter : each.getValue().get("parameters")) {
        JsonNode whole = Contract.resolved(parameter);
        if (whole.get("in").asText().equals("query")) {
          String name = whole.get("name").asText();
          Reply twice = operator.get(path + "?limit=1&" + name + "=a&" + name + "=b");
          assertTrue(twice.findings().contains("/" + name + " duplicate"), twice.text());
          assertTrue(!twice.findings().contains("/" + name + " unknown_parameter"), twice.text());
        }
      }
    }
  }

  @Test
  void noTwoNamesOfAGeneratedClientCollide() {
    // The clients for Python import this one from their library.
    Set<String> names = new TreeSet<>(Set.of("Field"));
    for (Map.Entry<String, JsonNode> schema :
        OpenApi.document().at("/components/schemas").properties()) {
      // Generated Go has these beside each other: types, their constructors, values of enums.
      assertTrue(names.add(schema.getKey()), schema.getKey());
      assertTrue(names.add("New" + schema.getKey()), schema.getKey());
      boolean isNamed = schema.getValue().has("x-enum-varnames");
      for (JsonNode value : schema.getValue().path(isNamed ? "x-enum-varnames" : "enum")) {
        assertTrue(names.add(value.asText()), schema.getKey() + " " + value);
      }
    }
  }

  /** Its operations by method and the path of a request to them. */
  private static Map<String, JsonNode> documented() {
    Map<String, JsonNode> operations = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : OpenApi.document().get("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        String method = each.getKey().toUpperCase(Locale.ROOT);
        String asked = OpenApi.requestPath(path.getKey(), each.getValue());
        operations.put(method + " " + asked, each.getValue());
      }
    }
    return operations;
  }

  @Test
  void theServiceNamesItsVersionsItsLimitsAndWhereEverythingIs() throws Exception {
    Reply reply = anybody.get("/v1/").expect(200);
    assertEquals(
        Json.MAPPER.readTree(
            """
            {"name": "Supply-chain service", "version": "(not packaged)", "interface_version": "1", "time_zone": "Asia/Kolkata",
             "limits": {"body_bytes": 1048576, "body_seconds": 20, "bulk_bytes": 16777216,
               "bulk_records": 10000, "bulk_seconds": 120, "json_depth": 32,
               "number_characters": 400, "decimal_digits": 25, "decimal_places": 6,
               "header_bytes": 8192, "request_seconds": 300, "page_records": 100,
               "page_records_most": 1000, "lists_at_once": 16,
               "wait_seconds": 30, "waiting_at_once": 1000, "waiting_at_once_of_a_company": 100, "findings": 1000,
               "idempotency_days": 30}}\
            """),
        ((ObjectNode) reply.json()).without("links"));
  }

  @Test
  void eachOfItsLinksLeadsSomewhere() {
    Client operator = new World().client(null, Role.OPERATOR);
    JsonNode links = anybody.get("/v1/").json().get("links");
    assertEquals(FARMERS, links.get("farmers").asText());
    for (JsonNode link : links) {
      assertNotEquals(404, operator.get(link.asText()).status(), link.asText());
    }
  }

  @ParameterizedTest
  @EnumSource(ProblemType.class)
  void theTypeOfEachProblemIsAPageThatSaysWhatItMeansAndWhatToDo(ProblemType type) {
    JsonNode written = OpenApi.read("problems.yaml").get(type.shortName());
    String meaning = written.get("meaning").asText();
    String remedy = written.get("remedy").asText();
    String section = type.uri().replace("/problems/", "/docs/errors/#");
    Reply text = anybody.get(type.uri()).expect(200);
    assertEquals("text/plain;charset=utf-8", text.header("Content-Type").toLowerCase(Locale.ROOT));
    assertEquals(
        "%s (status %d)%n%nWhat it means: %s%n%nWhat to do: %s%n%nMore in the manual: %s%n"
            .formatted(type.title(), type.status(), meaning, remedy, section),
        text.text());
    Reply page = anybody.get(type.uri() + "/", "Accept", "text/html,*/*;q=0.8");
    assertEquals("text/html;charset=utf-8", page.header("Content-Type").toLowerCase(Locale.ROOT));
    assertTrue(page.text().contains("<h1>" + type.title() + "</h1>"), page.text());
    assertTrue(
        page.text().contains("<p>" + remedy.replaceAll("`([^`]*)`", "<code>$1</code>") + "</p>"),
        page.text());
    assertTrue(page.text().contains("<a href=\"" + section + "\">"), page.text());
  }
}
