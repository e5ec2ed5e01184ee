package supplychain.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each body and each answer of a success has an example, which is as its schema says. */
@Tag("unit")
class ExamplesTest {
  private static final JsonNode DOCUMENT = OpenApi.document();
  private static final Set<String> NOT_SHOWN =
      Set.of("text/html", "text/css", "text/javascript", "text/plain");

  private final List<String> mistakes = new ArrayList<>();

  @Test
  void eachBodyAndEachSuccessHasAnExampleAsItsSchemaSays() {
    int compared = 0;
    for (Map.Entry<String, JsonNode> path : DOCUMENT.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        String place = "/paths/" + Contract.escaped(path.getKey()) + "/" + each.getKey();
        compared += compare(place + "/requestBody/content");
        for (String status : List.of("200", "201", "2XX")) {
          compared += compare(place + "/responses/" + status + "/content");
        }
      }
    }
    assertEquals(List.of(), mistakes);
    assertTrue(compared > 80, compared + " examples");
  }

  private int compare(String place) {
    int compared = 0;
    for (Map.Entry<String, JsonNode> content : DOCUMENT.at(place).properties()) {
      boolean isList = content.getValue().at("/schema/description").asText().startsWith("A table");
      if (NOT_SHOWN.contains(content.getKey()) || (isList && place.contains("/responses/"))) {
        continue;
      }
      String at = place + "/" + Contract.escaped(content.getKey());
      if (!content.getValue().has("example")) {
        mistakes.add(at + " has none");
        continue;
      }
      Contract.breaches(at + "/schema", content.getValue().get("example"))
          .forEach(breach -> mistakes.add(at + ": " + breach));
      compared++;
    }
    return compared;
  }

  @Test
  void aFieldThatARecordGetsIsInItsExampleToo() {
    JsonNode farmer =
        DOCUMENT.at(
            "/paths/~1supply-chains~1farmers~1{hashid}~1/get/responses/200/content/"
                + "application~1json/example");
    List<String> fields = new ArrayList<>();
    farmer.fieldNames().forEachRemaining(fields::add);
    List<String> documented = new ArrayList<>();
    DOCUMENT
        .at("/components/schemas/Farmer/properties")
        .fieldNames()
        .forEachRemaining(documented::add);
    assertEquals(documented, fields);
    assertEquals("Grace", farmer.get("first_name").asText());
    assertEquals("C-1042", farmer.at("/entity_card/card/card_id").asText());
  }
}
