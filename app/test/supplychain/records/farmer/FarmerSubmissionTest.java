package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.Team.assertShown;
import static supplychain.World.read;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.SUBMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;

/** The farmer's form: filled in, merged field by field, exchanged for another, taken away. */
class FarmerSubmissionTest {
  private final FarmerScene scene = new FarmerScene();
  private final UUID form = scene.world.form(scene.company, "FARMER");
  private final UUID variety = scene.world.field(form, "variety", "TEXT", false, "[]");
  private final UUID trees = scene.world.field(form, "trees", "INTEGER", false, "[]");
  private final UUID admin = scene.world.member(scene.company);
  private final Client ofAdmin = scene.world.client(admin, scene.company, Role.ADMIN);

  private JsonNode submit(String... values) {
    return scene.patched(submission(values));
  }

  private String submission(String... values) {
    return "'submission': {'form': '%s', 'values': [%s]}".formatted(form, String.join(",", values));
  }

  private static String value(Object field, String value) {
    return "{'field': '%s', 'value': '%s'}".formatted(field, value);
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
  void aSubmissionShowsItsFormAndTheFieldsOfItsValues() {
    UUID product = scene.world.product("Cherry");
    JsonNode farmer =
        scene.patched(
            "'submission': {'form': '%s', 'product': '%s', 'values': [%s, %s]}",
            form, product, value("trees", "400"), value("variety", "SL14"));
    JsonNode shown = scene.operator.get(FORMS + form + "/").json();
    String own = "\"updated_on\": \"*\", \"created_on\": \"*\"";
    String by = "\"creator\": \"%1$s\", \"updater\": \"%1$s\"".formatted(scene.user);
    String value = "{'field': '%s', 'value': '%s', 'id': '*', 'field_details': %s, %s, %s}";
    assertShown(
        "{'values': [%s, %s], 'form': '%s', 'id': '*', 'form_details': %s, %s, %s, 'product': '%s'}"
            .formatted(
                value.formatted(variety, "SL14", hidden(shown.at("/fields/0")), own, by),
                value.formatted(trees, "400", hidden(shown.at("/fields/1")), own, by),
                form,
                hidden(shown),
                own,
                by,
                product),
        farmer.get("submission"));
    assertEquals(farmer, scene.stored());
  }

  /** A document without its ids and times. */
  private static String hidden(JsonNode document) {
    return document
        .toString()
        .replaceAll("\"(id|updated_on|created_on)\":\"[^\"]*\"", "\"$1\":\"*\"");
  }

  @Test
  void valuesAreMergedByTheIdOrTheKeyOfTheirField() {
    scene.world.field(form, "organic", "BOOLEAN", false, "[]");
    submit(value("variety", "SL14"), value("trees", "400"));
    JsonNode merged = submit(value(variety, "SL28"), value("organic", "true"));
    assertEquals("{organic=true, trees=400, variety=SL28}", values(merged));
    String upperCase = variety.toString().toUpperCase(Locale.ROOT);
    assertEquals("{organic=true, trees=400, variety=K7}", values(submit(value(upperCase, "K7"))));
  }

  @Test
  void twentyEditorsOfDifferentFieldsLoseNothing() {
    for (int i = 0; i < 20; i++) {
      scene.world.field(form, "field-" + i, "TEXT", false, "[]");
    }
    List<Reply> replies = AtOnce.send(20, i -> scene.patch(submission(value("field-" + i, "x"))));
    assertEquals(20, AtOnce.count(replies, 200), replies::toString);
    assertEquals(20, scene.stored().at("/submission/values").size());
  }

  @Test
  void theFormMayBeLeftOutWhereThereIsASubmission() {
    JsonNode first = submit(value("variety", "SL14"));
    JsonNode merged = scene.patched("'submission': {'values': [%s]}", value("trees", "1"));
    assertEquals("{trees=1, variety=SL14}", values(merged));
    assertEquals(first.at("/submission/id"), merged.at("/submission/id"));
  }

  @Test
  void onlyTheValueThatChangesGetsANewTimeAndUpdater() {
    JsonNode first = submit(value("variety", "SL14"), value("trees", "400")).get("submission");
    String change = body(submission(value("variety", "SL14"), value("trees", "9")));
    JsonNode second = ok(ofAdmin.patch(scene.path, change)).get("submission");
    assertEquals(first.at("/values/0"), second.at("/values/0"));
    assertEquals(first.at("/values/1/id"), second.at("/values/1/id"));
    assertEquals(scene.user.toString(), second.at("/values/1/creator").asText());
    assertEquals(first.get("created_on"), second.get("created_on"));
    for (String changed : List.of("/values/1", "")) {
      assertEquals(admin.toString(), second.at(changed + "/updater").asText());
      assertNotEquals(first.at(changed + "/updated_on"), second.at(changed + "/updated_on"));
    }
  }

  @Test
  void nullTakesTheSubmissionAwayAndTheNextIsANewOne() {
    UUID id = idAt(submit(value("variety", "SL14")), "/submission/id");
    String taken = body("'submission': null");
    assertTrue(ok(ofAdmin.patch(scene.path, taken)).get("submission").isNull());
    assertTrue(scene.patched("'submission': null").get("submission").isNull());
    assertEquals(
        admin,
        read(sql -> sql.fetchSingle(SUBMISSION, SUBMISSION.ID.eq(id)).get(SUBMISSION.UPDATER)));
    JsonNode second = submit();
    assertEquals("{}", values(second));
    assertNotEquals(id, idAt(second, "/submission/id"));
  }

  @Test
  void theProductIsSetKeptAndCleared() {
    String product = scene.world.product("Cherry").toString();
    String with = "'submission': {'form': '" + form + "', 'product': %s}";
    for (String set : List.of("'" + product + "'", "null", "'" + product + "'")) {
      String shown = scene.patched(with, set).at("/submission/product").asText();
      assertEquals(set.replace("'", ""), shown);
      assertEquals(shown, submit().at("/submission/product").asText());
    }
    scene.refused(
        with.formatted("'" + UUID.randomUUID() + "'"), "/submission/product does_not_exist");
    scene.refused(with.formatted("'cherry'"), "/submission/product format");
  }

  @Test
  void anUnknownFieldIsNamedWithWhatWasMeant() {
    scene.refused(submission("5"), "/submission/values/0 type");
    assertEquals(
        "\"tres\" is not a field of the form. Did you mean `trees`?",
        scene.patch(submission(value("tres", "1"))).at("/errors/0/detail"));
  }

  @Test
  void anotherFormReplacesTheValues() {
    JsonNode first = submit(value("trees", "400"));
    UUID next = scene.world.form(scene.company, "FARMER");
    scene.world.field(next, "trees", "TEXT", false, "[]");
    JsonNode second = scene.patched("'submission': {'form': '%s'}", next);
    assertEquals("{}", values(second));
    assertEquals(first.at("/submission/id"), second.at("/submission/id"));
    assertEquals(next.toString(), second.at("/submission/form").asText());
    assertEquals(next.toString(), second.at("/submission/form_details/id").asText());
    assertEquals("{}", values(submit()));
  }

  @Test
  void anotherFormsRequiredFieldsAreNotFilledByTheOldValues() {
    submit(value("trees", "400"));
    UUID next = scene.world.form(scene.company, "FARMER");
    scene.world.field(next, "trees", "INTEGER", true, "[]");
    scene.refused("'submission': {'form': '%s'}".formatted(next), "/submission/values required");
  }
}
