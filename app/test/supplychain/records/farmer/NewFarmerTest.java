package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static supplychain.Team.assertShown;
import static supplychain.Team.refused;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;

/** Farmers that are recorded one by one. */
class NewFarmerTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  private final Team team = new Team(FARMERS, Role.MEMBER);

  @Test
  void aFarmerIsRecordedAsItsTableSays() {
    Reply made =
        team.made(
            """
            {'first_name': 'Grace', 'last_name': 'Apio', 'phone': '0772', 'description': 'd',
             'house_name': 'h', 'street': 's', 'city': 'Mbale', 'sub_province': 'sp',
             'province': 'p', 'latitude': 1.5, 'longitude': -34.25, 'zipcode': 'z',
             'country': 'Uganda', 'number': 'N-1', 'email': 'g@example.org',
             'identification_no': 'i', 'reference_number': 'r', 'date_of_birth': '1980-02-29',
             'gender': 'F', 'consent_status': 'GRANTED',
             'entity_card': {'card': {'card_id': 'C-1'}}}
            """);
    String own = "'updated_on': '*', 'created_on': '*'";
    assertShown(
        """
        {'first_name': 'Grace', 'id': '*',
         'entity_card': {
           'card': {'card_id': 'C-1', 'id': '*', <own>, 'display_id': null, 'creator': '<user>',
                    'updater': '<user>'},
           'entity': '<farmer>', 'id': '*', <own>, 'is_active': true, 'creator': '<user>',
           'updater': '<user>'},
         'submission': null, 'phone': '0772', 'created_on': '*', 'updated_on': '*', 'image': null,
         'description': 'd', 'house_name': 'h', 'street': 's', 'city': 'Mbale',
         'sub_province': 'sp', 'province': 'p', 'latitude': 1.5, 'longitude': -34.25,
         'zipcode': 'z', 'country': 'Uganda', 'number': 'N-1', 'email': 'g@example.org',
         'identification_no': 'i', 'reference_number': 'r', 'last_name': 'Apio',
         'date_of_birth': '1980-02-29', 'gender': 'F', 'consent_status': 'GRANTED',
         'creator': '<user>', 'updater': '<user>', 'buyer': '<company>'}
        """
            .replace("<own>", own)
            .replace("<farmer>", made.id())
            .replace("<user>", team.user.toString())
            .replace("<company>", team.company.toString()),
        made.json());
    assertEquals(made.json(), team.read(made.id()));
  }

  @Test
  void theLeastIsAName() {
    Reply made = team.made("{'first_name': 'Grace'}");
    assertEquals("UNKNOWN", made.json().get("consent_status").asText());
    assertEquals(10, made.json().get("number").asText().length());
    Reply empty = team.made("{'first_name': 'Grace', 'number': ''}");
    assertEquals(10, empty.json().get("number").asText().length());
    assertEquals(team.company.toString(), made.json().get("buyer").asText());
  }

  @Test
  void aFormIsFilledInWithIt() {
    UUID form = team.world.form(team.company, "FARMER");
    UUID field = team.world.field(form, "variety", "TEXT", true, "[]");
    String body = "{'first_name': 'Grace', 'submission': {'form': '%s', 'values': [%s]}}";
    refused(team.post(body, form, ""), 400, "/submission/values required");
    String value = "{'field': '%s', 'value': 'SL14'}".formatted(field);
    assertEquals(
        "SL14", team.made(body, form, value).json().at("/submission/values/0/value").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{}                                               | /first_name required",
        "{'first_name': ' '}                              | /first_name blank",
        "{'first_name': 'G', 'latitude': 91}              | /latitude range",
        "{'first_name': 'G', 'buyer': 'x'}                | /buyer format",
        "{'first_name': 'G', 'entity_card': {}}           | /entity_card/card required",
        "{'first_name': 'G', 'farm': 1}                   | /farm unknown_field"
      })
  void aMistakeIsNamedAtItsPlace(String body, String finding) {
    refused(team.post(body), 400, finding);
    assertEquals(List.of(), team.list(""));
  }

  @Test
  void aNumberThatIsTakenIsRefusedAndNothingIsWritten() {
    String id = team.made("{'first_name': 'Grace', 'number': 'N-1'}").id();
    refused(
        team.post(
            "{'first_name': 'G', 'number': 'N-1', 'entity_card': {'card': {'card_id': 'C'}}}"),
        409,
        "/number taken");
    assertEquals(List.of(id), team.list(""));
    assertEquals("[]", team.client.get("/v1/catalogs/connect-cards/").text());
  }

  @Test
  void onlyAnOperatorRecordsAnothersFarmers() {
    Team others = new Team(FARMERS, Role.MEMBER);
    refused(
        team.post("{'first_name': 'Grace', 'buyer': '%s'}", others.company),
        400,
        "/buyer does_not_exist");
    Client operator = team.as(Role.OPERATOR);
    refused(operator.post(FARMERS, "{\"first_name\": \"G\"}"), 400, "/buyer required");
    String body = "{\"first_name\": \"Grace\", \"buyer\": \"%s\"}".formatted(others.company);
    assertEquals(others.list(""), List.of());
    assertEquals(List.of(operator.post(FARMERS, body).id()), others.list(""));
  }

  @Test
  void aFarmerThatWasReadCanBeCreatedAgainAndOnceUnderAKey() {
    Reply made = team.made("{'first_name': 'Grace'}");
    String copy = made.text().replaceAll("\"number\" : \"[^\"]*\"", "\"number\" : null");
    assertNotEquals(made.id(), team.made(copy.replace('"', '\'')).id());
    String body = "{\"first_name\": \"Amina\"}";
    Reply first = team.client.post(FARMERS, body, "Idempotency-Key", "f-1");
    Reply again = team.client.post(FARMERS, body, "Idempotency-Key", "f-1");
    assertEquals(first.text(), again.text());
    assertEquals("true", again.header("Idempotent-Replayed"));
  }

  @Test
  void theListIsNarrowed() {
    team.made("{'first_name': 'Amina', 'entity_card': {'card': {'card_id': 'C-12'}}}");
    String id =
        team.made(
                """
                {'first_name': 'Grace', 'country': 'Uganda', 'province': 'Bugisu',
                 'phone': '+256 772', 'reference_number': 'R-1', 'identification_no': 'I-1',
                 'entity_card': {'card': {'card_id': 'C-1'}}}
                """)
            .id();
    for (String query :
        List.of(
            "country=UG",
            "province=bug",
            "phone=%2B256+7",
            "reference_number=r-",
            "identification_no=i-1",
            "card_id=C-1")) {
      assertEquals(List.of(id), team.list("?" + query), query);
    }
    assertEquals(List.of(), team.list("?card_id=c-1"));
  }
}
