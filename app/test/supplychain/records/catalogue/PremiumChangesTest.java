package supplychain.records.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Team.refused;
import static supplychain.records.catalogue.PremiumsTest.PREMIUMS;
import static supplychain.records.catalogue.PremiumsTest.WHOLE;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import supplychain.Kept;
import supplychain.Team;
import supplychain.core.Role;

/** Premiums are changed, with their options and ranges. */
class PremiumChangesTest {
  private final Team team = new Team(PREMIUMS, Role.ADMIN);

  @Test
  void itsFieldsChangeAndWhatIsLeftOutStays() {
    String id = team.made(WHOLE).id();
    JsonNode before = team.read(id);
    JsonNode after =
        team.changed(
            id,
            """
            {'name': 'Fair', 'category': 'PAYOUT', 'type': 'PER_FARMER', 'amount': '3.0',
             'included': false, 'dependant_on_card': false, 'applicable_activity': 'BUY',
             'calculation_type': 'MANUAL', 'is_active': true}
            """);
    assertEquals("3.0", after.get("amount").decimalValue().toPlainString());
    assertEquals("PER_FARMER", after.get("type").asText());
    assertEquals("Fair", after.get("name").asText());
    assertEquals(before.get("options"), after.get("options"));
    assertEquals(before.get("ranges"), after.get("ranges"));
    assertEquals("Fairer", team.changed(id, "{'name': 'Fairer'}").get("name").asText());
    assertEquals("MANUAL", team.read(id).get("calculation_type").asText());
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
    refused(team.patch(id, "{'options': [{'id': '%s', 'name': 'Silver'}]}", gold), 400, finding);
    refused(
        team.patch(id, "{'options': [{'id': '%s'}, {'name': 'Gold'}]}", gold),
        400,
        "/options/1/id duplicate",
        "/options/1/name duplicate");
    refused(
        team.patch(id, "{'options': [{'id': '%s', 'name': 'A'}]}", team.company),
        400,
        "/options/0/id does_not_exist");
    refused(team.patch(id, "{'options': null}"), 400, "/options not_null");
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
    refused(
        team.patch(id, "{'ranges': [{'min_quantity': 99.4}]}"),
        400,
        "/ranges/0/min_quantity overlap");
    refused(
        team.patch(
            id,
            "{'ranges': [{'id': '%s', 'min_quantity': 1, 'is_active': true}]}",
            made.at("/ranges/1/id").asText()),
        400,
        "/ranges/0/min_quantity overlap");
    refused(team.patch(id, "{'ranges': null}"), 400, "/ranges not_null");
    refused(
        team.patch(
            id, "{'ranges': [{'id': '%s', 'amount': null}]}", made.at("/ranges/0/id").asText()),
        400,
        "/ranges/0/amount not_null");
    assertEquals(made, team.read(id));
  }

  @Test
  void whatIsSentBackAsItWasReadChangesNothingOfItsParts() {
    JsonNode made = team.made(WHOLE).json();
    JsonNode after = team.changed(made.get("id").asText(), made.toString().replace('"', '\''));
    assertEquals(made.get("options"), after.get("options"));
    assertEquals(made.get("ranges"), after.get("ranges"));
    assertEquals(List.of(), Kept.updatesOf(UUID.fromString(made.at("/ranges/0/id").asText())));
  }

  @Test
  void aChangeOfARangeIsKept() {
    JsonNode made = team.made(WHOLE).json();
    String range = made.at("/ranges/0/id").asText();
    String id = made.get("id").asText();
    team.changed(id, "{'ranges': [{'id': '%s', 'amount': 9}]}", range);
    assertEquals(1, Kept.updatesOf(UUID.fromString(range)).size());
    String path = PREMIUMS + id + "/";
    assertEquals(412, team.client.patch(path, "{}", "If-Match", "\"another\"").status());
  }

  @Test
  void aPremiumStaysItsOwners() {
    UUID premium = team.world.premium(team.company, "NORMAL", true);
    UUID other = team.world.company("Other");
    refused(team.patch(premium, "{'owner': '%s'}", other), 400, "/owner fixed");
    team.changed(premium, "{'owner': '%s'}", team.company);
  }

  private static List<String> options(JsonNode premium) {
    return premium.findValues("options").stream()
        .flatMap(options -> IntStream.range(0, options.size()).mapToObj(options::get))
        .map(o -> texts(o, "name", "amount", "is_active"))
        .toList();
  }

  private static List<String> ranges(JsonNode premium) {
    return premium.findValues("ranges").stream()
        .flatMap(ranges -> IntStream.range(0, ranges.size()).mapToObj(ranges::get))
        .map(r -> texts(r, "min_quantity", "max_quantity", "amount", "is_active"))
        .toList();
  }

  private static String texts(JsonNode object, String... names) {
    return List.of(names).stream()
        .map(name -> object.get(name).asText())
        .collect(Collectors.joining(" "));
  }
}
