package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * Users, and their memberships of companies. An ADMIN cannot learn from the service which addresses
 * it knows, or anything about their users.
 */
class MembersTest extends OneCompany {
  private static final String BY_ADDRESS = "{\"company\": \"%s\", \"email\": \"%s\"}";
  private static final String BY_ID = "{\"company\": \"%s\", \"user\": \"%s\"}";

  private final UUID adminUser = world.member(company);
  private final Client admin = world.client(adminUser, company, Role.ADMIN);
  private final String email = World.unique(20) + "@example.org";

  private static final String USER = "{\"email\": \"%s\"}";

  private final UUID operatorUser = world.member(null);
  private final Client operator = world.client(operatorUser, null, Role.OPERATOR);
  private final String known = known();

  @Test
  void anAddressIsOneMemberAndOneUserInLargeLettersToo() {
    String large = email.toUpperCase(Locale.ROOT);
    Reply made = admin.post(MEMBERS, BY_ADDRESS.formatted(company, email)).expect(201);
    assertEquals(made.id(), admin.post(MEMBERS, BY_ADDRESS.formatted(company, large)).id());
    assertEquals(made.at("/user"), operator.post(USERS, USER.formatted(large)).id());
  }

  @Test
  void anEndedMembershipEndsItsTokensAtOnceAndNoOthers() {
    UUID user = world.member(company);
    UUID other = world.company("Other");
    Client member = world.client(user, company, Role.MEMBER);
    Client elsewhere = world.client(user, other, Role.MEMBER);
    member.get(MEMBERS).expect(200);
    String path = MEMBERS + world.membership(company, user) + "/";
    Reply ended = admin.patch(path, "{\"is_active\": false}").expect(200);
    assertEquals(false, ended.json().get("is_active").asBoolean());
    member.get(MEMBERS).expect(401);
    elsewhere.get(MEMBERS).expect(200);
    admin.get(MEMBERS).expect(200);
    assertEquals(List.of(adminUser.toString()), members());
    assertEquals(List.of(ended.id()), admin.get(MEMBERS + "?is_active=false").ids());
    assertEquals(List.of(ended.id()), admin.get(MEMBERS + "?user=" + user).ids());
  }

  @Test
  void anAdminEndsHerOwnMembershipUnlessSheIsTheLast() {
    String path = MEMBERS + world.membership(company, adminUser) + "/";
    String end = "{\"is_active\": false}";
    Reply refused = admin.patch(path, end).expect(409);
    assertEquals(
        "This is the last token with the role ADMIN of your company. Create another one first, or"
            + " ask an operator to revoke this one.",
        refused.at("/detail"));
    admin.get(path).expect(200);
    Client other = world.client(company, Role.ADMIN);
    assertEquals("false", admin.patch(path, end).expect(200).at("/is_active"));
    admin.get(path).expect(401);
    other.get(path).expect(200);
  }

  @Test
  void aMembershipThatEndedGoesOnAgainWithoutItsTokens() {
    UUID user = world.member(company);
    Client member = world.client(user, company, Role.MEMBER);
    String path = MEMBERS + world.membership(company, user) + "/";
    admin.patch(path, "{\"is_active\": false}");
    Reply again = admin.post(MEMBERS, BY_ID.formatted(company, user));
    assertEquals(path, again.header("Location"));
    assertEquals(true, again.json().get("is_active").asBoolean());
    assertEquals(List.of(adminUser.toString(), user.toString()), members());
    member.get(MEMBERS).expect(401);
  }

  private List<String> members() {
    JsonNode document = admin.get(COMPANIES + company + "/").json();
    return document.get("members").valueStream().map(JsonNode::asText).toList();
  }

  @Test
  void aTokenMakesItsUserAMemberAgain() {
    UUID user = world.member(company);
    String path = MEMBERS + world.membership(company, user) + "/";
    admin.patch(path, "{\"is_active\": false}");
    String token = BY_ID.formatted(company, user).replace("}", ", \"role\": \"MEMBER\"}");
    admin.post(TOKENS, token).expect(201);
    assertEquals(true, admin.get(path).json().get("is_active").asBoolean());
  }

  @Test
  void aUserOfOthersIsNamedByAddressOnly() {
    UUID stranger = world.member(world.company("Other"));
    Reply reply = admin.post(MEMBERS, BY_ID.formatted(company, stranger));
    reply.expect(400, "/user does_not_exist");
    Reply made = admin.post(MEMBERS, BY_ADDRESS.formatted(company, stranger + "@example.org"));
    assertEquals(stranger.toString(), made.at("/user"));
  }

  @Test
  void aMemberIsNamedEitherByIdOrByAddress() {
    String twice = "{\"company\": \"%s\", \"user\": \"%s\", \"email\": \"a@example.org\"}";
    admin.post(MEMBERS, twice.formatted(company, adminUser)).expect(400, "/email mismatch");
    admin.post(MEMBERS, "{\"company\": \"%s\"}".formatted(company)).expect(400, "/user required");
  }

  @Test
  void everyoneSeesItselfAndNobodyElse() {
    UUID company = world.company("Cooperative");
    UUID user = world.member(company);
    Client reporter = world.client(user, company, Role.REPORTER);
    assertEquals(user.toString(), reporter.get(USERS + user + "/").id());
    assertEquals(1, reporter.get(USERS).json().size());
  }

  @Test
  void anAddressChangesUnlessAnotherHasIt() {
    UUID user = world.member(null);
    Reply changed = operator.patch(USERS + user + "/", USER.formatted(email)).expect(200);
    assertEquals(email, changed.at("/email"));
    assertEquals(operatorUser.toString(), changed.at("/updater"));
    UUID other = world.member(null);
    operator.patch(USERS + other + "/", USER.formatted(email)).expect(409, "/email taken");
    operator.patch(USERS + other + "/", "{}").expect(200);
  }

  /** The address of a user of another company, as that company wrote it. */
  private String known() {
    String address = "Known." + World.unique(12) + "@Example.org";
    UUID other = world.company("Other");
    operator.post(TOKENS, named(other, address)).expect(201);
    return address;
  }

  private static String named(UUID company, String address) {
    return "{\"company\": \"%s\", \"email\": \"%s\", \"role\": \"ADMIN\"}"
        .formatted(company, address);
  }

  private Reply post(String path, String address, String... headers) {
    String token = named(company, address);
    String member = token.replace(", \"role\": \"ADMIN\"", "");
    return admin.post(path, path.equals(TOKENS) ? token : member, headers);
  }

  /** An answer without what is new in each: its ids, its secret and the times of this request. */
  private static String shape(Reply reply, String address) {
    reply.expect(201);
    ObjectNode shape = (ObjectNode) reply.json();
    assertEquals(shape.get("created_on"), shape.get("updated_on"));
    shape.remove(List.of("id", "token", "created_on", "updated_on"));
    return shape.toString().replace(address.toLowerCase(Locale.ROOT), "ADDRESS");
  }

  @ParameterizedTest
  @ValueSource(strings = {MEMBERS, TOKENS})
  void aDryRunAnswersTheSameForKnownAndUnknownAddresses(String path) {
    String unknown = "UnKnown." + World.unique(12) + "@Example.org";
    String sent = known.toUpperCase(Locale.ROOT);
    Reply ofKnown = post(path, sent, "Prefer", "tx=rollback");
    Reply ofUnknown = post(path, unknown, "Prefer", "tx=rollback");
    assertEquals(shape(ofUnknown, unknown), shape(ofKnown, sent));
    assertEquals("null", ofKnown.json().get("user").toString());
    assertEquals(sent.toLowerCase(Locale.ROOT), ofKnown.at("/email"));
  }

  @ParameterizedTest
  @ValueSource(strings = {MEMBERS, TOKENS})
  void aMembersIdAndAddressDoNotTellWhetherTheUserWasThereBefore(String path) {
    String unknown = "UnKnown." + World.unique(12) + "@Example.org";
    for (String address : List.of(known.toUpperCase(Locale.ROOT), unknown)) {
      Reply made = post(path, address);
      assertEquals(4, UUID.fromString(made.at("/user")).version());
      assertEquals(address.toLowerCase(Locale.ROOT), made.at("/email"));
    }
  }

  @Test
  void theTokenOfACompanyReadsOfItsUserTheAddressAndTheIdAlone() {
    Reply made = post(TOKENS, known);
    String user = made.at("/user");
    Client victim = Installation.shared().client(made.at("/token"));
    String expected =
        """
        {"email":"%s","id":"%s","updated_on":null,"created_on":null,"creator":null,"updater":null}"""
            .formatted(known.toLowerCase(Locale.ROOT), user);
    assertEquals(expected, victim.get(USERS + user + "/").text().replaceAll(" |\n", ""));
    assertEquals("[" + expected + "]", victim.get(USERS).json().toString());
    assertEquals("[]", victim.get(USERS + "?updated_after=2020-01-01").json().toString());
    String table = victim.get(USERS, "Accept", "text/csv").text();
    assertEquals(
        "id,email,created_on,updated_on\r\n%s,%s,,\r\n"
            .formatted(user, known.toLowerCase(Locale.ROOT)),
        table);
    assertFalse(victim.get("/v1/changes/").text().contains("\"users\""));
  }
}
