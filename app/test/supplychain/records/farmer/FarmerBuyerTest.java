package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.World.read;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.SUBMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.database.Ids;

/** A farmer belongs to the company that buys; only an OPERATOR moves one to another. */
class FarmerBuyerTest {
  private final FarmerScene scene = new FarmerScene();
  private final UUID exporter = scene.world.company("Exporter");
  private final Client operator = scene.operator;

  @Test
  void anOperatorMovesAFarmerAndTheOldCompanySeesItNoMore() {
    JsonNode before = scene.patched("\"last_name\": \"Nakato\"");
    Reply moved = move("\"buyer\": \"%s\"".formatted(exporter));
    ObjectNode expected = before.deepCopy();
    expected.put("buyer", exporter.toString());
    assertEquals(withoutTraces(expected), withoutTraces(ok(moved)));
    scene.patch("").expect(404);
    scene.patch("\"buyer\": \"%s\"".formatted(scene.coop)).expect(404);
    Client newMember = scene.world.client(exporter, Role.MEMBER);
    newMember.patch(path(scene.farmer), body("")).expect(200);
  }

  @Test
  void aMoveEndsTheCardAndPartsTheSubmissionWhichStayWithTheOldCompany() {
    UUID form = scene.world.form(scene.coop, "FARMER");
    JsonNode before =
        scene.patched(
            "\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}, \"submission\": {\"form\": \"%s\"}"
                .formatted(form));
    UUID card = idAt(before, "/entity_card/card/id");
    UUID submission = idAt(before, "/submission/id");
    JsonNode moved = ok(move("\"buyer\": \"%s\"".formatted(exporter)));
    assertTrue(moved.get("entity_card").isNull());
    assertTrue(moved.get("submission").isNull());
    boolean isKept = read(sql -> sql.fetchExists(SUBMISSION, SUBMISSION.ID.eq(submission)));
    assertTrue(isKept);
    assertEquals(List.of(scene.farmer + " ended"), FarmerScene.holders(card));
    UUID next = scene.world.farmer(scene.coop);
    JsonNode reused = ok(scene.patch(next, "\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}"));
    assertEquals(card.toString(), reused.at("/entity_card/card/id").asText());
  }

  @Test
  void aMoveTakesCardFormAndNumberOfTheNewCompany() {
    scene.patched("\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}");
    UUID card = scene.world.card(exporter, null);
    UUID form = scene.world.form(exporter, "FARMER");
    JsonNode moved =
        ok(
            move(
                """
                "buyer": "%s", "number": "E-1", "entity_card": {"card": {"id": "%s"}},
                "submission": {"form": "%s"}"""
                    .formatted(exporter, card, form)));
    assertEquals(card.toString(), moved.at("/entity_card/card/id").asText());
    assertEquals(form.toString(), moved.at("/submission/form").asText());
    assertEquals("E-1", moved.get("number").asText());
  }

  @Test
  void aMoveWithCardAndFormOfTheOldCompanyIsRefused() {
    UUID card = scene.world.card(scene.coop, scene.farmer);
    UUID form = scene.world.form(scene.coop, "FARMER");
    scene.refused(
        400,
        () ->
            move(
                """
                "buyer": "%s", "entity_card": {"card": {"id": "%s"}},
                "submission": {"form": "%s"}"""
                    .formatted(exporter, card, form)),
        "/submission/form does_not_exist",
        "/entity_card/card/id does_not_exist");
  }

  @Test
  void aMoveToACompanyWhereTheNumberIsTakenIsAConflict() {
    UUID other = scene.world.farmer(exporter);
    operator.patch(path(other), body("\"number\": \"A-1\"")).expect(200);
    scene.patched("\"number\": \"A-1\"");
    String buyer = "\"buyer\": \"%s\"".formatted(exporter);
    scene.refused(409, () -> move(buyer), "/number taken");
    assertEquals("A-2", ok(move(buyer + ", \"number\": \"A-2\"")).get("number").asText());
  }

  @Test
  void namingThePresentBuyerIsNoMoveForAnybody() {
    JsonNode before = scene.patched("\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}");
    String same = "\"buyer\": \"%s\"".formatted(scene.coop);
    assertEquals(withoutTraces(before), withoutTraces(scene.patched(same)));
    assertEquals(withoutTraces(before), withoutTraces(ok(move(same))));
    assertEquals(withoutTraces(before), withoutTraces(ok(move("\"buyer\": null"))));
  }

  @Test
  void onlyAnOperatorMovesAFarmerAndOthersGetTheSameError() {
    Client admin = scene.world.client(scene.coop, Role.ADMIN);
    for (Client client : new Client[] {scene.member, admin}) {
      String foreign = refused(client, 403, exporter.toString(), "/buyer forbidden");
      String absent = refused(client, 403, Ids.next().toString(), "/buyer forbidden");
      String farmer =
          refused(client, 403, scene.world.farmer(exporter).toString(), "/buyer forbidden");
      assertEquals(foreign, absent);
      assertEquals(foreign, farmer);
      assertEquals(foreign, refused(client, 403, scene.farmer.toString(), "/buyer forbidden"));
    }
  }

  @Test
  void aRefusedMoveSaysNothingAboutCardsAndFormsOfTheBuyer() {
    UUID card = scene.world.card(exporter, null);
    UUID form = scene.world.form(exporter, "FARMER");
    String fields =
        """
        "buyer": "%s", "entity_card": {"card": {"id": "%s", "card_id": "guess"}},
        "submission": {"form": "%s"}""";
    Reply foreign = scene.patch(fields.formatted(exporter, card, form));
    Reply absent = scene.patch(fields.formatted(exporter, Ids.next(), Ids.next()));
    foreign.expect(403);
    assertEquals(foreign.json().get("errors"), absent.json().get("errors"));
    assertEquals(foreign.status(), absent.status());
    assertNotEquals(exporter.toString(), scene.stored().get("buyer").asText());
  }

  private String refused(Client client, int status, String buyer, String finding) {
    String fields = body("\"buyer\": \"%s\"".formatted(buyer));
    scene.refused(status, () -> client.patch(path(scene.farmer), fields), finding);
    return client.patch(path(scene.farmer), fields).json().get("errors").toString();
  }

  private Reply move(String fields) {
    return operator.patch(path(scene.farmer), body(fields));
  }
}
