package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * An ADMIN cannot learn from the service which addresses it knows, or anything about their users.
 */
class UserOracleTest {
  private static final String MEMBERS = "/v1/supply-chains/company-members/";
  private static final String TOKENS = "/v1/auth/tokens/";
  private static final String USERS = "/v1/accounts/users/";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final Client admin = world.client(company, Role.ADMIN);
  private final Client operator = world.client(null, Role.OPERATOR);
  private final String known = known();

  /** The address of a user of another company, as that company wrote it. */
  private String known() {
    String address = "Known." + World.unique(12) + "@Example.org";
    UUID other = world.company("Other");
    operator.post(TOKENS, body(other, address)).expect(201);
    return address;
  }

  private static String body(UUID company, String address) {
    return "{\"company\": \"%s\", \"email\": \"%s\", \"role\": \"ADMIN\"}"
        .formatted(company, address);
  }

  private Reply post(String path, String address, String... headers) {
    String token = body(company, address);
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
