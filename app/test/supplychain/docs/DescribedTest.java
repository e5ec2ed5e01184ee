package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.postgres.TemporaryFolder;
import supplychain.validation.Formats;

/** The OpenAPI document describes every operation, field and limit, as the code has them. */
@Tag("unit")
class DescribedTest {
  private static final JsonNode DOCUMENT = OpenApi.document();
  private static final String PROBLEM = "/content/application~1problem+json";

  private static final JsonNode SCHEMAS = OpenApi.document().at("/components/schemas");

  /** The files that say something about the other ones. */
  private static final Set<String> OTHER_FILES =
      Set.of(
          "document.yaml",
          "example-ids.yaml",
          "fields.yaml",
          "finding-codes.yaml",
          "problems.yaml");

  private final Set<String> missing = new TreeSet<>();

  private final List<String> mistakes = new ArrayList<>();
  private int compared;

  @Test
  void everyPropertyOfEverySchemaHasADescription() {
    for (Map.Entry<String, JsonNode> each : DOCUMENT.at("/components/schemas").properties()) {
      describe(each.getKey(), each.getValue());
    }
    assertEquals(Set.of(), missing, "Describe each field beside its type, or in fields.yaml.");
  }

  private void describe(String place, JsonNode schema) {
    for (Map.Entry<String, JsonNode> each : schema.path("properties").properties()) {
      String at = place + "." + each.getKey();
      if (each.getValue().path("description").asText().isBlank()) {
        missing.add(at);
      }
      describe(at, each.getValue());
    }
    if (schema.has("items")) {
      describe(place + "[]", schema.get("items"));
    }
    schema.path("oneOf").forEach(choice -> describe(place, choice));
  }

  @Test
  void everyFileIsAPartOfTheDocument() {
    Set<String> parts = new TreeSet<>(OTHER_FILES);
    OpenApi.read("document.yaml").get("files").forEach(file -> parts.add(file.asText() + ".yaml"));
    missing.addAll(TemporaryFolder.names(Path.of("app/main/supplychain/docs")));
    missing.removeIf(name -> !name.endsWith(".yaml"));
    missing.removeAll(parts);
    assertEquals(Set.of(), missing, "Add them to files in document.yaml.");
  }

  /** What all ids or all decimals have in common says nothing about the field. */
  @Test
  void anIdOfARecordHasItsOwnExampleAndADecimalItsOwnDescription() {
    String decimal = SCHEMAS.at("/Decimal/description").asText();
    for (Map.Entry<String, JsonNode> each : SCHEMAS.properties()) {
      JsonNode fields = each.getValue().path("properties");
      JsonNode id = fields.path("id");
      if (id.path("$ref").asText().endsWith("/Id") && !id.has("examples")) {
        missing.add(each.getKey() + ".id in example-ids.yaml");
      }
      for (Map.Entry<String, JsonNode> field : fields.properties()) {
        if (field.getValue().path("description").asText().equals(decimal)) {
          missing.add(each.getKey() + "." + field.getKey() + " in fields.yaml");
        }
      }
    }
    assertEquals(Set.of(), missing, "Add them.");
  }

  /** YAML ends a value without quotes at a comma, and takes the rest for a name without a value. */
  @Test
  void noTextIsCutOffAtAComma() {
    findNamesWithBlanks("", DOCUMENT);
    assertEquals(Set.of(), missing, "Put the text before this name in quotes.");
  }

  private void findNamesWithBlanks(String place, JsonNode node) {
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      if (each.getKey().contains(" ")) {
        missing.add(place + ": " + each.getKey());
      }
      findNamesWithBlanks(place + "/" + each.getKey(), each.getValue());
    }
    for (JsonNode each : node.isArray() ? node : List.<JsonNode>of()) {
      findNamesWithBlanks(place + "[]", each);
    }
  }

  @Test
  void everyDescriptionOfAFieldIsUsed() {
    Set<String> used = new HashSet<>();
    for (Map.Entry<String, JsonNode> each : DOCUMENT.at("/components/schemas").properties()) {
      for (Map.Entry<String, JsonNode> field : each.getValue().path("properties").properties()) {
        used.add(field.getValue().path("description").asText());
      }
    }
    for (Map.Entry<String, JsonNode> each : OpenApi.read("fields.yaml").properties()) {
      if (!used.contains(each.getValue().asText())) {
        missing.add(each.getKey());
      }
    }
    assertEquals(Set.of(), missing, "Remove them from fields.yaml: no field uses them.");
  }

  @Test
  void everyErrorHasExamplesOfItsStatusThatFitItsSchema() {
    Set<String> types = new TreeSet<>();
    for (JsonNode operation : operations()) {
      for (Map.Entry<String, JsonNode> each : operation.get("responses").properties()) {
        JsonNode examples = Contract.resolved(each.getValue()).at(PROBLEM + "/examples");
        assertEquals(each.getKey().compareTo("400") < 0, examples.isMissingNode(), each.getKey());
        for (Map.Entry<String, JsonNode> example : examples.properties()) {
          JsonNode value = example.getValue().get("value");
          assertEquals(each.getKey(), value.get("status").asText(), value.toString());
          assertEquals("/problems/" + example.getKey(), value.get("type").asText());
          assertEquals(
              List.of(), Contract.breaches("/components/schemas/Problem", value), value.toString());
          types.add(example.getKey());
        }
      }
    }
    Set<String> all = new TreeSet<>();
    OpenApi.read("problems.yaml").fieldNames().forEachRemaining(all::add);
    all.remove("method-not-allowed"); // No operation has this status.
    assertEquals(all, types);
  }

  @Test
  void everyTagIsInOneGroupAndTheFiveOperationsAreFirst() {
    List<String> grouped = new ArrayList<>();
    for (JsonNode group : DOCUMENT.get("x-tagGroups")) {
      group.get("tags").forEach(tag -> grouped.add(tag.asText()));
    }
    List<String> tags =
        DOCUMENT.get("tags").valueStream().map(tag -> tag.get("name").asText()).toList();
    Set<String> used =
        operations().stream().map(each -> each.at("/tags/0").asText()).collect(Collectors.toSet());
    assertEquals(List.of(), without(used, tags), "Add them to tags of document.yaml.");
    assertEquals(List.of(), without(tags, used), "Remove these tags: no operation has them.");
    assertEquals(List.of(), without(tags, grouped), "Add them to x-tagGroups of document.yaml.");
    assertEquals(tags, grouped, "tags and x-tagGroups of document.yaml, in the same order");
    assertEquals(
        List.of(
            "Farmers",
            "Product transactions",
            "Companies",
            "Payment transactions",
            "Company-products"),
        tags.subList(0, 5));
  }

  private static List<String> without(Collection<String> all, Collection<String> some) {
    return all.stream().filter(each -> !some.contains(each)).toList();
  }

  private static List<JsonNode> operations() {
    List<JsonNode> operations = new ArrayList<>();
    DOCUMENT.get("paths").forEach(path -> path.forEach(operations::add));
    return operations;
  }

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
      if (schema.path("format").asText().equals("binary")) {
        continue; // Nobody writes the bytes of a workbook by hand.
      }
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
            Map.entry("FieldType", "records.FieldType"),
            Map.entry("FormType", "records.form.FormType"),
            Map.entry("PremiumCategory", "records.catalogue.PremiumResource$Category"),
            Map.entry("PremiumType", "verify.PremiumRule$Type"),
            Map.entry("PremiumActivity", "records.catalogue.PremiumResource$Activity"),
            Map.entry("PremiumCalculation", "verify.PremiumRule$Calculation"));
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
