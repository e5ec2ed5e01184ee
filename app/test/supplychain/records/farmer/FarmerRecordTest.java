package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.Team.refused;
import static supplychain.records.farmer.FarmerScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;

/** The rules of the record itself: what is required, what is the service's own, who and when. */
class FarmerRecordTest {
  private final FarmerScene scene = new FarmerScene();

  @Test
  void aChangeWithoutAFirstNameAnswersToRepeatTheName() {
    for (String body : List.of("{\"phone\": \"1\"}", "{\"first_name\": null}")) {
      Reply reply = scene.member.patch(scene.path, body).expect(400, "/first_name required");
      assertEquals(
          "Every change must have the field first_name. Send the current value to keep it.",
          reply.at("/errors/0/detail"));
    }
  }

  @Test
  void everyMistakeIsNamedAtOnceAtItsPlace() {
    String body =
        """
        {"first_name": " ", "latitude": 91, "email": "grace", "gender": 1, "nickname": "G",
         "consent_status": "YES", "entity_card": {"card": {"display_id": 1}},
         "submission": {"values": [{"value": 5, "feild": "x"}]}}\
        """;
    scene.refused(
        400,
        () -> scene.member.patch(scene.path, body),
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
  void aNumberIsKeptWhenItIsNullEmptyOrLeftOut() {
    String number = scene.stored().get("number").asText();
    assertEquals(number, scene.patched("").get("number").asText());
    assertEquals(number, scene.patched("'number': null").get("number").asText());
    assertEquals(number, scene.patched("'number': ''").get("number").asText());
    scene.refused("'number': ' '", "/number blank");
    assertEquals("A-1", scene.patched("'number': 'A-1'").get("number").asText());
    assertEquals("A-1", scene.patched("'number': 'A-1'").get("number").asText());
  }

  @Test
  void oneOfTwentyFarmersGetsANumber() {
    List<UUID> farmers = Stream.generate(() -> scene.world.farmer(scene.coop)).limit(20).toList();
    List<Reply> replies = AtOnce.send(20, i -> scene.patchOther(farmers.get(i), "'number': 'A-1'"));
    assertEquals(1, count(replies, 200), replies::toString);
    assertEquals(19, count(replies, 409));
  }

  private final Team team = new Team(FARMERS, Role.MEMBER);

  @Test
  void aFarmerNeedsOnlyAName() {
    Reply made = team.made("{'first_name': 'Grace'}");
    assertEquals("UNKNOWN", made.at("/consent_status"));
    assertEquals(10, made.at("/number").length());
    refused(team.post("{'first_name': 'G', 'buyer': 'x'}"), 400, "/buyer format");
    Reply empty = team.made("{'first_name': 'Grace', 'number': ''}");
    assertEquals(10, empty.at("/number").length());
    assertEquals(team.company.toString(), made.at("/buyer"));
  }

  @Test
  void aNumberThatIsTakenIsRefusedAndNothingIsWritten() {
    String id = team.made("{'first_name': 'Grace', 'number': 'N-1'}").id();
    refused(
        team.post(
            "{'first_name': 'G', 'number': 'N-1', 'entity_card': {'card': {'card_id': 'C'}}}"),
        409,
        "/number taken");
    assertEquals(List.of(id), team.list(""));
    assertEquals("[]\n", team.client.get(CARDS).text());
  }
}
