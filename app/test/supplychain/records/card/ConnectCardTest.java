package supplychain.records.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Team.assertShown;
import static supplychain.Team.refused;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;

/** The cards of a company. */
class ConnectCardTest {
  private static final String CARDS = "/v1/catalogs/connect-cards/";

  private final Team team = new Team(CARDS, Role.MEMBER);

  @Test
  void aCardIsRecordedAndReadAsItsTableSays() {
    Reply made = team.made("{'card_id': 'C-1', 'display_id': 'No. 1'}");
    assertShown(
        """
        {'card_id': 'C-1', 'id': '*', 'updated_on': '*', 'created_on': '*', 'display_id': 'No. 1',
         'creator': '<user>', 'updater': '<user>'}
        """
            .replace("<user>", team.user.toString()),
        made.json());
    assertEquals(made.json(), team.read(made.id()));
    assertEquals(List.of(made.id()), team.list(""));
  }

  @Test
  void aCardIdIsOneCardOfACompanyHoweverOftenItIsSent() {
    Reply made = team.made("{'card_id': 'C-1'}");
    Reply again = team.made("{'card_id': 'C-1', 'display_id': '1', 'company': '%s'}", team.company);
    assertEquals(made.id(), again.id());
    assertEquals("1", again.at("/display_id"));
    Team others = new Team(CARDS, Role.MEMBER);
    assertEquals(1, List.of(others.made("{'card_id': 'C-1'}")).size());
    assertEquals(List.of(made.id()), team.list(""));
  }

  @Test
  void aCardThatWasReadCanBeCreatedForAnotherCompany() {
    Reply made = team.made("{'card_id': 'C-1'}");
    Team others = new Team(CARDS, Role.MEMBER);
    Reply copy = others.made(made.text().replace('"', '\''));
    assertEquals(List.of(copy.id()), others.list(""));
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
    refused(team.post(body), 400, finding);
    assertEquals(List.of(), team.list(""));
  }

  @Test
  void anOperatorNamesTheCompany() {
    Client operator = team.as(Role.OPERATOR);
    refused(operator.post(CARDS, "{}"), 400, "/company required", "/card_id required");
    String body = "{\"company\": \"%s\", \"card_id\": \"C-1\"}".formatted(team.company);
    assertEquals(team.list(""), List.of());
    Reply made = operator.post(CARDS, body).expect(201);
    assertEquals(List.of(made.id()), team.list(""));
    UUID other = team.world.company("Other");
    refused(team.post("{'company': '%s', 'card_id': 'C'}", other), 400, "/company does_not_exist");
  }

  @Test
  void aCardThatNobodyEverHeldIsRenamed() {
    UUID card = team.world.card(team.company, null);
    JsonNode changed = team.changed(card, "{'card_id': 'C-2', 'display_id': '2'}");
    assertEquals("C-2", changed.get("card_id").asText());
    assertEquals("2", changed.get("display_id").asText());
    assertEquals(team.user.toString(), changed.get("updater").asText());
    assertEquals(true, team.changed(card, "{'display_id': null}").get("display_id").isNull());
    assertEquals("C-2", team.read(card).get("card_id").asText());
  }

  @Test
  void theCardIdOfACardThatWasHeldIsFixed() {
    UUID card = team.world.card(team.company, team.world.farmer(team.company));
    String cardId = team.read(card).get("card_id").asText();
    refused(team.patch(card, "{'card_id': 'C-2'}"), 409, "/card_id held");
    team.world.endCard(card);
    refused(team.patch(card, "{'card_id': 'C-2'}"), 409, "/card_id held");
    JsonNode changed = team.changed(card, "{'card_id': '%s', 'display_id': '2'}", cardId);
    assertEquals("2", changed.get("display_id").asText());
  }

  @Test
  void aCardIdThatIsTakenIsRefused() {
    team.made("{'card_id': 'C-1'}");
    UUID card = team.world.card(team.company, null);
    JsonNode before = team.read(card);
    refused(team.patch(card, "{'card_id': 'C-1'}"), 409, "/card_id taken");
    assertEquals(before, team.read(card));
  }

  @Test
  void aCardStaysItsCompanys() {
    UUID card = team.world.card(team.company, null);
    UUID other = team.world.company("Other");
    refused(team.patch(card, "{'company': '%s'}", other), 400, "/company fixed");
    team.changed(card, "{'company': '%s'}", team.company);
    refused(team.patch(card, "{'card_id': null}"), 400, "/card_id not_null");
  }

  @Test
  void theListIsNarrowed() {
    UUID farmer = team.world.farmer(team.company);
    String held = team.world.card(team.company, farmer).toString();
    String free = team.made("{'card_id': 'Free-1', 'display_id': 'Blue'}").id();
    assertEquals(List.of(free), team.list("?card_id=free"));
    assertEquals(List.of(free), team.list("?display_id=bl"));
    assertEquals(List.of(free), team.list("?is_held=false"));
    assertEquals(List.of(held), team.list("?is_held=true"));
    assertEquals(List.of(held), team.list("?entity=" + farmer));
    assertEquals(List.of(held, free), team.list("?company=" + team.company));
    team.world.endCard(UUID.fromString(held));
    assertEquals(List.of(), team.list("?entity=" + farmer));
  }
}
