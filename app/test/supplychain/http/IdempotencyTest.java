package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.http.KeyedPurchase.PATH;
import static supplychain.http.KeyedPurchase.assertReplayed;
import static supplychain.schema.Tables.IDEMPOTENCY_KEY;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.Wire;
import supplychain.World;
import supplychain.core.Role;

/** A repeated POST with a key records once. */
class IdempotencyTest {
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";
  private static final String HANDLED = "/v1/supply-chains/company-products/";

  private final KeyedPurchase purchase = new KeyedPurchase();
  private final String payment =
      "{\"source\": \"%s\", \"destination\": \"%s\"}".formatted(purchase.company, purchase.farmer);

  @Test
  void aRepeatGetsTheFirstAnswerAndRecordsNothing() {
    Reply first = purchase.post("key");
    assertEquals(201, first.status(), first.text());
    assertNull(first.header("Idempotent-Replayed"));
    assertReplayed(first, purchase.post("key"));
    assertEquals(1, purchase.recorded());
  }

  @Test
  void everyPostTakesAKey() {
    String handled = "{\"company\": \"" + purchase.company + "\"}";
    for (String[] request :
        new String[][] {{PATH, purchase.body}, {PAYMENTS, payment}, {HANDLED, handled}}) {
      String key = World.unique(10);
      Reply first = purchase.post(request[0], request[1], key);
      assertEquals(201, first.status(), first.text());
      assertReplayed(first, purchase.post(request[0], request[1], key));
    }
  }

  @Test
  void withoutAKeyEachRequestRecords() {
    assertNotEquals(
        purchase.admin.post(PATH, purchase.body).id(),
        purchase.admin.post(PATH, purchase.body).id());
    assertEquals(2, purchase.recorded());
  }

  @Test
  void theSamePathWithoutItsSlashIsARepeat() {
    Reply first = purchase.post("key");
    assertReplayed(first, purchase.post(PATH.replaceFirst("/$", ""), purchase.body, "key"));
  }

  @Test
  void aDryRunIgnoresItsIdempotencyKey() {
    Reply first = purchase.post("key");
    Reply rehearsal =
        purchase.admin.post(PATH, purchase.body, "Idempotency-Key", "key", "Prefer", "tx=rollback");
    assertEquals(201, rehearsal.status(), rehearsal.text());
    assertNull(rehearsal.header("Idempotent-Replayed"));
    assertEquals("tx=rollback", rehearsal.header("Preference-Applied"));
    assertNotEquals(first.id(), rehearsal.id());
    assertEquals(1, purchase.recorded());
    Reply malformed =
        purchase.admin.post(PATH, purchase.body, "Idempotency-Key", "", "Prefer", "tx=rollback");
    assertEquals(400, malformed.status());
    assertReplayed(first, purchase.post("key"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tx=commit", "tx=commit, tx=rollback", "tx", "tx=", "tx=rollbac", "xtx=rollback"})
  void anyOtherPreferenceOfATransactionIsIgnored(String preference) {
    Reply reply = purchase.admin.post(PATH, purchase.body, "Prefer", preference);
    assertEquals(201, reply.status(), reply.text());
    assertNull(reply.header("Preference-Applied"));
    assertEquals(1, purchase.recorded());
  }

  @Test
  void blanksAndTabsBesideAPreferenceDoNotMatter() {
    String preference = "handling=lenient,\ttx =\t\"rollback\"\t";
    Reply reply = purchase.admin.post(PATH, purchase.body, "Prefer", preference);
    assertEquals(201, reply.status(), reply.text());
    assertEquals("handling=lenient, tx=rollback", reply.header("Preference-Applied"));
    assertEquals(0, purchase.recorded());
  }

  @Test
  void aDryRunIsRefusedForTheSameMistakes() {
    Reply reply = purchase.admin.post(PATH, "{}", "Prefer", "tx=rollback");
    assertEquals(purchase.admin.post(PATH, "{}").findings(), reply.findings());
    assertEquals(400, reply.status());
  }

  @Test
  void aRepeatAfterARefusalIsCheckedAgain() {
    UUID form = purchase.world.form(purchase.company, "TRANSACTION");
    UUID field = purchase.world.field(form, "grade", "TEXT", true, "[]");
    String incomplete =
        purchase.body.replace("}", ", \"submissions\": [{\"form\": \"" + form + "\"}]}");
    assertEquals(400, purchase.post(PATH, incomplete, "key").status());
    World.write(sql -> sql.execute("update form_field set required = false where id = ?", field));
    Reply reply = purchase.post(PATH, incomplete, "key");
    assertEquals(201, reply.status(), reply.text());
    assertNull(reply.header("Idempotent-Replayed"));
    assertEquals(201, purchase.post("other").status());
    assertEquals(400, purchase.post(PATH, "{}", "third").status());
    assertEquals(201, purchase.post("third").status());
  }

  @Test
  void fiftyAtOnceOfOneKeyMakeOneRecord() throws Exception {
    List<Reply> replies = AtOnce.send(50, i -> purchase.post("key"));
    Set<String> created =
        replies.stream()
            .filter(r -> r.status() == 201)
            .map(Reply::text)
            .collect(Collectors.toSet());
    assertEquals(1, created.size(), created.toString());
    for (Reply reply : replies) {
      if (reply.status() != 201) {
        assertEquals(409, reply.status(), reply.text());
        assertEquals("/problems/request-under-way", reply.json().get("type").asText());
        assertEquals("1", reply.header("Retry-After"));
      }
    }
    assertEquals(1, purchase.recorded());
    assertEquals(created, Set.of(purchase.post("key").text()));
  }

  @Test
  void anAnswerIsKeptForThirtyDays() {
    Reply first = purchase.post("key");
    age(Idempotency.KEPT.toDays(), -1);
    assertReplayed(first, purchase.post("key"));
    age(Idempotency.KEPT.toDays(), 1);
    Reply anew = purchase.post("key");
    assertEquals(201, anew.status());
    assertNotEquals(first.id(), anew.id());
    assertReplayed(anew, purchase.post("key"));
    assertEquals(2, purchase.recorded());
  }

  @Test
  void onlyOldAnswersAreForgotten() {
    purchase.post("old");
    age(31, 0);
    purchase.post("new");
    assertTrue(new Idempotency(Installation.shared().database()).forgetOld() >= 1);
    List<String> keys =
        World.read(
            sql ->
                sql.select(IDEMPOTENCY_KEY.KEY)
                    .from(IDEMPOTENCY_KEY)
                    .where(IDEMPOTENCY_KEY.APP_USER.eq(purchase.user))
                    .fetch(IDEMPOTENCY_KEY.KEY));
    assertEquals(List.of("new"), keys);
  }

  private void age(long days, long minutes) {
    OffsetDateTime then = OffsetDateTime.now(ZoneOffset.UTC).minusDays(days).minusMinutes(minutes);
    World.write(
        sql ->
            sql.update(IDEMPOTENCY_KEY)
                .set(IDEMPOTENCY_KEY.CREATED_ON, then)
                .where(IDEMPOTENCY_KEY.APP_USER.eq(purchase.user))
                .execute());
  }

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
