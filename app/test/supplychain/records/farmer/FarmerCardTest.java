package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.World.read;
import static supplychain.records.farmer.FarmerScene.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;

/** The card that a farmer holds: made, assigned, exchanged, ended, and taken from nobody. */
class FarmerCardTest {
  private final FarmerScene scene = new FarmerScene();
  private static final String HOLD_ID = "\"entity_card\": {\"card\": {\"id\": \"%s\"}}";
  private static final String HOLD_CARD_ID = "\"entity_card\": {\"card\": {\"card_id\": \"%s\"}}";

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
  void nullEndsTheCardWhichAnotherFarmerMayThenHold() {
    UUID card = idAt(hold("{\"card_id\": \"C-1\"}"), "/entity_card/card/id");
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
