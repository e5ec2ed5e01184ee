package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.SUBMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.database.Ids;

/**
 * A farmer belongs to the company that buys. Only an OPERATOR can move a farmer to another company.
 */
class FarmerBuyerTest {
  private static final String CARD_AND_FORM =
      "'entity_card': {'card': {'id': '%s'}}, 'submission': {'form': '%s'}";
  private static final String CARD = "'entity_card': {'card': {'card_id': 'C-1'}}";

  private final FarmerScene scene = new FarmerScene();
  private final UUID exporter = scene.world.company("Exporter");

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
    scene.patch("'buyer': '%s'", scene.coop).expect(404);
    scene.world.client(exporter, Role.MEMBER).patch(scene.path, body("")).expect(200);
  }

  @Test
  void aMoveLeavesTheCardAndTheSubmissionToTheOldCompany() {
    UUID form = scene.world.form(scene.coop, "FARMER");
    JsonNode before = scene.patched(CARD + ", 'submission': {'form': '%s'}", form);
    UUID card = idAt(before, "/entity_card/card/id");
    UUID submission = idAt(before, "/submission/id");
    JsonNode moved = ok(move(""));
    assertTrue(moved.get("entity_card").isNull());
    assertTrue(moved.get("submission").isNull());
    assertEquals(1, Records.count(SUBMISSION, SUBMISSION.ID.eq(submission)));
    assertEquals(List.of(scene.farmer + " ended"), holders(card));
    JsonNode reused = ok(scene.patchOther(scene.world.farmer(scene.coop), CARD));
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
    UUID card = scene.world.card(scene.coop, scene.farmer);
    UUID form = scene.world.form(scene.coop, "FARMER");
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
    assertEquals(before, withoutTraces(scene.patched("'buyer': '%s'", scene.coop)));
    assertEquals(before, withoutTraces(ok(moveTo(scene.coop, ""))));
    assertEquals(
        before, withoutTraces(ok(scene.operator.patch(scene.path, body("'buyer': null")))));
  }

  @Test
  void onlyAnOperatorMovesAFarmerAndOthersGetTheSameError() {
    Set<String> errors = new HashSet<>();
    for (Client client : List.of(scene.member, scene.world.client(scene.coop, Role.ADMIN))) {
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
