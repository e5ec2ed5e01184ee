package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Role;

/** The changes that a company receives of records that several companies see. */
class ToldTest extends OneCompany {
  private final UUID user = world.member(company);
  private final Client member = world.client(user, company, Role.MEMBER);
  private final UUID farmer = world.farmer(company);
  private final UUID other = world.company("Other");
  private final Client operator = world.client(null, Role.OPERATOR);
  private final Follower here = new Follower(world.client(company, Role.REPORTER));
  private final Follower there = new Follower(world.client(other, Role.REPORTER));

  private void move(UUID to, String more) {
    String body = "{\"first_name\": \"Grace\", \"buyer\": \"" + to + "\"" + more + "}";
    operator.patch(FARMERS + farmer + "/", body).expect(200);
  }

  @Test
  void aMovedFarmerIsCreatedForTheNewCompanyEvenIfOtherFieldsChanged() {
    Follower all = new Follower(operator);
    move(other, ", \"phone\": \"+256 1\"");
    assertEquals(List.of("CREATED farmers []"), there.summaries());
    assertEquals("+256 1", there.copy.get(FARMERS + farmer + "/").get("phone").asText());
    assertEquals(List.of("GONE farmers [buyer,phone,updater]"), here.summaries());
    assertTrue(all.summaries().contains("CHANGED farmers [buyer,phone,updater]"));
  }

  @Test
  void aChangeAfterTheMoveOfAFarmerNamesItsFields() {
    move(other, "");
    there.readAll();
    operator.patch(FARMERS + farmer + "/", "{\"first_name\": \"Akello\"}");
    assertEquals(List.of("CHANGED farmers [first_name]"), there.summaries());
    here.readAll();
    move(company, "");
    assertEquals(List.of("CREATED farmers []"), here.summaries());
    assertEquals(List.of("GONE farmers [buyer,first_name]"), there.summaries());
  }

  private JsonNode onlyChange() {
    List<JsonNode> came = here.readAll();
    assertEquals(1, came.size(), came.toString());
    return came.get(0);
  }

  @Test
  void aFormerMemberIsNotNamedInAChange() {
    String rename = "{\"first_name\": \"Akello\"}";
    member.patch(FARMERS + farmer + "/", rename, "X-Request-Id", "r-1");
    String before = here.next();
    assertEquals(user.toString(), onlyChange().get("user").asText());
    Client admin = world.client(company, Role.ADMIN);
    String membership = MEMBERS + world.membership(company, user) + "/";
    admin.patch(membership, "{\"is_active\": false}").expect(200);
    JsonNode again = new Follower(world.client(company, Role.REPORTER), before).read().get(0);
    assertEquals(farmer.toString(), again.get("id").asText());
    assertTrue(again.get("user").isNull(), again.toString());
    assertTrue(again.get("request_id").isNull(), again.toString());
    assertTrue(again.get("client_request_id").isNull(), again.toString());
  }

  private static Reply keep(Client client, String lot) {
    return client.post(GOODS + lot + "/origin-files/", "{\"incomplete\": true}").expect(201);
  }

  /** The kept file as its list shows it. */
  private static JsonNode listed(Reply kept) {
    ObjectNode record = (ObjectNode) kept.json();
    return record.remove(List.of("transactions", "blockers", "warnings"));
  }

  @Test
  void onlyTheCompanyThatKeptAFileOfOriginsReceivesItsChange() {
    UUID product = world.product("Cherry");
    Reply lot = member.post(GOODS, Goods.moved(farmer, company, product, "9"));
    Reply sale =
        member.post(GOODS, Goods.moved(company, other, product, "9", lot.id())).expect(201);
    here.readAll();
    there.readAll();
    Follower all = new Follower(operator);
    Reply kept = keep(member, sale.id());
    JsonNode change = onlyChange();
    assertEquals("CREATED origin-files []", Follower.summary(change));
    assertEquals(kept.header("Location"), change.get("path").asText());
    assertEquals(listed(kept), change.get("record"));
    assertEquals(List.of(), there.readAll());
    assertTrue(all.summaries().contains("CREATED origin-files []"));
    Reply ofOperator = keep(operator, sale.id());
    assertEquals(List.of(), here.readAll());
    assertEquals(List.of(), there.readAll());
    all.readAll();
    assertEquals(listed(ofOperator), all.copy.get(ofOperator.header("Location")));
  }
}
