package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.Together;
import supplychain.World;
import supplychain.core.Role;

/** Changes of farmers that are recorded in one transaction. */
class TogetherFarmersTest extends OneCompany {
  private final UUID farmer = world.farmer(company);
  private final UUID second = world.farmer(company);
  private final UUID other = world.company("Other");
  private final UUID otherFarmer = world.farmer(other);
  @AutoClose private Together groups;

  private static Supplier<Reply> change(
      Client client, Object id, String request, String body, String... headers) {
    String[] all = ArrayUtils.addAll(headers, "X-Request-Id", request);
    String json = body.replaceFirst("\\{", "{'first_name': 'Grace', ").replace('\'', '"');
    return () -> client.patch(FARMERS + id + "/", json, all);
  }

  /** The last change of a record: user and client's id of the request. */
  private static String author(UUID record) {
    List<String> authors = Together.authors(record.toString());
    return authors.get(authors.size() - 1);
  }

  @Test
  void eachHasItsOwnAnswerAndItsOwnAuthor() {
    groups = Together.of(6);
    UUID user = world.member(company);
    Client first = groups.service.client(world.token(user, company, Role.MEMBER));
    Client foreign = groups.member(other);
    Client operator = groups.service.client(world.token(null, Role.OPERATOR));
    List<Reply> replies =
        groups.replies(
            change(first, farmer, "one", "{'phone': 'none', 'last_name': 'Njeri'}"),
            change(first, otherFarmer, "two", "{'phone': '1'}"),
            change(foreign, otherFarmer, "three", "{'city': 'Embu'}"),
            change(operator, second, "four", "{'country': 'KE'}"),
            change(first, company, "five", "{'phone': '1'}"),
            change(first, world.farmer(company), "six", "{'email': 7}"));
    assertEquals(List.of(200, 404, 200, 200, 404, 400), Together.statuses(replies));
    replies.get(5).expect(400, "/email type");
    assertEquals("phone_without_digits", replies.get(0).header("Supply-Chain-Warnings"));
    assertEquals(user + " one", author(farmer));
    assertTrue(author(otherFarmer).endsWith(" three"));
    assertTrue(author(second).endsWith(" four"));
    for (int place : new int[] {0, 2, 3}) {
      Reply reply = replies.get(place);
      Client reader = List.of(first, first, foreign, operator).get(place);
      Reply read = reader.get(FARMERS + reply.id() + "/");
      assertEquals(read.text(), reply.text());
      assertEquals(read.header("ETag"), reply.header("ETag"));
      assertNull(reply.header("Location"));
    }
  }

  @Test
  void eachIsWarnedOfItsOwnFieldsOnly() {
    world
        .client(company, Role.MEMBER)
        .patch(FARMERS + farmer + "/", "{\"first_name\": \"Grace\", \"phone\": \"none\"}")
        .expect(200);
    groups = Together.of(2);
    Client member = groups.member(company);
    List<Reply> replies =
        groups.replies(
            change(member, farmer, "one", "{'city': 'Embu'}"),
            change(member, second, "two", "{'phone': 'none'}"));
    assertEquals(List.of(200, 200), Together.statuses(replies));
    assertNull(replies.get(0).header("Supply-Chain-Warnings"));
    assertEquals("phone_without_digits", replies.get(1).header("Supply-Chain-Warnings"));
  }

  @Test
  void aFormIsFilledInForEachFarmer() {
    groups = Together.of(2);
    Client member = groups.member(company);
    UUID form = world.form(company, "FARMER");
    UUID field = world.field(form, "state", "TEXT", false, "[]");
    String body =
        "{'submission': {'form': '%s', 'values': [{'field': '%s', 'value': '%%s'}]}}"
            .formatted(form, field);
    for (String value : List.of("a", "b")) {
      List<Reply> replies =
          groups.replies(
              change(member, farmer, value + 1, body.formatted(value + 1)),
              change(member, second, value + 2, body.formatted(value + 2)));
      assertEquals(List.of(200, 200), Together.statuses(replies));
      assertEquals(value + 1, replies.get(0).at("/submission/values/0/value"));
      assertEquals(value + 2, replies.get(1).at("/submission/values/0/value"));
      for (int place : new int[] {0, 1}) {
        UUID submission = UUID.fromString(replies.get(place).at("/submission/id"));
        String request = " " + value + (place + 1);
        assertTrue(author(submission).endsWith(request), author(submission));
      }
    }
  }

  @Test
  void twoChangesOfOneFarmerAreOneAfterTheOther() {
    groups = Together.of(3);
    Client member = groups.member(company);
    List<Reply> replies =
        groups.replies(
            change(member, farmer, "one", "{'city': 'Embu'}"),
            change(member, farmer, "two", "{'city': 'Meru'}"),
            change(member, second, "three", "{'city': 'Embu'}"));
    assertEquals(List.of(200, 200, 200), Together.statuses(replies));
    assertEquals("Embu", replies.get(0).at("/city"));
    assertEquals("Meru", replies.get(1).at("/city"));
    // The group has the first that came; the other is done alone after it.
    boolean isTwoLast = author(farmer).endsWith(" two");
    assertEquals(isTwoLast ? "Meru" : "Embu", member.get(FARMERS + farmer + "/").at("/city"));
  }

  @Test
  void aChangeWithAConditionOrOfOtherRecordsJoinsNoGroup() {
    groups = Together.of(2);
    Client member = groups.member(company);
    String tag = member.get(FARMERS + farmer + "/").header("ETag");
    change(member, farmer, "one", "{'city': 'Embu'}", "If-Match", tag).get().expect(200);
    change(member, farmer, "two", "{'city': 'Meru'}", "If-Match", tag).get().expect(412);
    String card = "{'entity_card': {'card': {'card_id': '" + World.unique(12) + "'}}}";
    change(member, farmer, "three", card).get().expect(200);
    change(member, farmer, "four", "{'number': '" + World.unique(8) + "'}").get().expect(200);
    change(member, farmer, "five", "{'city': 'Isiolo'}", "Prefer", "tx=rollback").get().expect(200);
    change(member, "no-id", "six", "{'city': null}").get().expect(404);
    assertEquals("Embu", member.get(FARMERS + farmer + "/").at("/city"));
  }
}
