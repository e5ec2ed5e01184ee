package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.Team.refused;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.HISTORY;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jooq.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Kept;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;

/** The rules of the record itself: what is required, who and when, and each version of it. */
class FarmerRecordTest {
  private static final Pattern STRONG = Pattern.compile("\"[A-Za-z0-9_-]+\"");
  private final FarmerScene scene = new FarmerScene();
  private final String tag = scene.patch("").header("ETag");
  private final String request = World.unique(20);

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

  private Reply changeIf(String tags) {
    return scene.patchWith("If-Match", tags, "'city': 'Sironko'");
  }

  private List<String> kept(String fields) {
    ok(scene.patchWith("X-Request-Id", request, fields));
    return Kept.ofRequest(request);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          <tag>                    | 200
          "other", <tag> ,"third"  | 200
          *                        | 200
          W/<tag>, <tag>           | 200
          W/<tag>                  | 412
          ""                       | 412
          x                        | 412
          "x"                      | 412
          **                       | 412
          "*"                      | 412
          ,                        | 412
          """)
  void oneStrongTagOfTheVersionOrAStarIsEnough(String tags, int status) {
    assertTrue(STRONG.matcher(tag).matches(), tag);
    changeIf(tags.replace("<tag>", tag)).expect(status);
  }

  @Test
  void tagsOnSeveralHeaderLinesAreOneList() {
    String body = body("'city': 'Mbale'");
    scene.member.patch(scene.path, body, "If-Match", "\"other\"", "If-Match", tag).expect(200);
    scene.member.patch(scene.path, body, "If-Match", "\"other\"", "If-Match", tag).expect(412);
  }

  @Test
  void aChangeOfTheCardOrTheFormIsAnotherVersion() {
    String first = scene.patch("'entity_card': {'card': {'card_id': 'C-1'}}").header("ETag");
    scene.patched("'entity_card': {'card': {'card_id': 'C-1', 'display_id': 'One'}}");
    scene.refused(412, () -> changeIf(first));
  }

  @Test
  void oneOfTwentyEditorsOfAVersionWins() {
    List<Reply> replies =
        AtOnce.send(20, i -> scene.patchWith("If-Match", tag, "'city': '" + i + "'"));
    assertEquals(1, count(replies, 200));
    assertEquals(19, count(replies, 412));
    Reply winner = replies.stream().filter(reply -> reply.status() == 200).findAny().orElseThrow();
    assertEquals(winner.json(), scene.stored());
  }

  @Test
  void aChangeUnlessTheVersionIsThisOneIsRefusedAndNothingIsWritten() {
    for (String known : List.of("*", tag, "W/" + tag, "\"other\", " + tag)) {
      scene.refused(412, () -> scene.patchWith("If-None-Match", known, "'city': 'Mbale'"));
    }
    scene.patchWith("If-None-Match", "\"x\"", "'city': 'Mbale'").expect(200);
  }

  @Test
  void aFarmerIsReadOnlyAsTheVersionThatIsStated() {
    String path = scene.path;
    scene.member.get(path, "If-Match", tag).expect(200);
    scene.member.get(path, "If-Match", "*").expect(200);
    scene.member.get(path, "If-Match", tag, "If-None-Match", tag).expect(304);
    Reply other = scene.member.get(path, "If-Match", "\"old\"", "If-None-Match", tag).expect(412);
    assertEquals(tag, other.header("ETag"));
    assertEquals("/problems/precondition-failed", other.at("/type"));
    scene.member.get(FARMERS, "If-Match", "\"old\"").expect(200);
  }

  @Test
  void theHistoryKeepsUserTimeRequestBeforeAndAfterOfAChange() {
    UUID admin = scene.world.member(scene.coop);
    OffsetDateTime before = OffsetDateTime.now(ZoneOffset.UTC);
    scene
        .as(admin, Role.ADMIN)
        .patch(scene.path, body("'phone': '1'"), "X-Request-Id", request)
        .expect(200);
    Record row =
        World.read(
            sql -> sql.selectFrom(HISTORY).where(HISTORY.CLIENT_REQUEST.eq(request)).fetchSingle());
    assertEquals(admin, row.get(HISTORY.APP_USER));
    assertEquals(scene.farmer, row.get(HISTORY.RECORD));
    assertFalse(row.get(HISTORY.AT).isBefore(before.minusSeconds(1)));
    assertFalse(row.get(HISTORY.AT).isAfter(OffsetDateTime.now(ZoneOffset.UTC).plusSeconds(1)));
    String change =
        "UPDATE farmer {'phone': null, 'updater': '%s'} -> {'phone': '1', 'updater': '%s'}"
            .formatted(scene.user, admin)
            .replace('\'', '"');
    assertEquals(List.of(change), Kept.ofRequest(request));
  }

  @Test
  void anUnchangedFieldIsNoChangeInTheHistory() {
    scene.patched("'phone': '1'");
    assertEquals(List.of(), kept("'phone': '1'"));
  }
}
