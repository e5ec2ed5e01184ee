package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Team.assertShown;
import static supplychain.records.farmer.FarmerScene.count;
import static supplychain.records.farmer.FarmerScene.holders;
import static supplychain.records.farmer.FarmerScene.madeId;
import static supplychain.records.farmer.FarmerScene.ok;
import static supplychain.records.farmer.FarmerScene.read;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY_CARD;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;
import supplychain.database.Ids;

/** The card that a farmer holds: made, assigned, exchanged, ended, and taken from nobody. */
class FarmerCardTest {
  private final FarmerScene scene = new FarmerScene();
  private static final String HOLD_ID = "\"entity_card\": {\"card\": {\"id\": \"%s\"}}";
  private static final String HOLD_CARD_ID = "\"entity_card\": {\"card\": {\"card_id\": \"%s\"}}";

  @Test
  void aNewCardIsMadeAndHeldAndEveryFieldOfItIsReadBack() {
    JsonNode farmer = hold("{\"card_id\": \"04:A2:7F\", \"display_id\": \"Card 7\"}");
    JsonNode entityCard = farmer.get("entity_card");
    assertShown(
        """
        {"card": {"card_id": "04:A2:7F", "id": "*", "updated_on": "*", "created_on": "*",
                  "display_id": "Card 7", "creator": "%1$s", "updater": "%1$s"},
         "entity": "%2$s", "id": "*", "updated_on": "*", "created_on": "*",
         "is_active": true, "creator": "%1$s", "updater": "%1$s"}"""
            .formatted(scene.user, scene.farmer),
        entityCard);
    assertEquals(farmer, scene.stored());
  }

  @Test
  void theCardThatAFarmerHoldsEndsWhereTheBodySaysSo() {
    UUID card = UUID.fromString(hold("{\"card_id\": \"C-1\"}").at("/entity_card/card/id").asText());
    String ended = "\"entity_card\": {\"card\": {\"id\": \"%s\"}, \"is_active\": false}";
    UUID other = scene.world.card(scene.coop, null);
    scene.refused(ended.formatted(other), "/entity_card/card not_held");
    assertTrue(scene.patched(ended.formatted(card)).get("entity_card").isNull());
    assertEquals(List.of(), holdersNow(card));
    scene.refused(ended.formatted(card), "/entity_card/card not_held");
  }

  private static List<UUID> holdersNow(UUID card) {
    return read(
        sql ->
            sql.select(ENTITY_CARD.ENTITY)
                .from(ENTITY_CARD)
                .where(ENTITY_CARD.CARD.eq(card), ENTITY_CARD.IS_ACTIVE.isTrue())
                .fetch(ENTITY_CARD.ENTITY));
  }

  @Test
  void anEntityCardNamesNoOtherHolderThanItsFarmer() {
    String named = "\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}, \"entity\": \"%s\"}";
    scene.refused(named.formatted(scene.coop), "/entity_card/entity fixed");
    JsonNode farmer = scene.patched(named.formatted(scene.farmer));
    assertEquals(scene.farmer.toString(), farmer.at("/entity_card/entity").asText());
    assertEquals(
        farmer.get("entity_card"),
        scene.patched("\"entity_card\": " + farmer.get("entity_card")).get("entity_card"));
  }

  @Test
  void anExistingCardIsNamedByItsIdOrItsCardIdOrBoth() {
    UUID card = scene.world.card(scene.coop, null);
    String cardId = cardId(card);
    for (String named :
        List.of(
            "{\"id\": \"%s\"}".formatted(card),
            "{\"card_id\": \"%s\"}".formatted(cardId),
            "{\"id\": \"%s\", \"card_id\": \"%s\"}".formatted(card, cardId),
            "{\"id\": \"%s\", \"card_id\": null}".formatted(card),
            "{\"id\": null, \"card_id\": \"%s\"}".formatted(cardId))) {
      scene.patched("\"entity_card\": null");
      JsonNode farmer = hold(named);
      assertEquals(card.toString(), farmer.at("/entity_card/card/id").asText());
      assertEquals(cardId, farmer.at("/entity_card/card/card_id").asText());
    }
    assertEquals(5, holders(card).size());
  }

  @Test
  void anIdAndACardIdOfTwoCardsAreRefused() {
    UUID card = scene.world.card(scene.coop, null);
    UUID other = scene.world.card(scene.coop, null);
    String both = "{\"id\": \"%s\", \"card_id\": \"%s\"}";
    refused(both.formatted(card, cardId(other)), "/entity_card/card/card_id mismatch");
    refused(both.formatted(card, "new"), "/entity_card/card/card_id mismatch");
    refused(both.formatted(Ids.next(), cardId(other)), "/entity_card/card/id does_not_exist");
    assertEquals(List.of(), holders(card));
    assertEquals(List.of(), holders(other));
  }

  @Test
  void holdingTheSameCardAgainChangesNothing() {
    JsonNode first = hold("{\"card_id\": \"C-1\", \"display_id\": \"One\"}");
    JsonNode second = hold("{\"card_id\": \"C-1\"}");
    assertEquals(first.get("entity_card"), second.get("entity_card"));
    assertEquals(
        first.get("entity_card"),
        hold(first.at("/entity_card/card").toString()).get("entity_card"));
  }

  @Test
  void theDisplayIdIsChangedAndClearedAndTheAssignmentStays() {
    JsonNode first = hold("{\"card_id\": \"C-1\", \"display_id\": \"One\"}").get("entity_card");
    JsonNode renamed = hold("{\"card_id\": \"C-1\", \"display_id\": \"Two\"}").get("entity_card");
    assertEquals("Two", renamed.at("/card/display_id").asText());
    assertEquals(first.get("id"), renamed.get("id"));
    assertEquals(first.get("updated_on"), renamed.get("updated_on"));
    assertNotEquals(first.at("/card/updated_on"), renamed.at("/card/updated_on"));
    assertEquals(first.at("/card/created_on"), renamed.at("/card/created_on"));
    JsonNode cleared = hold("{\"card_id\": \"C-1\", \"display_id\": null}").get("entity_card");
    assertTrue(cleared.at("/card/display_id").isNull());
  }

  @Test
  void anotherCardEndsTheFirstAndTheHistoryIsKept() {
    UUID first = UUID.fromString(madeId(hold("{\"card_id\": \"C-1\"}"), "/entity_card/card/id"));
    UUID second = UUID.fromString(madeId(hold("{\"card_id\": \"C-2\"}"), "/entity_card/card/id"));
    assertEquals(List.of(scene.farmer + " ended"), holders(first));
    assertEquals(List.of(scene.farmer + " holds"), holders(second));
    hold("{\"card_id\": \"C-1\"}");
    assertEquals(List.of(scene.farmer + " ended", scene.farmer + " holds"), holders(first));
    assertEquals(List.of(scene.farmer + " ended"), holders(second));
  }

  @Test
  void nullEndsTheCardWhichAnotherFarmerMayThenHold() {
    UUID card = UUID.fromString(madeId(hold("{\"card_id\": \"C-1\"}"), "/entity_card/card/id"));
    assertTrue(scene.patched("\"entity_card\": null").get("entity_card").isNull());
    assertTrue(scene.patched("\"entity_card\": null").get("entity_card").isNull());
    assertEquals(List.of(scene.farmer + " ended"), holders(card));
    UUID other = scene.world.farmer(scene.coop);
    ok(scene.patch(other, "\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}"));
    assertEquals(List.of(scene.farmer + " ended", other + " holds"), holders(card));
  }

  @Test
  void aCardThatAnotherFarmerHoldsIsNotTaken() {
    UUID other = scene.world.farmer(scene.coop);
    UUID card = scene.world.card(scene.coop, other);
    hold("{\"card_id\": \"C-1\"}");
    for (String named :
        List.of(
            "{\"id\": \"%s\", \"display_id\": \"mine\"}".formatted(card),
            "{\"card_id\": \"%s\", \"display_id\": \"mine\"}".formatted(cardId(card)))) {
      JsonNode holder = scene.stored(other);
      scene.refused(
          409,
          () ->
              scene.patch("\"city\": \"Mbale\", \"entity_card\": {\"card\": %s}".formatted(named)),
          "/entity_card/card held");
      assertEquals(holder, scene.stored(other));
    }
  }

  @Test
  void aCardThatTheCompanyItselfHoldsIsPassedToAFarmer() {
    UUID card = scene.world.card(scene.coop, scene.coop);
    hold("{\"id\": \"%s\"}".formatted(card));
    assertEquals(List.of(scene.coop + " ended", scene.farmer + " holds"), holders(card));
  }

  @Test
  void aCardIdIsUniqueWithinItsCompanyOnly() {
    FarmerScene elsewhere = new FarmerScene();
    String theirs =
        elsewhere
            .patched("\"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}")
            .at("/entity_card/card/id")
            .asText();
    String ours = hold("{\"card_id\": \"C-1\"}").at("/entity_card/card/id").asText();
    assertNotEquals(theirs, ours);
    assertEquals(theirs, elsewhere.stored().at("/entity_card/card/id").asText());
  }

  @Test
  void aCardOfTheWrongFormIsRefused() {
    refused("{}", "/entity_card/card/card_id required");
    refused("{\"display_id\": \"One\"}", "/entity_card/card/card_id required");
    refused("{\"card_id\": null, \"id\": null}", "/entity_card/card/card_id required");
    refused("{\"card_id\": \" \"}", "/entity_card/card/card_id blank");
    refused("{\"card_id\": 7}", "/entity_card/card/card_id type");
    refused("{\"card_id\": \"a\\u0000\"}", "/entity_card/card/card_id character");
    refused("{\"id\": \"C-1\"}", "/entity_card/card/id format");
    refused("{\"id\": 7}", "/entity_card/card/id type");
    refused("\"C-1\"", "/entity_card/card type");
    refused("[]", "/entity_card/card type");
    refused("null", "/entity_card/card required");
    scene.refused("\"entity_card\": {}", "/entity_card/card required");
    scene.refused("\"entity_card\": \"C-1\"", "/entity_card type");
  }

  private JsonNode hold(String card) {
    return scene.patched("\"entity_card\": {\"card\": %s}".formatted(card));
  }

  private void refused(String card, String... findings) {
    scene.refused("\"entity_card\": {\"card\": %s}".formatted(card), findings);
  }

  private static String cardId(UUID card) {
    return read(sql -> sql.fetchSingle(CARD, CARD.ID.eq(card)).get(CARD.CARD_ID));
  }

  @RepeatedTest(5)
  void oneOfTwoFarmersGetsAFreeCard() throws Exception {
    UUID card = scene.world.card(scene.coop, null);
    List<UUID> farmers = farmers(2);
    List<Reply> replies = AtOnce.send(2, i -> scene.patch(farmers.get(i), HOLD_ID.formatted(card)));
    assertEquals(1, count(replies, 200), replies::toString);
    assertEquals(1, count(replies, 409));
    UUID winner = farmers.get(replies.get(0).status() == 200 ? 0 : 1);
    assertEquals(List.of(winner + " holds"), holders(card));
  }

  @Test
  void oneOfThirtyFarmersGetsANewCard() throws Exception {
    List<UUID> farmers = farmers(30);
    List<Reply> replies =
        AtOnce.send(30, i -> scene.patch(farmers.get(i), HOLD_CARD_ID.formatted("C-1")));
    assertEquals(1, count(replies, 200), replies::toString);
    assertEquals(29, count(replies, 409));
    List<UUID> made =
        read(
            sql ->
                sql.select(CARD.ID).from(CARD).where(CARD.COMPANY.eq(scene.coop)).fetch(CARD.ID));
    assertEquals(1, made.size());
    assertEquals(1, holders(made.get(0)).size());
  }

  @Test
  void fiftySwapsAtOnceNeverEndInAFault() throws Exception {
    List<UUID> farmers = farmers(5);
    List<UUID> cards = Stream.generate(() -> scene.world.card(scene.coop, null)).limit(8).toList();
    for (int i = 0; i < 5; i++) {
      scene.patch(farmers.get(i), HOLD_ID.formatted(cards.get(i))).expect(200);
    }
    List<Reply> replies =
        AtOnce.send(
            50,
            i -> {
              UUID farmer = farmers.get(i % 5);
              String wanted = HOLD_ID.formatted(cards.get((i * 3 + i / 5) % 8));
              return scene.patch(farmer, i % 10 == 9 ? "\"entity_card\": null" : wanted);
            });
    assertEquals(50, count(replies, 200) + count(replies, 409), replies::toString);
    assertEquals(List.of(), holdersOfMoreThanOne(cards));
  }

  @Test
  void oneFarmerWhoseCardIsChangedFiftyTimesAtOnceHoldsOne() throws Exception {
    List<UUID> cards = Stream.generate(() -> scene.world.card(scene.coop, null)).limit(10).toList();
    List<Reply> replies = AtOnce.send(50, i -> scene.patch(HOLD_ID.formatted(cards.get(i % 10))));
    assertEquals(50, count(replies, 200), replies::toString);
    long held =
        cards.stream().flatMap(card -> holders(card).stream()).filter(this::isHolding).count();
    assertEquals(1, held);
  }

  private boolean isHolding(String holder) {
    return holder.endsWith(" holds");
  }

  private List<String> holdersOfMoreThanOne(List<UUID> cards) {
    Set<String> seen = new HashSet<>();
    return cards.stream()
        .flatMap(card -> holders(card).stream())
        .filter(this::isHolding)
        .filter(holder -> !seen.add(holder))
        .toList();
  }

  private List<UUID> farmers(int count) {
    return Stream.generate(() -> scene.world.farmer(scene.coop)).limit(count).toList();
  }
}
