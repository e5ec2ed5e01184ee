package supplychain.records.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;

/** Premiums are recorded and read, with their options and ranges. */
class PremiumsTest {
  static final String WHOLE =
      """
      {'name': 'Organic', 'category': 'TRANSACTION', 'type': 'PER_KG', 'amount': 2.50,
       'included': true, 'dependant_on_card': true, 'applicable_activity': 'SELL',
       'calculation_type': 'RANGE', 'is_active': false,
       'options': [{'name': 'Gold', 'amount': '12.50'}, {'name': 'Silver', 'is_active': false}],
       'ranges': [{'min_quantity': '0', 'max_quantity': '99.50', 'amount': 1.50},
                  {'min_quantity': 99.5, 'is_active': false}]}
      """;

  private final Team team = new Team(PREMIUMS, Role.ADMIN);

  @Test
  void aPaymentShowsItsPremiumAsItIsNowWithoutRangesAndHidesItsUsersFromOthers() {
    String id = team.made(WHOLE.replace("'is_active': false,\n", "'is_active': true,\n")).id();
    UUID other = team.world.company("Other");
    String payment =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"premium\": \"%s\"}"
            .formatted(team.company, other, id);
    Reply paid = team.client.post(PAYMENTS, payment).expect(201);
    assertEquals(nested(team.read(id)), paid.json().get("premium_details"));

    UUID operator = team.world.member(null);
    String bronze = "{\"options\": [{\"name\": \"Bronze\"}, {\"name\": \"Gold\", \"amount\": 9}]}";
    team.world.client(operator, null, Role.OPERATOR).patch(PREMIUMS + id + "/", bronze).expect(200);
    JsonNode after = team.read(id);
    assertEquals(List.of("Gold 9 true", "Silver 0 false", "Bronze 0 true"), options(after));
    String path = paid.header("Location");
    assertEquals(nested(after), team.client.get(path).json().get("premium_details"));
    String hidden = nested(after).toString().replace("\"" + team.user + "\"", "null");
    assertTrue(hidden.contains("\"" + operator + "\""), hidden);
    Client others = team.world.client(other, Role.MEMBER);
    assertEquals(hidden, others.get(path).json().get("premium_details").toString());
  }

  private static JsonNode nested(JsonNode premium) {
    ObjectNode nested = premium.deepCopy();
    nested.remove("ranges");
    return nested;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'name': ' '                                             | /name blank",
        "'category': 'GIFT'                                      | /category not_a_choice",
        "'type': 'PER_TREE'                                      | /type not_a_choice",
        "'amount': -1                                            | /amount range",
        "'amount': 1.0000001                                     | /amount format",
        "'included': 'true'                                      | /included type",
        "'applicable_activity': 'GIVE'                           | /applicable_activity not_a_choice",
        "'calculation_type': 'GUESS'                             | /calculation_type not_a_choice",
        "'is_active': 1                                          | /is_active type",
        "'owner': 'x'                                            | /owner format",
        "'options': {}                                           | /options type",
        "'options': [{'amount': 1}]                              | /options/0/name required",
        "'options': [{'name': 'A', 'amount': 'x'}]               | /options/0/amount format",
        "'options': [{'name': 'A'}, {'name': 'A'}]               | /options/1/name duplicate",
        "'options': [{'name': 'A', 'x': 1}]                      | /options/0/x unknown_field",
        "'ranges': [{}]                                          | /ranges/0/min_quantity required",
        "'ranges': [{'min_quantity': -1}]                        | /ranges/0/min_quantity range",
        "'ranges': [{'min_quantity': 'x'}]                       | /ranges/0/min_quantity format",
        "'ranges': [{'min_quantity': 5, 'max_quantity': 5}]      | /ranges/0/max_quantity range",
        "'ranges': [{'min_quantity': 5, 'max_quantity': 4.9}]    | /ranges/0/max_quantity range",
        "'ranges': [{'min_quantity': 5}, {'min_quantity': 9}]    | /ranges/1/min_quantity overlap",
        "'ranges': [{'min_quantity': 5}, {'min_quantity': 0, 'max_quantity': 5.1}]"
            + " | /ranges/1/min_quantity overlap",
        "'ranges': [{'min_quantity': 5, 'y': 1}]                 | /ranges/0/y unknown_field"
      })
  void aMistakeIsNamedAtItsPlace(String member, String finding) {
    String name = member.startsWith("'name'") ? "" : "'name': 'A', ";
    team.post("{" + name + member + "}").expect(400, finding);
    assertEquals(List.of(), team.list(""));
    UUID premium = team.world.premium(team.company, "NORMAL", true);
    team.patch(premium, "{" + member + "}").expect(400, finding);
  }

  @Test
  void rangesThatMeetOrAreNotActiveDoNotOverlap() {
    team.made(
        """
        {'name': 'A', 'ranges': [
          {'min_quantity': 5}, {'min_quantity': 0, 'max_quantity': '5.0'},
          {'min_quantity': 0, 'max_quantity': 9, 'is_active': false}]}
        """);
  }

  @Test
  void aChangeAddsNoMoreThanAHundredOptionsAndRanges() {
    String options = items(100, "{'name': 'o%1$d'}");
    String ranges = items(100, "{'min_quantity': %1$d, 'max_quantity': %1$d.5}");
    String body = "{'name': 'A', 'options': [%s], 'ranges': [%s]}";
    String id = team.made(body, options, ranges).id();
    team.patch(id, "{'options': [{'name': 'x'}]}").expect(400, "/options too_many");
    team.patch(id, "{'ranges': [{'min_quantity': 1000}]}").expect(400, "/ranges too_many");
    team.changed(id, "{'options': [{'name': 'o1', 'amount': 2}]}");
  }

  private static String items(int count, String item) {
    return IntStream.range(0, count).mapToObj(item::formatted).collect(Collectors.joining(", "));
  }

  @Test
  void anOptionIsChangedByItsIdOrItsNameAndANewOneAdded() {
    JsonNode made = team.made(WHOLE).json();
    String id = made.get("id").asText();
    String gold = made.at("/options/0/id").asText();
    JsonNode after =
        team.changed(
            id,
            """
            {'options': [{'id': '%s', 'name': 'Golden', 'is_active': false},
                         {'name': 'Silver', 'amount': 7}, {'name': 'Bronze'}]}
            """,
            gold);
    assertEquals(List.of("Golden 12.50 false", "Silver 7 false", "Bronze 0 true"), options(after));
    assertEquals(gold, after.at("/options/0/id").asText());
    assertEquals(made.at("/options/1/id"), after.at("/options/1/id"));
  }

  @Test
  void optionsSwapTheirNames() {
    JsonNode made = team.made(WHOLE).json();
    JsonNode after =
        team.changed(
            made.get("id").asText(),
            "{'options': [{'id': '%s', 'name': 'Silver'}, {'id': '%s', 'name': 'Gold'}]}",
            made.at("/options/0/id").asText(),
            made.at("/options/1/id").asText());
    assertEquals(List.of("Silver 12.50 true", "Gold 0 false"), options(after));
  }

  @Test
  void anOptionDoesNotTakeTheNameOfAnother() {
    JsonNode made = team.made(WHOLE).json();
    String id = made.get("id").asText();
    String gold = made.at("/options/0/id").asText();
    String finding = "/options/0/name duplicate";
    team.patch(id, "{'options': [{'id': '%s', 'name': 'Silver'}]}", gold).expect(400, finding);
    team.patch(id, "{'options': [{'id': '%s'}, {'name': 'Gold'}]}", gold)
        .expect(400, "/options/1/name duplicate");
    team.patch(id, "{'options': [{'id': '%s', 'name': 'A'}]}", team.company)
        .expect(400, "/options/0/id does_not_exist");
    assertEquals(made, team.read(id));
  }

  @Test
  void aRangeIsChangedByItsIdEndsAndANewOneIsAdded() {
    JsonNode made = team.made(WHOLE).json();
    String id = made.get("id").asText();
    String first = made.at("/ranges/0/id").asText();
    JsonNode after =
        team.changed(
            id,
            """
            {'ranges': [{'id': '%s', 'max_quantity': 50}, {'min_quantity': 50, 'amount': 4}]}
            """,
            first);
    assertEquals(List.of("0 50 1.50 true", "99.5 null 0 false", "50 null 4 true"), ranges(after));
    after = team.changed(id, "{'ranges': [{'id': '%s', 'is_active': false}]}", first);
    assertEquals("0 50 1.50 false", ranges(after).get(0));
    after =
        team.changed(
            id,
            "{'ranges': [{'id': '%s', 'max_quantity': null}]}",
            after.at("/ranges/1/id").asText());
    assertEquals("99.5 null 0 false", ranges(after).get(1));
  }

  @Test
  void aRangeDoesNotCoverWhatAnotherDoes() {
    JsonNode made = team.made(WHOLE).json();
    String id = made.get("id").asText();
    team.patch(id, "{'ranges': [{'min_quantity': 99.4}]}")
        .expect(400, "/ranges/0/min_quantity overlap");
    team.patch(
            id,
            "{'ranges': [{'id': '%s', 'min_quantity': 1, 'is_active': true}]}",
            made.at("/ranges/1/id").asText())
        .expect(400, "/ranges/0/min_quantity overlap");
    team.patch(id, "{'ranges': [{'id': '%s', 'amount': null}]}", made.at("/ranges/0/id").asText())
        .expect(400, "/ranges/0/amount not_null");
    assertEquals(made, team.read(id));
  }

  private static List<String> options(JsonNode premium) {
    return texts(premium.get("options"), "name", "amount", "is_active");
  }

  private static List<String> ranges(JsonNode premium) {
    return texts(premium.get("ranges"), "min_quantity", "max_quantity", "amount", "is_active");
  }

  private static List<String> texts(JsonNode list, String... names) {
    return list.valueStream()
        .map(
            one ->
                Stream.of(names)
                    .map(name -> one.get(name).asText())
                    .collect(Collectors.joining(" ")))
        .toList();
  }
}
