package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.validation.Formats;

/** The document agrees with the code: its examples, its enums and its decimals. */
@Tag("unit")
class ExamplesTest {
  private static final JsonNode DOCUMENT = OpenApi.document();

  private final List<String> mistakes = new ArrayList<>();
  private int compared;

  private static final JsonNode SCHEMAS = OpenApi.document().at("/components/schemas");

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
      JsonNode scenarios = content.getValue().path("examples");
      scenarios.forEach(scenario -> compare(at + "/schema", scenario.get("value")));
      if (scenarios.isEmpty()) {
        compare(at + "/schema", example.isMissingNode() ? ofSchema : example);
      }
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

  @Test
  void theEnumsAreThoseOfTheCode() throws ClassNotFoundException {
    Map<String, String> enums =
        Map.ofEntries(
            Map.entry("ConsentStatus", "records.farmer.ConsentStatus"),
            Map.entry("Direction", "records.transaction.Direction"),
            Map.entry("Method", "records.transaction.Method"),
            Map.entry("PaymentType", "records.transaction.PaymentType"),
            Map.entry("FieldType", "records.form.FieldType"),
            Map.entry("FormType", "records.form.FormType"),
            Map.entry("PremiumCategory", "records.catalogue.PremiumResource$Category"),
            Map.entry("PremiumType", "records.catalogue.PremiumResource$Type"),
            Map.entry("PremiumActivity", "records.catalogue.PremiumResource$Activity"),
            Map.entry("PremiumCalculation", "records.catalogue.PremiumResource$Calculation"));
    for (Map.Entry<String, String> each : enums.entrySet()) {
      Object[] constants = Class.forName("supplychain." + each.getValue()).getEnumConstants();
      assertEquals(
          Arrays.stream(constants).map(Object::toString).toList(),
          SCHEMAS.at("/" + each.getKey() + "/enum").valueStream().map(JsonNode::asText).toList());
    }
  }

  @Test
  void aDecimalIsAsLongAsItMayBe() {
    String pattern = SCHEMAS.at("/Decimal/pattern").asText();
    int whole = Formats.DECIMAL_DIGITS - Formats.DECIMAL_SCALE;
    assertTrue(("1".repeat(whole) + "." + "1".repeat(Formats.DECIMAL_SCALE)).matches(pattern));
    assertTrue("1".repeat(Formats.DECIMAL_DIGITS).matches(pattern));
    assertTrue(!"1".repeat(Formats.DECIMAL_DIGITS + 1).matches(pattern));
    assertTrue(!("1." + "1".repeat(Formats.DECIMAL_SCALE + 1)).matches(pattern));
  }
}
