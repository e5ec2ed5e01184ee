package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.Team.withoutTraces;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.SUBMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;
import supplychain.database.Ids;

/** The rules of the record itself: what is required, who and when, and each version of it. */
class FarmerRecordTest {
  private static final Pattern STRONG = Pattern.compile("\"[A-Za-z0-9_-]+\"");
  private static final String CARD_AND_FORM =
      "'entity_card': {'card': {'id': '%s'}}, 'submission': {'form': '%s'}";
  private static final String CARD = "'entity_card': {'card': {'card_id': 'C-1'}}";
  private final FarmerScene scene = new FarmerScene();
  private final String tag = scene.patch("").header("ETag");
  private final UUID exporter = scene.world.company("Exporter");

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

  private final Team team = new Team(FARMERS, Role.MEMBER);

  @Test
  void aFarmerNeedsOnlyAName() {
    Reply made = team.made("{'first_name': 'Grace'}");
    assertEquals("UNKNOWN", made.at("/consent_status"));
    assertEquals(10, made.at("/number").length());
    team.post("{'first_name': 'G', 'buyer': 'x'}").expect(400, "/buyer format");
    Reply empty = team.made("{'first_name': 'Grace', 'number': ''}");
    assertEquals(10, empty.at("/number").length());
    assertEquals(team.company.toString(), made.at("/buyer"));
  }

  private Reply changeIf(String tags) {
    return scene.patchWith("If-Match", tags, "'city': 'Sironko'");
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
    assertEquals(1, AtOnce.count(replies, 200));
    assertEquals(19, AtOnce.count(replies, 412));
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
    Reply other = scene.member.get(path, "If-Match", "\"old\"", "If-None-Match", tag);
    other.expectProblem(412, "precondition-failed");
    assertEquals(tag, other.header("ETag"));
    scene.member.get(FARMERS, "If-Match", "\"old\"").expect(200);
  }

  /** Moves the farmer to the exporter. */
  private Reply move(String fields) {
    return moveTo(exporter, fields);
  }

  private Reply moveTo(UUID buyer, String fields) {
    return scene.operator.patch(
        scene.path, body("'buyer': '%s'%s%s", buyer, fields.isEmpty() ? "" : ", ", fields));
  }

  @Test
  void anOperatorMovesAFarmerAndTheOldCompanySeesItNoMore() {
    ObjectNode expected = (ObjectNode) scene.patched("'last_name': 'Nakato'");
    expected.put("buyer", exporter.toString());
    assertEquals(withoutTraces(expected), withoutTraces(ok(move(""))));
    scene.patch("").expect(404);
    scene.patch("'buyer': '%s'", scene.company).expect(404);
    scene.world.client(exporter, Role.MEMBER).patch(scene.path, body("")).expect(200);
  }

  @Test
  void aMoveLeavesTheCardAndTheSubmissionToTheOldCompany() {
    UUID form = scene.world.form(scene.company, "FARMER");
    JsonNode before = scene.patched(CARD + ", 'submission': {'form': '%s'}", form);
    UUID card = idAt(before, "/entity_card/card/id");
    UUID submission = idAt(before, "/submission/id");
    JsonNode moved = ok(move(""));
    assertTrue(moved.get("entity_card").isNull());
    assertTrue(moved.get("submission").isNull());
    assertEquals(1, Records.count(SUBMISSION, SUBMISSION.ID.eq(submission)));
    assertEquals(List.of(scene.farmer + " ended"), holders(card));
    JsonNode reused = ok(scene.patchOther(scene.world.farmer(scene.company), CARD));
    assertEquals(card.toString(), reused.at("/entity_card/card/id").asText());
  }

  @Test
  void aMoveTakesCardFormAndNumberOfTheNewCompany() {
    scene.patched(CARD);
    UUID card = scene.world.card(exporter, null);
    UUID form = scene.world.form(exporter, "FARMER");
    JsonNode moved = ok(move("'number': 'E-1', " + CARD_AND_FORM.formatted(card, form)));
    assertEquals(card.toString(), moved.at("/entity_card/card/id").asText());
    assertEquals(form.toString(), moved.at("/submission/form").asText());
    assertEquals("E-1", moved.get("number").asText());
  }

  @Test
  void aMoveWithCardAndFormOfTheOldCompanyIsRefused() {
    UUID card = scene.world.card(scene.company, scene.farmer);
    UUID form = scene.world.form(scene.company, "FARMER");
    scene.refused(
        400,
        () -> move(CARD_AND_FORM.formatted(card, form)),
        "/submission/form does_not_exist",
        "/entity_card/card/id does_not_exist");
  }

  @Test
  void aMoveToACompanyWhereTheNumberIsTakenIsAConflict() {
    UUID other = scene.world.farmer(exporter);
    scene.operator.patch(path(other), body("'number': 'A-1'")).expect(200);
    scene.patched("'number': 'A-1'");
    scene.refused(409, () -> move(""), "/number taken");
    assertEquals("A-2", move("'number': 'A-2'").at("/number"));
  }

  @Test
  void namingThePresentBuyerIsNoMoveForAnybody() {
    JsonNode before = withoutTraces(scene.patched(CARD));
    assertEquals(before, withoutTraces(scene.patched("'buyer': '%s'", scene.company)));
    assertEquals(before, withoutTraces(ok(moveTo(scene.company, ""))));
    assertEquals(
        before, withoutTraces(ok(scene.operator.patch(scene.path, body("'buyer': null")))));
  }

  @Test
  void onlyAnOperatorMovesAFarmerAndOthersGetTheSameError() {
    Set<String> errors = new HashSet<>();
    for (Client client : List.of(scene.member, scene.world.client(scene.company, Role.ADMIN))) {
      for (UUID buyer : List.of(exporter, Ids.next(), scene.world.farmer(exporter), scene.farmer)) {
        String move = body("'buyer': '%s'", buyer);
        scene.refused(403, () -> client.patch(scene.path, move), "/buyer forbidden");
        errors.add(client.patch(scene.path, move).json().get("errors").toString());
      }
    }
    assertEquals(1, errors.size(), errors::toString);
  }

  @Test
  void aRefusedMoveSaysNothingAboutCardsAndFormsOfTheBuyer() {
    String fields =
        "'buyer': '%s', 'entity_card': {'card': {'id': '%s', 'card_id': 'guess'}},"
            + " 'submission': {'form': '%s'}";
    UUID card = scene.world.card(exporter, null);
    UUID form = scene.world.form(exporter, "FARMER");
    Reply foreign = scene.patch(fields, exporter, card, form).expect(403);
    Reply absent = scene.patch(fields, exporter, Ids.next(), Ids.next()).expect(403);
    assertEquals(foreign.json().get("errors"), absent.json().get("errors"));
    assertNotEquals(exporter.toString(), scene.stored().get("buyer").asText());
  }
}
