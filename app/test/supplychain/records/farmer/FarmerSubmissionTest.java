package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.World.read;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.SUBMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;
import supplychain.core.Role;

/** The farmer's form: filled in, merged field by field, exchanged for another, taken away. */
class FarmerSubmissionTest {
  private final FarmerScene scene = new FarmerScene();
  private final UUID form = scene.world.form(scene.coop, "FARMER");
  private final UUID variety = scene.world.field(form, "variety", "TEXT", false, "[]");
  private final UUID trees = scene.world.field(form, "trees", "INTEGER", false, "[]");

  @Test
  void aFarmerWithoutASubmissionGetsOne() {
    JsonNode farmer = submit(value("variety", "SL14"), value("trees", "400"));
    assertEquals("{trees=400, variety=SL14}", values(farmer));
    assertEquals(form.toString(), farmer.at("/submission/form").asText());
    assertEquals(scene.user.toString(), farmer.at("/submission/creator").asText());
    assertEquals(farmer, scene.stored());
  }

  @Test
  void valuesAreMergedByTheIdOrTheKeyOfTheirField() {
    scene.world.field(form, "organic", "BOOLEAN", false, "[]");
    submit(value("variety", "SL14"), value("trees", "400"));
    JsonNode merged = submit(value(variety.toString(), "SL28"), value("organic", "true"));
    assertEquals("{organic=true, trees=400, variety=SL28}", values(merged));
    String upperCase = variety.toString().toUpperCase(Locale.ROOT);
    assertEquals("{organic=true, trees=400, variety=K7}", values(submit(value(upperCase, "K7"))));
  }

  @Test
  void twentyEditorsOfDifferentFieldsLoseNothing() throws Exception {
    for (int i = 0; i < 20; i++) {
      scene.world.field(form, "field-" + i, "TEXT", false, "[]");
    }
    List<Reply> replies = AtOnce.send(20, i -> scene.patch(submission(value("field-" + i, "x"))));
    assertEquals(20, FarmerScene.count(replies, 200), replies::toString);
    assertEquals(20, scene.stored().at("/submission/values").size());
  }

  @Test
  void theFormMayBeLeftOutWhereThereIsASubmission() {
    JsonNode first = submit(value("variety", "SL14"));
    JsonNode merged =
        scene.patched("\"submission\": {\"values\": [%s]}".formatted(value("trees", "1")));
    assertEquals("{trees=1, variety=SL14}", values(merged));
    assertEquals(first.at("/submission/id"), merged.at("/submission/id"));
  }

  @Test
  void nullClearsAValueAndLeavingItOutKeepsIt() {
    submit(value("variety", "SL14"), value("trees", "400"));
    String cleared = "{\"field\": \"%s\", \"value\": null}".formatted(trees);
    assertEquals("{variety=SL14}", values(submit(cleared, "{\"field\": \"variety\"}")));
    assertEquals("{variety=SL14}", values(submit(cleared)));
    assertEquals("{}", values(submit("{\"field\": \"variety\", \"value\": null}")));
  }

  @Test
  void onlyTheValueThatChangesGetsANewTimeAndUpdater() {
    JsonNode first = submit(value("variety", "SL14"), value("trees", "400"));
    UUID admin = scene.world.member(scene.coop);
    JsonNode second =
        ok(
            scene
                .as(admin, Role.ADMIN)
                .patch(
                    path(scene.farmer),
                    FarmerScene.body(submission(value("variety", "SL14"), value("trees", "9")))));
    assertEquals(first.at("/submission/values/0"), second.at("/submission/values/0"));
    assertEquals(first.at("/submission/values/1/id"), second.at("/submission/values/1/id"));
    assertEquals(admin.toString(), second.at("/submission/values/1/updater").asText());
    assertEquals(scene.user.toString(), second.at("/submission/values/1/creator").asText());
    assertNotEquals(
        first.at("/submission/values/1/updated_on"), second.at("/submission/values/1/updated_on"));
    assertNotEquals(first.at("/submission/updated_on"), second.at("/submission/updated_on"));
    assertEquals(admin.toString(), second.at("/submission/updater").asText());
    assertEquals(first.at("/submission/created_on"), second.at("/submission/created_on"));
  }

  @Test
  void nullTakesTheSubmissionAwayAndTheNextIsANewOne() {
    JsonNode first = submit(value("variety", "SL14"));
    UUID admin = scene.world.member(scene.coop);
    String taken = FarmerScene.body("\"submission\": null");
    JsonNode without = ok(scene.as(admin, Role.ADMIN).patch(path(scene.farmer), taken));
    assertTrue(without.get("submission").isNull());
    assertTrue(scene.patched("\"submission\": null").get("submission").isNull());
    UUID id = idAt(first, "/submission/id");
    UUID updater =
        read(sql -> sql.fetchSingle(SUBMISSION, SUBMISSION.ID.eq(id)).get(SUBMISSION.UPDATER));
    assertEquals(admin, updater);
    JsonNode second = submit();
    assertEquals("{}", values(second));
    assertNotEquals(first.at("/submission/id"), second.at("/submission/id"));
  }

  @Test
  void theProductIsSetKeptAndCleared() {
    String product = scene.world.product("Cherry").toString();
    String with = "\"submission\": {\"form\": \"" + form + "\", \"product\": %s}";
    JsonNode made = scene.patched(with.formatted('"' + product + '"'));
    assertEquals(product, made.at("/submission/product").asText());
    assertEquals(product, submit().at("/submission/product").asText());
    assertTrue(scene.patched(with.formatted("null")).at("/submission/product").isNull());
    assertEquals(
        product,
        scene.patched(with.formatted('"' + product + '"')).at("/submission/product").asText());
    scene.refused(
        with.formatted("\"" + UUID.randomUUID() + "\""), "/submission/product does_not_exist");
    scene.refused(with.formatted("\"cherry\""), "/submission/product format");
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

  @Test
  void anUnknownFieldIsNamedWithWhatWasMeant() {
    scene.refused(
        submission("5"), "/submission/values/0 type", "/submission/values/0/field required");
    assertEquals(
        "The form has no such field. Did you mean `trees`?",
        scene.patch(submission(value("tres", "1"))).at("/errors/0/detail"));
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
}
