package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static supplychain.http.KeyedPurchase.PATH;
import static supplychain.http.KeyedPurchase.assertReplayed;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.Wire;
import supplychain.core.Role;

/** What an Idempotency-Key may be, and what it stands for. */
class IdempotencyKeyTest {
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";

  private final KeyedPurchase purchase = new KeyedPurchase();

  @Test
  void aKeyStandsForOneBodyAndOnePath() {
    purchase.post("key");
    reused(purchase.post(PATH, purchase.body.replace("\"1\"", "\"2\""), "key"));
    reused(purchase.post(PATH, purchase.body + " ", "key"));
    reused(purchase.post(PATH, "{}", "key"));
    reused(purchase.post(PAYMENTS, purchase.body, "key"));
    assertEquals(1, purchase.recorded());
  }

  @Test
  void aQuotedKeyIsTheSameAsABareOne() {
    Reply first = purchase.post("a key");
    assertReplayed(first, purchase.post("\"a key\""));
  }

  @Test
  void keysDifferInCase() {
    assertNotEquals(purchase.post("key").id(), purchase.post("Key").id());
  }

  @Test
  void a255CharacterKeyIsTaken() {
    String key = "k".repeat(255);
    Reply first = purchase.post(key);
    assertReplayed(first, purchase.post('"' + key + '"'));
    assertNotEquals(first.id(), purchase.post(key.substring(1)).id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"\"", "a\tb", "256", "257"})
  void aKeyThatIsNotWellFormedIsRefused(String form) {
    String key =
        switch (form) {
          case "256" -> "k".repeat(256);
          case "257" -> '"' + "k".repeat(256) + '"';
          default -> form;
        };
    Reply reply = purchase.post(key);
    assertEquals(400, reply.status(), reply.text());
    assertEquals("/problems/malformed-request", reply.json().get("type").asText());
    assertEquals(0, purchase.recorded());
  }

  @Test
  void aKeyOfOtherThanAsciiIsRefused() {
    String head =
        """
        POST %s HTTP/1.1
        Host: x
        Connection: close
        Authorization: Bearer %s
        Content-Type: application/json
        Content-Length: %d
        Idempotency-Key: key-""";
    String token = purchase.world.token(purchase.user, purchase.company, Role.ADMIN);
    String request = head.formatted(PATH, token, purchase.body.length());
    assertEquals(400, Wire.send(request + "cl\u00e9", purchase.body).status());
    assertEquals(400, Wire.send(request + "a\u007f", purchase.body).status());
    assertEquals(201, Wire.send(request + "cle", purchase.body).status());
  }

  @Test
  void aKeyIsOfOneUserActingForOneCompany() {
    UUID other = purchase.world.company("Other");
    Client elsewhere = purchase.client(other, Role.ADMIN);
    Client colleague = purchase.world.client(purchase.company, Role.ADMIN);
    Client operator = purchase.client(null, Role.OPERATOR);
    Client sameUser = purchase.client(purchase.company, Role.MEMBER);
    Reply first = purchase.post("key");
    assertEquals(400, purchase.post(elsewhere, "key").status(), "the farmer is not the other's");
    assertNotEquals(first.id(), purchase.post(colleague, "key").id());
    assertNotEquals(first.id(), purchase.post(operator, "key").id());
    assertReplayed(first, purchase.post(sameUser, "key"));
    assertEquals(3, purchase.recorded());
  }

  @Test
  void aRoleThatIsTooLowGetsNoReplay() {
    purchase.post("key");
    Client reporter = purchase.client(purchase.company, Role.REPORTER);
    assertEquals(403, purchase.post(reporter, "key").status());
  }

  private static void reused(Reply reply) {
    assertEquals(422, reply.status(), reply.text());
    assertEquals("/problems/key-reused", reply.json().get("type").asText());
  }
}
