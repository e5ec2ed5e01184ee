package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.farmer.FarmerScene.count;
import static supplychain.records.farmer.FarmerScene.holders;
import static supplychain.records.farmer.FarmerScene.read;
import static supplychain.schema.Tables.CARD;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;

/** Many hands on the same cards at the same instant: one holder a card, and never a 5xx. */
class FarmerCardRaceTest {
  private static final String HOLD_ID = "\"entity_card\": {\"card\": {\"id\": \"%s\"}}";
  private static final String HOLD_CARD_ID = "\"entity_card\": {\"card\": {\"card_id\": \"%s\"}}";

  private final FarmerScene scene = new FarmerScene();

  @RepeatedTest(5)
  void ofTwoFarmersWhoGrabOneFreeCardOneWins() throws Exception {
    UUID card = scene.world.card(scene.coop, null);
    List<UUID> farmers = farmers(2);
    List<Reply> replies = AtOnce.send(2, i -> scene.patch(farmers.get(i), HOLD_ID.formatted(card)));
    assertEquals(1, count(replies, 200), replies::toString);
    assertEquals(1, count(replies, 409));
    UUID winner = farmers.get(replies.get(0).status() == 200 ? 0 : 1);
    assertEquals(List.of(winner + " holds"), holders(card));
  }

  @Test
  void ofThirtyFarmersWhoMakeOneNewCardOneHoldsIt() throws Exception {
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
      assertEquals(200, scene.patch(farmers.get(i), HOLD_ID.formatted(cards.get(i))).status());
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
