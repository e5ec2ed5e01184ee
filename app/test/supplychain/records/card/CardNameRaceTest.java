package supplychain.records.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Who names a card by what is printed on it never gets one on which something else is printed. */
class CardNameRaceTest {
  private static final String CARDS = "/v1/catalogs/connect-cards/";
  private static final String ENTITY_CARDS = "/v1/supply-chains/entity-cards/";
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID farmer = world.farmer(company);
  private final Client member = world.client(company, Role.MEMBER);
  private final Client admin = world.client(company, Role.ADMIN);
  private final UUID card = world.card(company, null);
  private final String printed = cardId();
  private final String named = "{\"card\": {\"card_id\": \"" + printed + "\"}}";

  private String cardId() {
    return World.read(
        sql -> sql.select(CARD.CARD_ID).from(CARD).where(CARD.ID.eq(card)).fetchSingle().value1());
  }

  /**
   * The answer to a request that found the card, which gets another card_id before it is locked.
   */
  private Reply whileItIsRenamed(Supplier<Reply> request) {
    return Meanwhile.during(
        sql -> sql.update(CARD).set(CARD.CARD_ID, "B").where(CARD.ID.eq(card)).execute(), request);
  }

  private void assertRenamed(Reply reply, String place) {
    reply.expect(409, place + " renamed");
    assertEquals(0, Records.count(ENTITY_CARD, ENTITY_CARD.COMPANY.eq(company)));
    assertEquals("B", cardId());
  }

  private Reply give(String members) {
    return member.post(ENTITY_CARDS, "{\"entity\": \"%s\", %s".formatted(farmer, members));
  }

  @Test
  void anAssignmentIsRefusedAndMakesTheCardWhenItIsSentAgain() {
    assertRenamed(whileItIsRenamed(() -> give(named.substring(1))), "/card/card_id");
    Reply again = give(named.substring(1)).expect(201);
    assertEquals(printed, again.at("/card/card_id"));
    assertEquals(0, Records.count(ENTITY_CARD, ENTITY_CARD.CARD.eq(card)));
  }

  @Test
  void aChangeOfAFarmerIsRefused() {
    String body = "{\"first_name\": \"Ruth\", \"entity_card\": %s}".formatted(named);
    String path = FARMERS + farmer + "/";
    assertRenamed(whileItIsRenamed(() -> member.patch(path, body)), "/entity_card/card/card_id");
    Reply unchanged = member.get(path);
    assertEquals("Grace", unchanged.at("/first_name"));
    assertEquals(printed, member.patch(path, body).at("/entity_card/card/card_id"));
  }

  @Test
  void aCardThatIsRecordedAgainIsNotTakenForTheOther() {
    String body =
        "{\"company\": \"%s\", \"card_id\": \"%s\", \"display_id\": \"D\"}"
            .formatted(company, printed);
    assertRenamed(whileItIsRenamed(() -> admin.post(CARDS, body)), "/card_id");
    Reply other = admin.get(CARDS + card + "/");
    assertEquals("null", other.json().get("display_id").toString());
    admin.post(CARDS, body).expect(201);
    assertEquals(2, Records.count(CARD, CARD.COMPANY.eq(company)));
  }

  @Test
  void aCardNamedByIdIsTakenAfterItsRenaming() {
    Reply given =
        whileItIsRenamed(() -> give("\"card\": {\"id\": \"%s\"}}".formatted(card))).expect(201);
    assertEquals("B", given.at("/card/card_id"));
  }
}
