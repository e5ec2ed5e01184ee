package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.farmer.FarmerScene.body;
import static supplychain.records.farmer.FarmerScene.count;
import static supplychain.records.farmer.FarmerScene.ok;
import static supplychain.records.farmer.FarmerScene.path;
import static supplychain.records.farmer.FarmerScene.withoutTraces;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Ids;

/** The rules of the record itself: what is required, what is the service's own, who and when. */
class FarmerRecordTest {
  private final FarmerScene scene = new FarmerScene();

  @Test
  void theFirstNameIsRequired() {
    refused("{}", "/first_name required");
    refused("{\"first_name\": null}", "/first_name required");
    refused("{\"last_name\": \"Nakato\"}", "/first_name required");
    refused("{\"first_name\": \"\"}", "/first_name blank");
    refused("{\"first_name\": \" \\n\"}", "/first_name blank");
  }

  private void refused(String body, String... findings) {
    scene.refused(400, () -> scene.member.patch(path(scene.farmer), body), findings);
  }

  @Test
  void everyMistakeIsNamedAtOnceAtItsPlace() {
    refused(
        """
        {"first_name": " ", "latitude": 91, "email": "grace", "gender": 1, "nickname": "G",
         "consent_status": "YES", "entity_card": {"card": {"display_id": 1}},
         "submission": {"values": [{"value": 5, "feild": "x"}]}}""",
        "/first_name blank",
        "/gender type",
        "/email format",
        "/latitude range",
        "/consent_status not_a_choice",
        "/entity_card/card/card_id required",
        "/entity_card/card/display_id type",
        "/submission/values/0/field required",
        "/submission/values/0/value type",
        "/submission/form required",
        "/nickname unknown_field",
        "/submission/values/0/feild unknown_field");
  }

  @Test
  void lenientHandlingIgnoresUnknownFieldsAtEveryLevelAndSaysSo() {
    UUID form = scene.world.form(scene.coop, "FARMER");
    scene.world.field(form, "variety", "TEXT", false, "[]");
    String fields =
        """
        "nickname": "G", "last_name": "Nakato",
        "entity_card": {"colour": "red", "card": {"card_id": "C-1", "chip": 4}},
        "submission": {"form": "%s", "page": 1,
                       "values": [{"field": "variety", "value": "SL14", "unit": "kg"}]}"""
            .formatted(form);
    scene.refused(
        fields,
        "/nickname unknown_field",
        "/entity_card/colour unknown_field",
        "/entity_card/card/chip unknown_field",
        "/submission/page unknown_field",
        "/submission/values/0/unit unknown_field");
    assertNull(scene.patch("").header("Preference-Applied"));
    Reply lenient = scene.patch(fields, "Prefer", "handling=lenient");
    assertEquals("Nakato", ok(lenient).get("last_name").asText());
    assertEquals("C-1", lenient.json().at("/entity_card/card/card_id").asText());
    assertEquals("SL14", lenient.json().at("/submission/values/0/value").asText());
    assertEquals("handling=lenient", lenient.header("Preference-Applied"));
  }

  @ParameterizedTest
  @EnumSource(ConsentStatus.class)
  void theConsentIsOneOfThreeAndKeptWhenOmitted(ConsentStatus consent) {
    assertEquals("UNKNOWN", scene.stored().get("consent_status").asText());
    scene.patched("\"consent_status\": \"%s\"".formatted(consent));
    assertEquals(consent.name(), scene.patched("").get("consent_status").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "\"granted\"", "\"MAYBE\"", "\"\"", "true", "0"})
  void theConsentIsNothingElse(String value) {
    scene.patched("\"consent_status\": \"GRANTED\"");
    scene.refused(
        "\"consent_status\": " + value,
        "/consent_status " + (value.equals("null") ? "not_null" : "not_a_choice"));
  }

  @Test
  void theUpdaterIsWhoSentItAndTheCreatorStays() {
    assertEquals(scene.user.toString(), scene.patched("").get("updater").asText());
    UUID admin = scene.world.member(scene.coop);
    JsonNode farmer = ok(scene.as(admin, Role.ADMIN).patch(path(scene.farmer), body("")));
    assertEquals(admin.toString(), farmer.get("updater").asText());
    assertEquals(Caller.SYSTEM.toString(), farmer.get("creator").asText());
  }

  @Test
  void updatedOnStrictlyGrowsAndCreatedOnStays() {
    JsonNode last = scene.stored();
    for (int i = 0; i < 20; i++) {
      JsonNode next = scene.patched("");
      assertTrue(time(next).isAfter(time(last)), () -> "not after " + scene.stored());
      assertEquals(last.get("created_on"), next.get("created_on"));
      last = next;
    }
  }

  private static OffsetDateTime time(JsonNode farmer) {
    return OffsetDateTime.parse(farmer.get("updated_on").asText());
  }

  @Test
  void theServicesOwnFieldsAreIgnored() {
    JsonNode before = scene.patched("");
    JsonNode after =
        scene.patched(
            """
            "id": 5, "created_on": "yesterday", "updated_on": [], "image": {"a": 1},
            "creator": "me", "updater": true""");
    assertEquals(withoutTraces(before), withoutTraces(after));
    assertEquals(scene.user.toString(), after.get("updater").asText());
  }

  @Test
  void sendingBackWhatWasReadChangesOnlyWhenAndByWhom() {
    UUID form = scene.world.form(scene.coop, "FARMER");
    scene.world.field(form, "variety", "TEXT", true, "[]");
    scene.world.field(form, "tools", "MULTI_SELECT", false, "[\"Hoe\", \"Saw\"]");
    JsonNode read =
        scene.patched(
            """
            "last_name": "Nakato", "latitude": 1.5, "date_of_birth": "1984-02-29",
            "email": "g@example.org", "entity_card": {"card": {"card_id": "C-1"}},
            "submission": {"form": "%s", "product": "%s", "values": [
              {"field": "variety", "value": "SL14"}, {"field": "tools", "value": ["Saw"]}]}"""
                .formatted(form, scene.world.product("Cherry")));
    UUID admin = scene.world.member(scene.coop);
    JsonNode again = ok(scene.as(admin, Role.ADMIN).patch(path(scene.farmer), read.toString()));
    assertEquals(withoutTraces(read), withoutTraces(again));
    assertEquals(admin.toString(), again.get("updater").asText());
    assertEquals(read.get("entity_card"), again.get("entity_card"));
    assertEquals(read.at("/submission/values"), again.at("/submission/values"));
    assertEquals(read.at("/submission/form_details"), again.at("/submission/form_details"));
  }

  @Test
  void aNumberIsKeptWhenItIsNullEmptyOrLeftOut() {
    String number = scene.stored().get("number").asText();
    assertEquals(number, scene.patched("").get("number").asText());
    assertEquals(number, scene.patched("\"number\": null").get("number").asText());
    assertEquals(number, scene.patched("\"number\": \"\"").get("number").asText());
    scene.refused("\"number\": \" \"", "/number blank");
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
  }

  @Test
  void aNumberOfAnotherFarmerOfTheCompanyIsTaken() {
    UUID other = scene.world.farmer(scene.coop);
    ok(scene.patch(other, "\"number\": \"A-1\""));
    scene.refused(
        409, () -> scene.patch("\"number\": \"A-1\", \"city\": \"Mbale\""), "/number taken");
    ok(scene.patch(other, "\"number\": \"A-2\""));
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
  }

  @Test
  void aNumberOfAFarmerOfAnotherCompanyIsFree() {
    FarmerScene elsewhere = new FarmerScene();
    elsewhere.patched("\"number\": \"A-1\"");
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
  }

  @Test
  void oneOfTwentyFarmersGetsANumber() throws Exception {
    List<UUID> farmers = Stream.generate(() -> scene.world.farmer(scene.coop)).limit(20).toList();
    List<Reply> replies = AtOnce.send(20, i -> scene.patch(farmers.get(i), "\"number\": \"A-1\""));
    assertEquals(1, count(replies, 200), replies::toString);
    assertEquals(19, count(replies, 409));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1", "00000000-0000-0000-0000-000000000000", "%27", "null", "%00a"})
  void anIdThatNothingCanBearIsNotFound(String id) {
    Reply reply = scene.member.patch(path(id), body(""));
    assertEquals(id.equals("%00a") ? 400 : 404, reply.status(), reply.text());
  }

  @Test
  void anIdIsTakenInEitherCaseAndThePathWithoutItsSlash() {
    String upperCase = scene.farmer.toString().toUpperCase(Locale.ROOT);
    assertEquals(200, scene.member.patch(path(upperCase), body("")).status());
    String bare = path(scene.farmer).replaceAll("/$", "");
    assertEquals(200, scene.member.patch(bare, body("")).status());
  }

  @Test
  void anOperatorChangesAnybodysFarmerAndIsItsUpdater() {
    UUID user = scene.world.member(null);
    Client operator = Installation.shared().client(scene.world.token(user, null, Role.OPERATOR));
    for (FarmerScene scene : List.of(scene, new FarmerScene())) {
      Reply reply = operator.patch(path(scene.farmer), body(""));
      assertEquals(user.toString(), FarmerScene.ok(reply).get("updater").asText());
      assertEquals(scene.coop.toString(), reply.json().get("buyer").asText());
    }
    assertEquals(404, operator.patch(path(Ids.next()), body("")).status());
  }
}
