package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Who works for a company: an ADMIN makes members and ends memberships. */
class MembersTest {
  private static final String MEMBERS = "/v1/supply-chains/company-members/";
  private static final String BY_ADDRESS = "{\"company\": \"%s\", \"email\": \"%s\"}";
  private static final String BY_ID = "{\"company\": \"%s\", \"user\": \"%s\"}";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID adminUser = world.member(company);
  private final Client admin =
      Installation.shared().client(world.token(adminUser, company, Role.ADMIN));
  private final String email = World.unique(20) + "@example.org";

  @Test
  void anAdminMakesAMemberByAnAddress() {
    Reply made = admin.post(MEMBERS, BY_ADDRESS.formatted(company, email));
    assertEquals(201, made.status(), made.text());
    JsonNode member = made.json();
    String expected =
        """
        {"company":"%s","user":"%s","email":"%s","id":"%s","is_active":true,\
        "updated_on":"%s","created_on":"%s","creator":"%s","updater":"%s"}"""
            .formatted(
                company,
                member.get("user").asText(),
                email,
                made.id(),
                member.get("updated_on").asText(),
                member.get("created_on").asText(),
                adminUser,
                adminUser);
    assertEquals(expected, member.toString());
    assertEquals(MEMBERS + made.id() + "/", made.header("Location"));
    assertEquals(member, admin.get(MEMBERS + made.id() + "/").json());
    assertEquals(member, admin.get(MEMBERS + "?email=" + email.substring(0, 9)).json().get(0));
    Reply again =
        admin.post(MEMBERS, BY_ADDRESS.formatted(company, email.toUpperCase(Locale.ROOT)));
    assertEquals(made.id(), again.id());
  }

  @Test
  void anEndedMembershipEndsItsTokensAtOnceAndNoOthers() {
    UUID user = world.member(company);
    UUID other = world.company("Other");
    Client member = Installation.shared().client(world.token(user, company, Role.MEMBER));
    Client elsewhere = Installation.shared().client(world.token(user, other, Role.MEMBER));
    assertEquals(200, member.get(MEMBERS).status());
    String path = MEMBERS + world.membership(company, user) + "/";
    Reply ended = admin.patch(path, "{\"is_active\": false}");
    assertEquals(200, ended.status(), ended.text());
    assertEquals(false, ended.json().get("is_active").asBoolean());
    assertEquals(401, member.get(MEMBERS).status());
    assertEquals(200, elsewhere.get(MEMBERS).status());
    assertEquals(200, admin.get(MEMBERS).status());
    assertEquals(List.of(adminUser.toString()), members());
    assertEquals(1, admin.get(MEMBERS + "?is_active=false").json().size());
  }

  @Test
  void aMembershipThatEndedGoesOnAgainWithoutItsTokens() {
    UUID user = world.member(company);
    Client member = Installation.shared().client(world.token(user, company, Role.MEMBER));
    String path = MEMBERS + world.membership(company, user) + "/";
    admin.patch(path, "{\"is_active\": false}");
    Reply again = admin.post(MEMBERS, BY_ID.formatted(company, user));
    assertEquals(path, again.header("Location"));
    assertEquals(true, again.json().get("is_active").asBoolean());
    assertEquals(List.of(adminUser.toString(), user.toString()), members());
    assertEquals(401, member.get(MEMBERS).status());
  }

  private List<String> members() {
    JsonNode document = admin.get("/v1/supply-chains/companies/" + company + "/").json();
    return StreamSupport.stream(document.get("members").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  @Test
  void aTokenMakesItsUserAMemberAgain() {
    UUID user = world.member(company);
    String path = MEMBERS + world.membership(company, user) + "/";
    admin.patch(path, "{\"is_active\": false}");
    String token = BY_ID.formatted(company, user).replace("}", ", \"role\": \"MEMBER\"}");
    assertEquals(201, admin.post("/v1/auth/tokens/", token).status());
    assertEquals(true, admin.get(path).json().get("is_active").asBoolean());
  }

  @Test
  void aUserOfOthersIsNamedByAddressOnly() {
    UUID stranger = world.member(world.company("Other"));
    Reply reply = admin.post(MEMBERS, BY_ID.formatted(company, stranger));
    assertEquals(List.of("/user does_not_exist"), reply.findings());
    Reply made = admin.post(MEMBERS, BY_ADDRESS.formatted(company, stranger + "@example.org"));
    assertEquals(stranger.toString(), made.json().get("user").asText());
  }

  @Test
  void aMemberIsNamedEitherByIdOrByAddress() {
    String twice = "{\"company\": \"%s\", \"user\": \"%s\", \"email\": \"a@example.org\"}";
    assertEquals(
        List.of("/email mismatch"),
        admin.post(MEMBERS, twice.formatted(company, adminUser)).findings());
    assertEquals(
        List.of("/user required"),
        admin.post(MEMBERS, "{\"company\": \"%s\"}".formatted(company)).findings());
  }

  @Test
  void theUserAndTheCompanyOfAMembershipAreFixed() {
    String path = MEMBERS + world.membership(company, adminUser) + "/";
    Reply read = admin.get(path);
    assertEquals(read.json(), admin.patch(path, read.text()).json());
    String other = "{\"company\": \"%s\", \"user\": \"%s\", \"email\": \"a@b.org\"}";
    Reply refused = admin.patch(path, other.formatted(world.company("O"), world.member(company)));
    assertEquals(List.of("/company fixed", "/user fixed", "/email fixed"), refused.findings());
    assertEquals(
        List.of("/is_active not_null"), admin.patch(path, "{\"is_active\": null}").findings());
  }
}
