package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.HandlerType;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Main;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/** The OpenAPI document says what the routes are, no more and no less. */
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
    for (var handler :
        Main.service(Installation.shared().database()).unsafe.internalRouter.allHttpHandlers()) {
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
}
