package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** An OPERATOR keeps the users; everyone sees itself. */
class UsersTest {
  private static final String USERS = "/v1/accounts/users/";
  private static final String USER = "{\"email\": \"%s\"}";

  private final World world = new World();
  private final UUID operatorUser = world.member(null);
  private final Client operator =
      Installation.shared().client(world.token(operatorUser, null, Role.OPERATOR));
  private final String email = World.unique(20) + "@example.org";

  @Test
  void anOperatorMakesAUserAndAnAddressIsOneUsers() {
    Reply made = operator.post(USERS, USER.formatted(email));
    assertEquals(201, made.status(), made.text());
    JsonNode user = made.json();
    String expected =
        """
        {"email":"%s","id":"%s","updated_on":"%s","created_on":"%s","creator":"%s","updater":"%s"}"""
            .formatted(
                email,
                made.id(),
                user.get("updated_on").asText(),
                user.get("created_on").asText(),
                operatorUser,
                operatorUser);
    assertEquals(expected, user.toString());
    assertEquals(user, operator.get(USERS + made.id() + "/").json());
    assertEquals(user, operator.get(USERS + "?email=" + email.substring(0, 9)).json().get(0));
    String large = email.toUpperCase(Locale.ROOT);
    assertEquals(made.id(), operator.post(USERS, USER.formatted(large)).id());
    assertEquals(made.id(), operator.post(USERS, user.toString()).id());
  }

  @Test
  void everyoneSeesItselfAndNobodyElse() {
    UUID company = world.company("Cooperative");
    UUID user = world.member(company);
    Client reporter = Installation.shared().client(world.token(user, company, Role.REPORTER));
    assertEquals(user.toString(), reporter.get(USERS + user + "/").id());
    assertEquals(1, reporter.get(USERS).json().size());
    assertEquals(404, reporter.get(USERS + world.member(company) + "/").status());
    assertEquals(403, reporter.post(USERS, USER.formatted(email)).status());
    assertEquals(403, reporter.patch(USERS + user + "/", USER.formatted(email)).status());
  }

  @Test
  void anAddressChangesUnlessAnotherHasIt() {
    UUID user = world.member(null);
    Reply changed = operator.patch(USERS + user + "/", USER.formatted(email));
    assertEquals(200, changed.status(), changed.text());
    assertEquals(email, changed.json().get("email").asText());
    assertEquals(operatorUser.toString(), changed.json().get("updater").asText());
    UUID other = world.member(null);
    Reply taken = operator.patch(USERS + other + "/", USER.formatted(email));
    assertEquals(409, taken.status());
    assertEquals(List.of("/email taken"), taken.findings());
    assertEquals(200, operator.patch(USERS + other + "/", "{}").status());
  }

  @Test
  void anAddressHasItsForm() {
    assertEquals(List.of("/email format"), operator.post(USERS, USER.formatted("x")).findings());
    assertEquals(List.of("/email required"), operator.post(USERS, "{}").findings());
    Reply cleared = operator.patch(USERS + operatorUser + "/", "{\"email\": null}");
    assertEquals(List.of("/email not_null"), cleared.findings());
  }
}
