package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.farmer.FarmerScene.body;
import static supplychain.records.farmer.FarmerScene.ok;
import static supplychain.records.farmer.FarmerScene.path;
import static supplychain.records.farmer.FarmerScene.withoutTraces;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.core.Caller;
import supplychain.core.Role;

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

  @Test
  void aBodyThatIsNoObjectIsRefused() {
    refused("[]", " type", "/first_name required");
    refused("\"Grace\"", " type", "/first_name required");
    refused("null", " type", "/first_name required");
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
  void anUnknownFieldIsNamedWithWhatWasMeant() {
    Reply reply = scene.member.patch(path(scene.farmer), body("\"last_nmae\": \"Nakato\""));
    assertEquals(400, reply.status());
    assertEquals("application/problem+json", reply.header("Content-Type"));
    assertEquals(
        FarmerScene.json(
            """
            {"type": "/problems/invalid-body", "title": "The body has mistakes", "status": 400,
             "detail": "One mistake; errors names it.", "instance": "%s",
             "errors": [{"pointer": "/last_nmae", "code": "unknown_field",
                         "detail": "There is no such field. Did you mean `last_name`?"}],
             "request_id": "%s"}"""
                .formatted(path(scene.farmer), reply.header("X-Request-Id"))),
        reply.json());
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

  @Test
  void lenientHandlingStillRefusesWhatIsWrong() {
    scene.refused(
        400,
        () -> scene.patch("\"nickname\": 1, \"latitude\": 91", "Prefer", "handling=lenient"),
        "/latitude range");
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
  void whatIsTheServicesOwnIsIgnoredWhateverStandsThere() {
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
  void anEmptyRecordCanBeSentBackToo() {
    JsonNode read = scene.patched("");
    JsonNode again = ok(scene.member.patch(path(scene.farmer), read.toString()));
    assertEquals(withoutTraces(read), withoutTraces(again));
  }
}
