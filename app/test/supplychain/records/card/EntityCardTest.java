package supplychain.records.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Kept;
import supplychain.Team;
import supplychain.core.Role;

/** The present and the earlier holders of a card. */
class EntityCardTest {
  private static final String GIVE = "{'card': {'id': '%s'}, 'entity': '%s'}";

  private final Team team = new Team(ENTITY_CARDS, Role.MEMBER);
  private final UUID farmer = team.world.farmer(team.company);
  private final UUID card = team.world.card(team.company, null);

  @Test
  void assigningAHeldCardAgainChangesNothing() {
    String first = team.made(GIVE, card, farmer).id();
    assertEquals(first, team.made(GIVE, card, farmer).id());
    assertEquals(List.of(first), team.list(""));
  }

  @Test
  void anotherCardEndsTheEarlierOneWhichIsKept() {
    String first = team.made(GIVE, card, farmer).id();
    String second = team.made("{'card': {'card_id': 'C-2'}, 'entity': '%s'}", farmer).id();
    assertEquals(List.of(first, second), team.list("?entity=" + farmer));
    assertEquals(List.of(first), team.list("?is_active=false"));
    assertEquals(List.of(second), team.list("?is_active=true"));
    assertEquals(List.of(first), team.list("?card=" + card));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'entity': '<farmer>'}                                    | /card required",
        "{'card': {'id': '<farmer>'}, 'entity': '<farmer>'}        | /card/id does_not_exist",
        "{'card': {'id': '<card>', 'card_id': 'x'}, 'entity': '<farmer>'} | /card/card_id mismatch",
        "{'card': {'id': '<card>'}}                                | /entity required",
        "{'card': {'id': '<card>'}, 'entity': 'x'}                 | /entity format",
        "{'card': {'id': '<card>'}, 'entity': '<card>'}            | /entity does_not_exist",
        "{'card': {'id': '<card>'}, 'entity': '<farmer>', 'x': 1}  | /x unknown_field"
      })
  void aMistakeIsNamedAtItsPlace(String body, String finding) {
    String filled = body.replace("<farmer>", "" + farmer).replace("<card>", "" + card);
    team.post(filled).expect(400, finding);
    assertEquals(List.of(), team.list(""));
  }

  @Test
  void anEndIsKeptAndTheCardGivenAgainByANewOne() {
    String id = team.made(GIVE, card, farmer).id();
    JsonNode ended = team.changed(id, "{'is_active': false}");
    assertEquals(false, ended.get("is_active").asBoolean());
    assertEquals(team.user.toString(), ended.get("updater").asText());
    team.changed(id, "{'is_active': false}");
    team.patch(id, "{'is_active': true}").expect(409, "/is_active ended");
    String again = team.made(GIVE, card, farmer).id();
    assertEquals(List.of(id, again), team.list(""));
    assertEquals(1, Kept.updatesOf(UUID.fromString(id)).size());
  }
}
