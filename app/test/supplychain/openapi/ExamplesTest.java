package supplychain.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The examples of bodies and of fields are as their schemas say. */
@Tag("unit")
class ExamplesTest {
  private static final JsonNode DOCUMENT = OpenApi.document();

  private final List<String> mistakes = new ArrayList<>();
  private int compared;

  @Test
  void eachBodyHasAnExampleAsItsSchemaSays() {
    for (Map.Entry<String, JsonNode> path : DOCUMENT.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        String place = "/paths/" + Contract.escaped(path.getKey()) + "/" + each.getKey();
        compareBodies(place + "/requestBody/content");
      }
    }
    assertEquals(List.of(), mistakes);
    assertTrue(compared > 30, compared + " examples");
  }

  private void compareBodies(String place) {
    for (Map.Entry<String, JsonNode> content : DOCUMENT.at(place).properties()) {
      String at = place + "/" + Contract.escaped(content.getKey());
      JsonNode schema = content.getValue().get("schema");
      String named = schema.path("$ref").asText("#").substring(1);
      JsonNode ofSchema = DOCUMENT.at(named).at("/examples/0");
      JsonNode example = content.getValue().path("example");
      compare(at + "/schema", example.isMissingNode() ? ofSchema : example);
    }
  }

  @Test
  void theExamplesOfSchemasAndFieldsAreAsTheirSchemasSay() {
    for (Map.Entry<String, JsonNode> each : DOCUMENT.at("/components/schemas").properties()) {
      String place = "/components/schemas/" + each.getKey();
      each.getValue().path("examples").forEach(example -> compare(place, example));
      for (Map.Entry<String, JsonNode> field : each.getValue().path("properties").properties()) {
        String at = place + "/properties/" + field.getKey();
        field.getValue().path("examples").forEach(example -> compare(at, example));
      }
    }
    assertEquals(List.of(), mistakes);
    assertTrue(compared > 100, compared + " examples");
  }

  private void compare(String schema, JsonNode example) {
    compared++;
    if (example.isMissingNode()) {
      mistakes.add(schema + " has no example");
      return;
    }
    Contract.breaches(schema, example).forEach(breach -> mistakes.add(schema + ": " + breach));
  }
}
