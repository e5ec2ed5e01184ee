package supplychain.records.card;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Meanwhile;
import supplychain.Records;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;

/** The cards of a company. */
class ConnectCardTest {
  private final Team team = new Team(CARDS, Role.MEMBER);

  @Test
  void aCardIdIsOneCardOfACompanyHoweverOftenItIsSent() {
    Reply made = team.made("{'card_id': 'C-1'}");
    Reply again = team.made("{'card_id': 'C-1', 'display_id': '1', 'company': '%s'}", team.company);
    assertEquals(made.id(), again.id());
    assertEquals("1", again.at("/display_id"));
    Team others = new Team(CARDS, Role.MEMBER);
    assertNotEquals(made.id(), others.made("{'card_id': 'C-1'}").id());
    assertEquals(List.of(made.id()), team.list(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{}                                         | /card_id required",
        "{'card_id': null}                          | /card_id required",
        "{'card_id': ' '}                           | /card_id blank",
        "{'card_id': 1}                             | /card_id type",
        "{'card_id': 'C', 'display_id': 1}          | /display_id type",
        "{'card_id': 'C', 'company': 'x'}           | /company format",
        "{'card_id': 'C', 'card': 'x'}              | /card unknown_field"
      })
  void aMistakeIsNamedAtItsPlace(String body, String finding) {
    team.post(body).expect(400, finding);
    assertEquals(List.of(), team.list(""));
  }

  @Test
  void theCardIdOfACardThatWasHeldIsFixed() {
    UUID card = team.world.card(team.company, team.world.farmer(team.company));
    String cardId = team.read(card).get("card_id").asText();
    team.patch(card, "{'card_id': 'C-2'}").expect(409, "/card_id held");
    team.world.endCard(card);
    team.patch(card, "{'card_id': 'C-2'}").expect(409, "/card_id held");
    JsonNode changed = team.changed(card, "{'card_id': '%s', 'display_id': '2'}", cardId);
    assertEquals("2", changed.get("display_id").asText());
  }

  @Test
  void theListIsNarrowedByHolder() {
    UUID farmer = team.world.farmer(team.company);
    UUID held = team.world.card(team.company, farmer);
    String free = team.made("{'card_id': 'Free-1'}").id();
    assertEquals(List.of(free), team.list("?is_held=false"));
    assertEquals(List.of(held.toString()), team.list("?is_held=true"));
    assertEquals(List.of(held.toString()), team.list("?entity=" + farmer));
    team.world.endCard(held);
    assertEquals(List.of(), team.list("?entity=" + farmer));
  }

  /** The answer to a request that found the card, which gets another card_id before the lock. */
  private Reply whileItIsRenamed(UUID card, Supplier<Reply> request) {
    return Meanwhile.during(
        sql -> sql.update(CARD).set(CARD.CARD_ID, "B").where(CARD.ID.eq(card)).execute(), request);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCardIsNotTakenForTheCardThatItsNameMeantBefore(boolean isWithFarmer) {
    UUID card = team.world.card(team.company, null);
    UUID farmer = team.world.farmer(team.company);
    String named = "{'card_id': '" + team.read(card).get("card_id").asText() + "'}";
    String body = "{'first_name': 'Ruth', 'entity_card': {'card': " + named + "}}";
    Supplier<Reply> request =
        isWithFarmer
            ? () -> team.client.patch(FARMERS + farmer + "/", body.replace('\'', '"'))
            : () -> give(farmer, named);
    Reply refused = whileItIsRenamed(card, request).expect(409);
    assertTrue(refused.findings().get(0).endsWith("card_id renamed"), refused.text());
    assertEquals(0, Records.count(ENTITY_CARD, ENTITY_CARD.COMPANY.eq(team.company)));
    assertEquals("B", team.read(card).get("card_id").asText());
    assertEquals("Grace", team.client.get(FARMERS + farmer + "/").at("/first_name"));
    assertTrue(request.get().status() < 300);
    assertEquals(2, team.list("").size());
    assertEquals(0, Records.count(ENTITY_CARD, ENTITY_CARD.CARD.eq(card)));
  }

  @Test
  void aCardIdThatAnotherRequestHasJustFreedIsANewCard() {
    UUID card = team.world.card(team.company, null);
    String cardId = team.read(card).get("card_id").asText();
    String body = "{'card_id': '" + cardId + "', 'display_id': 'D'}";
    Reply made = whileItIsRenamed(card, () -> team.post(body)).expect(201);
    assertNotEquals(card.toString(), made.id());
    assertTrue(team.read(card).get("display_id").isNull());
  }

  @Test
  void aCardNamedByIdIsTakenAfterItsRenaming() {
    UUID card = team.world.card(team.company, null);
    UUID farmer = team.world.farmer(team.company);
    Reply given = whileItIsRenamed(card, () -> give(farmer, "{'id': '" + card + "'}"));
    assertEquals("B", given.expect(201).at("/card/card_id"));
  }

  private Reply give(UUID farmer, String card) {
    String body = "{'entity': '" + farmer + "', 'card': " + card + "}";
    return team.client.post(ENTITY_CARDS, body.replace('\'', '"'));
  }
}
