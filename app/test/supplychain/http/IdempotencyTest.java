package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Await;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A repeated POST with a key records once. */
class IdempotencyTest extends OneCompany {
  private final UUID farmer = world.farmer(company);
  private final UUID user = world.member(company);
  private final Client admin = world.client(user, company, Role.ADMIN);
  private final String body = Goods.body(farmer, company, world.product("Cherry"), "'amount': '1'");
  private final String payment =
      "{\"source\": \"%s\", \"destination\": \"%s\"}".formatted(company, farmer);

  @Test
  void aRepeatOfAnyPostGetsTheFirstAnswerAndRecordsNothing() {
    String handled = "{\"company\": \"" + company + "\"}";
    for (String[] request :
        new String[][] {{GOODS, body}, {PAYMENTS, payment}, {COMPANY_PRODUCTS, handled}}) {
      String key = World.unique(10);
      Reply first = post(request[0], request[1], key).expect(201);
      assertNull(first.header("Idempotent-Replayed"));
      assertReplayed(first, post(request[0], request[1], key));
    }
    assertEquals(1, recorded());
  }

  @Test
  void withoutAKeyEachRequestRecords() {
    assertNotEquals(admin.post(GOODS, body).id(), admin.post(GOODS, body).id());
    assertEquals(2, recorded());
  }

  @Test
  void theSamePathWithoutItsSlashIsARepeat() {
    Reply first = post("key");
    assertReplayed(first, post(GOODS.replaceFirst("/$", ""), body, "key"));
  }

  @Test
  void aDryRunIgnoresItsIdempotencyKey() {
    Reply first = post("key");
    Reply rehearsal =
        admin.post(GOODS, body, "Idempotency-Key", "key", "Prefer", "tx=rollback").expect(201);
    assertNull(rehearsal.header("Idempotent-Replayed"));
    assertEquals("tx=rollback", rehearsal.header("Preference-Applied"));
    assertNotEquals(first.id(), rehearsal.id());
    assertEquals(1, recorded());
    admin.post(GOODS, body, "Idempotency-Key", "", "Prefer", "tx=rollback").expect(400);
    assertReplayed(first, post("key"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tx=commit", "tx=commit, tx=rollback", "tx", "tx=", "tx=rollbac", "xtx=rollback"})
  void anyOtherPreferenceOfATransactionIsIgnored(String preference) {
    Reply reply = admin.post(GOODS, body, "Prefer", preference).expect(201);
    assertNull(reply.header("Preference-Applied"));
    assertEquals(1, recorded());
  }

  @Test
  void blanksAndTabsBesideAPreferenceDoNotMatter() {
    String preference = "handling=lenient,\ttx =\t\"rollback\"\t";
    Reply reply = admin.post(GOODS, body, "Prefer", preference).expect(201);
    assertEquals("handling=lenient, tx=rollback", reply.header("Preference-Applied"));
    assertEquals(0, recorded());
  }

  @Test
  void aDryRunIsRefusedForTheSameMistakes() {
    Reply reply = admin.post(GOODS, "{}", "Prefer", "tx=rollback");
    assertEquals(admin.post(GOODS, "{}").findings(), reply.findings());
    assertEquals(400, reply.status());
  }

  @Test
  void aRepeatAfterARefusalIsCheckedAgain() {
    UUID form = world.form(company, "TRANSACTION");
    UUID field = world.field(form, "grade", "TEXT", true, "[]");
    String incomplete = body.replace("}", ", \"submissions\": [{\"form\": \"" + form + "\"}]}");
    assertEquals(400, post(GOODS, incomplete, "key").status());
    World.write(sql -> sql.execute("update form_field set required = false where id = ?", field));
    Reply reply = post(GOODS, incomplete, "key").expect(201);
    assertNull(reply.header("Idempotent-Replayed"));
    assertEquals(201, post("other").status());
    assertEquals(400, post(GOODS, "{}", "third").status());
    assertEquals(201, post("third").status());
  }

  @Test
  void fiftyAtOnceOfOneKeyAtTwoInstancesMakeOneRecord() {
    List<Reply> replies;
    try (OwnService second = OwnService.on(Installation.shared().database())) {
      Client other = second.client(world.token(user, company, Role.ADMIN));
      replies = AtOnce.send(50, i -> post(i % 2 == 0 ? admin : other, "key"));
    }
    Set<String> created =
        replies.stream()
            .filter(r -> r.status() == 201)
            .map(Reply::text)
            .collect(Collectors.toSet());
    assertEquals(1, created.size(), created.toString());
    for (Reply reply : replies) {
      if (reply.status() != 201) {
        reply.expectProblem(409, "request-under-way");
        assertEquals("1", reply.header("Retry-After"));
      }
    }
    assertEquals(1, recorded());
    assertEquals(created, Set.of(post("key").text()));
  }

  @Test
  void aRepeatAfterATimeoutGets409AndThenTheFirstAnswer() {
    String token = world.token(user, company, Role.ADMIN);
    Client impatient = new Client(Installation.shared().origin(), token, Duration.ofSeconds(2));
    World.write(
        sql -> {
          sql.execute("select 1 from farmer where id = {0} for update", farmer);
          assertThrows(UncheckedIOException.class, () -> post(impatient, "key"));
          Reply repeat = post("key").expectProblem(409, "request-under-way");
          assertEquals("1", repeat.header("Retry-After"));
          return sql;
        });
    Await.until(() -> post("key").status() != 409);
    assertReplayed(post("key").expect(201), post("key"));
    assertEquals(1, recorded());
  }

  @Test
  void anAnswerIsKeptForThirtyDays() {
    Reply first = post("key");
    age(Limits.ANSWERS.toDays(), -1);
    assertReplayed(first, post("key"));
    age(Limits.ANSWERS.toDays(), 1);
    Reply second = post("key").expect(201);
    assertNotEquals(first.id(), second.id());
    assertReplayed(second, post("key"));
    assertEquals(2, recorded());
  }

  @Test
  void onlyOldAnswersAreForgotten() {
    post("old");
    age(31, 0);
    post("new");
    assertTrue(new Idempotency(Installation.shared().database(), Limits.ANSWERS).forgetOld() >= 1);
    List<String> keys =
        World.read(
            sql ->
                sql.select(IDEMPOTENCY_KEY.KEY)
                    .from(IDEMPOTENCY_KEY)
                    .where(IDEMPOTENCY_KEY.APP_USER.eq(user))
                    .fetch(IDEMPOTENCY_KEY.KEY));
    assertEquals(List.of("new"), keys);
  }

  private void age(long days, long minutes) {
    OffsetDateTime then = OffsetDateTime.now(ZoneOffset.UTC).minusDays(days).minusMinutes(minutes);
    World.write(
        "update idempotency_key set created_on = ?::timestamptz where app_user = ?", then, user);
  }

  @Test
  void aKeyStandsForOneBodyAndOnePath() {
    post("key");
    post(GOODS, body.replace("\"1\"", "\"2\""), "key").expectProblem(422, "key-reused");
    post(GOODS, body + " ", "key").expectProblem(422, "key-reused");
    post(GOODS, "{}", "key").expectProblem(422, "key-reused");
    post(PAYMENTS, body, "key").expectProblem(422, "key-reused");
    assertEquals(1, recorded());
  }

  @Test
  void aKeyHasUpTo255CharactersWhoseCaseMattersWithQuotesOrWithout() {
    String key = "k".repeat(255);
    Reply first = post(key);
    assertReplayed(first, post('"' + key + '"'));
    assertNotEquals(first.id(), post(key.substring(1)).id());
    assertNotEquals(first.id(), post(key.toUpperCase(Locale.ROOT)).id());
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
    post(key).expectProblem(400, "malformed-request");
    assertEquals(0, recorded());
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
        Idempotency-Key: key-\
        """;
    String token = world.token(user, company, Role.ADMIN);
    String request = head.formatted(GOODS, token, body.length());
    assertEquals(400, RawConnection.firstReply(request + "cl\u00e9", body).status());
    assertEquals(400, RawConnection.firstReply(request + "a\u007f", body).status());
    assertEquals(201, RawConnection.firstReply(request + "cle", body).status());
  }

  @Test
  void aKeyIsOfOneUserActingForOneCompany() {
    UUID other = world.company("Other");
    Client elsewhere = world.client(user, other, Role.ADMIN);
    Client colleague = world.client(company, Role.ADMIN);
    Client operator = world.client(user, null, Role.OPERATOR);
    Client sameUser = world.client(user, company, Role.MEMBER);
    Reply first = post("key");
    assertEquals(400, post(elsewhere, "key").status(), "the farmer is not the other's");
    assertNotEquals(first.id(), post(colleague, "key").id());
    assertNotEquals(first.id(), post(operator, "key").id());
    assertReplayed(first, post(sameUser, "key"));
    assertEquals(3, recorded());
  }

  private Reply post(String key) {
    return post(admin, key);
  }

  private Reply post(Client client, String key) {
    return client.post(GOODS, body, "Idempotency-Key", key);
  }

  private Reply post(String path, String other, String key) {
    return admin.post(path, other, "Idempotency-Key", key);
  }

  /** How many were recorded. */
  private int recorded() {
    return Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(company));
  }

  private static void assertReplayed(Reply first, Reply repeat) {
    assertEquals(first.status(), repeat.status(), repeat.text());
    assertEquals("true", repeat.header("Idempotent-Replayed"));
    assertEquals(first.text(), repeat.text());
    assertEquals(first.header("Location"), repeat.header("Location"));
    assertEquals(first.header("Content-Type"), repeat.header("Content-Type"));
  }
}
