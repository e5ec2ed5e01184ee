package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which form a farmer fills in, and what of it must be filled. */
class FarmerFormTest {
  private final FarmerScene scene = new FarmerScene();
  private final UUID form = scene.world.form(scene.coop, "FARMER");
  private final UUID trees = scene.world.field(form, "trees", "INTEGER", false, "[]");

  @Test
  void whereThereIsNoneTheFormIsRequired() {
    scene.refused("\"submission\": {}", "/submission/form required");
    scene.refused("\"submission\": {\"form\": null}", "/submission/form required");
    scene.refused("\"submission\": {\"form\": \"x\"}", "/submission/form format");
    scene.refused("\"submission\": \"x\"", "/submission type");
    scene.refused("\"submission\": []", "/submission type");
  }

  @Test
  void requiredFieldsMustEndUpFilled() {
    UUID strict = scene.world.form(scene.coop, "FARMER");
    scene.world.field(strict, "plot", "TEXT", true, "[]");
    scene.world.field(strict, "tools", "MULTI_SELECT", true, "[\"Hoe\", \"Saw\"]");
    String with = "\"submission\": {\"form\": \"" + strict + "\", \"values\": [%s]}";
    String plot = value("plot", "North");
    String tools = "{\"field\": \"tools\", \"value\": [\"Saw\"]}";
    String missing = "/submission/values required";
    scene.refused(with.formatted(""), missing, missing);
    scene.refused(with.formatted(plot), missing);
    scene.refused(with.formatted(tools + "," + value("plot", "  ")), missing);
    scene.refused(with.formatted(plot + "," + value("tools", "[ ]")), missing);
    scene.refused(with.formatted(plot + ",{\"field\": \"tools\", \"value\": []}"), missing);
    scene.patched(with.formatted(plot + "," + tools));
    assertEquals(
        "{plot=South, tools=[\"Saw\"]}",
        values(scene.patched(with.formatted(value("plot", "South")))));
    scene.refused(with.formatted("{\"field\": \"plot\", \"value\": null}"), missing);
    scene.refused(with.formatted(value("plot", "")), missing);
  }

  @Test
  void aFieldStandsThereOnce() {
    String twice = "/submission/values/1/field duplicate";
    scene.refused(submission(value("trees", "1"), value("trees", "1")), twice);
    scene.refused(submission(value("trees", "1"), value(trees.toString(), "1")), twice);
  }

  @Test
  void aFieldIsOneOfTheForm() {
    UUID otherForm = scene.world.form(scene.coop, "FARMER");
    UUID otherField = scene.world.field(otherForm, "slope", "TEXT", false, "[]");
    String absent = "/submission/values/0/field does_not_exist";
    scene.refused(submission(value("slope", "1")), absent);
    scene.refused(submission(value(otherField.toString(), "1")), absent);
    scene.refused(submission(value(UUID.randomUUID().toString(), "1")), absent);
    scene.refused(submission("{\"value\": \"1\"}"), "/submission/values/0/field required");
    scene.refused(submission(value(" ", "1")), "/submission/values/0/field blank");
    scene.refused(
        submission("5"), "/submission/values/0 type", "/submission/values/0/field required");
    assertEquals(
        "The form has no such field. Did you mean `trees`?",
        scene.patch(submission(value("tres", "1"))).json().at("/errors/0/detail").asText());
  }

  @Test
  void theFormIsAFarmerFormOfTheBuyer() {
    FarmerScene elsewhere = new FarmerScene();
    String named = "\"submission\": {\"form\": \"%s\"}";
    scene.refused(
        named.formatted(elsewhere.world.form(elsewhere.coop, "FARMER")),
        "/submission/form does_not_exist");
    scene.refused(named.formatted(UUID.randomUUID()), "/submission/form does_not_exist");
    for (String type : List.of("TRANSACTION", "PAYMENT", "PRODUCT")) {
      scene.refused(
          named.formatted(scene.world.form(scene.coop, type)), "/submission/form wrong_form");
    }
  }

  @Test
  void whereTheFormCannotBeReadTheValuesAreNotJudgedByAnother() {
    submit(value("trees", "400"));
    scene.refused(
        "\"submission\": {\"form\": \"x\", \"values\": [%s]}".formatted(value("slope", "1")),
        "/submission/form format");
  }

  @Test
  void anotherFormReplacesTheValues() {
    JsonNode first = submit(value("trees", "400"));
    UUID next = scene.world.form(scene.coop, "FARMER");
    scene.world.field(next, "trees", "TEXT", false, "[]");
    JsonNode second = scene.patched("\"submission\": {\"form\": \"%s\"}".formatted(next));
    assertEquals("{}", values(second));
    assertEquals(first.at("/submission/id"), second.at("/submission/id"));
    assertEquals(next.toString(), second.at("/submission/form").asText());
    assertEquals(next.toString(), second.at("/submission/form_details/id").asText());
    assertEquals("{}", values(submit()));
  }

  @Test
  void anotherFormsRequiredFieldsAreNotFilledByTheOldValues() {
    submit(value("trees", "400"));
    UUID next = scene.world.form(scene.coop, "FARMER");
    scene.world.field(next, "trees", "INTEGER", true, "[]");
    scene.refused(
        "\"submission\": {\"form\": \"%s\"}".formatted(next), "/submission/values required");
  }

  @Test
  void aSubmissionTakesFiveHundredValues() {
    String[] most = unknownValues(500);
    scene.refused(
        submission(most),
        IntStream.range(0, 500)
            .mapToObj(i -> "/submission/values/" + i + "/field does_not_exist")
            .toArray(String[]::new));
    scene.refused(submission(unknownValues(501)), "/submission/values too_many");
    scene.refused(
        "\"submission\": {\"form\": \"%s\", \"values\": {}}".formatted(form),
        "/submission/values type");
  }

  private static String[] unknownValues(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> value("unknown-" + i, "1"))
        .toArray(String[]::new);
  }

  private JsonNode submit(String... values) {
    return scene.patched(submission(values));
  }

  private String submission(String... values) {
    return "\"submission\": {\"form\": \"%s\", \"values\": [%s]}"
        .formatted(form, String.join(",", values));
  }

  static String value(String field, String value) {
    return JsonNodeFactory.instance.objectNode().put("field", field).put("value", value).toString();
  }

  /** The values by the keys of their fields. */
  private static String values(JsonNode farmer) {
    return new TreeMap<>(
            farmer.at("/submission/values").findParents("field_details").stream()
                .collect(
                    Collectors.toMap(
                        value -> value.at("/field_details/key").asText(),
                        value -> value.get("value").asText())))
        .toString();
  }
}
