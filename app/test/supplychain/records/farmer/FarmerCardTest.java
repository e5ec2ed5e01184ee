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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Records;
import supplychain.Reply;

/** The card that a farmer holds: created, assigned, exchanged and ended, and taken from nobody. */
class FarmerCardTest {
  private static final String HOLD = "'entity_card': {'card': {'%s': '%s'}}";
  private static final String NONE = "'entity_card': null";

  private final FarmerScene scene = new FarmerScene();

  @SuppressWarnings("AnnotateFormatMethod")
  private JsonNode hold(String card, Object... values) {
    return scene.patched("'entity_card': {'card': " + card.formatted(values) + "}");
  }

  private static String cardId(UUID card) {
    return read(sql -> sql.fetchSingle(CARD, CARD.ID.eq(card)).get(CARD.CARD_ID));
  }

  private List<UUID> farmers(int count) {
    return Stream.generate(() -> scene.world.farmer(scene.company)).limit(count).toList();
  }

  @Test
  void aBodyEndsTheCardThatItsFarmerHolds() {
    UUID card = idAt(hold("{'card_id': 'C-1'}"), "/entity_card/card/id");
    String ended = "'entity_card': {'card': {'id': '%s'}, 'is_active': false}";
    UUID other = scene.world.card(scene.company, null);
    scene.refused(ended.formatted(other), "/entity_card/card not_held");
    assertTrue(scene.patched(ended, card).get("entity_card").isNull());
    assertEquals(List.of(scene.farmer + " ended"), holders(card));
    scene.refused(ended.formatted(card), "/entity_card/card not_held");
  }

  @Test
  void anEntityCardNamesNoOtherHolderThanItsFarmer() {
    String named = "'entity_card': {'card': {'card_id': 'C-1'}, 'entity': '%s'}";
    scene.refused(named.formatted(scene.company), "/entity_card/entity fixed");
    JsonNode farmer = scene.patched(named, scene.farmer);
    assertEquals(scene.farmer.toString(), farmer.at("/entity_card/entity").asText());
  }

  @Test
  void anExistingCardIsNamedByItsIdOrItsCardIdOrBoth() {
    UUID card = scene.world.card(scene.company, null);
    String cardId = cardId(card);
    for (String named :
        List.of(
            "{'id': '%1$s'}",
            "{'card_id': '%2$s'}",
            "{'id': '%1$s', 'card_id': '%2$s'}",
            "{'id': '%1$s', 'card_id': null}",
            "{'id': null, 'card_id': '%2$s'}")) {
      scene.patched(NONE);
      JsonNode farmer = hold(named, card, cardId);
      assertEquals(card.toString(), farmer.at("/entity_card/card/id").asText());
      assertEquals(cardId, farmer.at("/entity_card/card/card_id").asText());
    }
    assertEquals(5, holders(card).size());
  }

  @Test
  void theDisplayIdIsChangedAndClearedAndTheAssignmentStays() {
    JsonNode first = hold("{'card_id': 'C-1', 'display_id': 'One'}").get("entity_card");
    JsonNode renamed = hold("{'card_id': 'C-1', 'display_id': 'Two'}").get("entity_card");
    assertEquals("Two", renamed.at("/card/display_id").asText());
    assertEquals(first.get("id"), renamed.get("id"));
    assertEquals(first.get("updated_on"), renamed.get("updated_on"));
    assertNotEquals(first.at("/card/updated_on"), renamed.at("/card/updated_on"));
    assertEquals(first.at("/card/created_on"), renamed.at("/card/created_on"));
    JsonNode cleared = hold("{'card_id': 'C-1', 'display_id': null}");
    assertTrue(cleared.at("/entity_card/card/display_id").isNull());
  }

  @Test
  void nullEndsTheCardWhichAnotherFarmerMayThenHold() {
    UUID card = idAt(hold("{'card_id': 'C-1'}"), "/entity_card/card/id");
    for (int i = 0; i < 2; i++) {
      assertTrue(scene.patched(NONE).get("entity_card").isNull());
    }
    UUID other = scene.world.farmer(scene.company);
    ok(scene.patchOther(other, HOLD, "card_id", "C-1"));
    assertEquals(List.of(scene.farmer + " ended", other + " holds"), holders(card));
  }

  @Test
  void aCardThatAnotherFarmerHoldsIsNotTaken() {
    UUID other = scene.world.farmer(scene.company);
    UUID card = scene.world.card(scene.company, other);
    hold("{'card_id': 'C-1'}");
    JsonNode holder = scene.stored(other);
    for (String named : List.of("'id': '" + card, "'card_id': '" + cardId(card))) {
      String body =
          "'city': 'Mbale', 'entity_card': {'card': {" + named + "', 'display_id': 'mine'}}";
      scene.refused(409, () -> scene.patch(body), "/entity_card/card held");
      assertEquals(holder, scene.stored(other));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          {'card': {}}                             | /card/card_id required
          {'card': {'display_id': 'One'}}          | /card/card_id required
          {'card': {'card_id': null, 'id': null}}  | /card/card_id required
          {'card': {'card_id': ' '}}               | /card/card_id blank
          {'card': {'card_id': 7}}                 | /card/card_id type
          {'card': {'card_id': 'a\\u0000'}}         | /card/card_id character
          {'card': {'id': 'C-1'}}                  | /card/id format
          {'card': {'id': 7}}                      | /card/id type
          {'card': 'C-1'}                          | /card type
          {'card': []}                             | /card type
          {'card': null}                           | /card required
          {}                                       | /card required
          'C-1'                                    | § type§
          """)
  void aCardOfTheWrongFormIsRefused(String card, String finding) {
    scene.refused("'entity_card': " + card, "/entity_card" + finding);
  }

  @Test
  void oneOfThirtyFarmersGetsANewCard() {
    List<UUID> farmers = farmers(30);
    List<Reply> replies =
        AtOnce.send(30, i -> scene.patchOther(farmers.get(i), HOLD, "card_id", "C-1"));
    assertEquals(1, AtOnce.count(replies, 200), replies::toString);
    assertEquals(29, AtOnce.count(replies, 409));
    assertEquals(1, Records.count(CARD, CARD.COMPANY.eq(scene.company)));
    assertEquals(1, Records.count(ENTITY_CARD, ENTITY_CARD.COMPANY.eq(scene.company)));
  }

  @Test
  void fiftySwapsAtOnceNeverEndInAFault() {
    List<UUID> farmers = farmers(5);
    List<UUID> cards =
        Stream.generate(() -> scene.world.card(scene.company, null)).limit(8).toList();
    for (int i = 0; i < 5; i++) {
      ok(scene.patchOther(farmers.get(i), HOLD, "id", cards.get(i)));
    }
    List<Reply> replies =
        AtOnce.send(
            50,
            i -> {
              String wanted = HOLD.formatted("id", cards.get((i * 3 + i / 5) % 8));
              return scene.patchOther(farmers.get(i % 5), i % 10 == 9 ? NONE : wanted);
            });
    assertEquals(50, AtOnce.count(replies, 200) + AtOnce.count(replies, 409), replies::toString);
    Set<String> seen = new HashSet<>();
    cards.stream()
        .flatMap(card -> holders(card).stream())
        .filter(holder -> holder.endsWith(" holds"))
        .forEach(holder -> assertTrue(seen.add(holder), holder + " two cards"));
  }
}
