package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Meanwhile;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A token that is revoked writes nothing more, and reads nothing more, whatever is in progress. */
class RevocationTest extends OneCompany {
  private static final String END = "\r\n0\r\n\r\n";

  /** More records than the connection of a client that reads nothing can hold. */
  private static final int LARGE = 1_000;

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final String WAITS_FOR_A_WHILE =
      "select exists (select from pg_stat_activity where wait_event_type = 'Lock'"
          + " and clock_timestamp() > query_start + interval '0.3 s')";

  private final UUID user = world.member(company);
  private final Client admin = world.client(company, Role.ADMIN);
  private final String secret = world.token(user, company, Role.MEMBER);

  /** Ends the membership, and its tokens with it. */
  private void revoke() {
    String path = MEMBERS + world.membership(company, user) + "/";
    assertEquals(200, admin.patch(path, "{\"is_active\": false}").status());
  }

  private String head(String method, String type, String more) {
    return "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s: text/csv\r\n%s\r\n"
        .formatted(method, FARMERS, secret, type, more);
  }

  @Test
  void aBodyThatIsCompleteAfterTheRevocationIsRefused() {
    String body = "first_name\nGrace\n";
    String more =
        "Content-Length: %d\r\nExpect: 100-continue\r\nConnection: close\r\n"
            .formatted(body.length());
    try (RawConnection client = new RawConnection(Installation.shared().origin())) {
      client.send(head("POST", "Content-Type", more));
      Await.until(() -> !client.isWaiting());
      revoke();
      String answer = client.send(body).rest();
      assertTrue(answer.contains("HTTP/1.1 401 "), answer);
      assertTrue(
          answer.contains("The token is unknown, revoked or expired. Send another token."), answer);
    }
    assertEquals("[]\n", admin.get(FARMERS).text());
  }

  /** Asserts that a write, which waits for these locks until its token is revoked, is refused. */
  private void assertRefused(Consumer<DSLContext> locks, Supplier<Reply> write) {
    Meanwhile.during(
            locks,
            write,
            reply -> {
              Await.until(() -> World.read(sql -> (boolean) sql.fetchValue(WAITS_FOR_A_WHILE)));
              revoke();
            })
        .expect(401);
  }

  @Test
  void aWriteThatIsInProgressIsRolledBack() {
    UUID farmer = world.farmer(company);
    Client member = Installation.shared().client(secret);
    assertRefused(
        sql -> sql.selectFrom(FARMER).where(FARMER.ID.eq(farmer)).forUpdate().fetch(),
        () ->
            member.patch(
                FARMERS + farmer + "/", "{\"first_name\": \"Grace\", \"city\": \"Mbale\"}"));
    assertTrue(admin.get(FARMERS).json().get(0).get("city").isNull());
  }

  @Test
  void aWriteThatWaitsInItsLastRoundTripIsRolledBack() {
    UUID farmer = world.farmer(company);
    UUID form = world.form(company, "FARMER");
    UUID field = world.field(form, "size", "TEXT", false, "[]");
    String body =
        "{\"first_name\": \"Grace\", \"submission\": {\"form\": \"%s\","
            + " \"values\": [{\"field\": \"%s\", \"value\": \"%d\"}]}}";
    Client member = Installation.shared().client(secret);
    member.patch(FARMERS + farmer + "/", body.formatted(form, field, 1)).expect(200);
    assertRefused(
        sql ->
            sql.selectFrom(SUBMISSION_VALUE)
                .where(SUBMISSION_VALUE.FIELD.eq(field))
                .forUpdate()
                .fetch(),
        () -> member.patch(FARMERS + farmer + "/", body.formatted(form, field, 2)));
    assertEquals(
        "1",
        World.read(
            sql -> sql.fetchValue(SUBMISSION_VALUE.VALUE, SUBMISSION_VALUE.FIELD.eq(field))));
  }

  @Test
  void everyInstanceRefusesARevokedTokenAtItsNextRequest() {
    try (OwnService other = OwnService.at(Installation.shared().postgres().url(), 2, WAIT)) {
      Client here = Installation.shared().client(secret);
      Client there = other.client(secret);
      assertEquals(200, here.get(FARMERS).status());
      assertEquals(200, there.get(FARMERS).status());
      revoke();
      assertEquals(401, there.get(FARMERS).status());
      assertEquals(401, there.post(FARMERS, "{}").status());
      assertEquals(401, here.get(FARMERS).status());
    }
  }

  @Test
  void aRevokedTokenReadsNoRecordThatItReadBefore() {
    Client member = Installation.shared().client(secret);
    String ofCompany = COMPANIES + company + "/";
    String tag = member.get(ofCompany).expect(200).header("ETag");
    String ofFarmer = FARMERS + world.farmer(company) + "/";
    String sharing = ofCompany + "sharing/";
    String ofUser = "/v1/accounts/users/" + user + "/";
    List.of(ofFarmer, sharing, ofUser).forEach(path -> member.get(path).expect(200));
    revoke();
    String absent = FARMERS + UUID.randomUUID() + "/";
    for (String path :
        List.of(ofCompany, ofFarmer, sharing, ofUser, absent, "/v1/unknown/", GOODS)) {
      member.get(path).expect(401);
      assertEquals(401, member.send("HEAD", path, null).status(), path);
    }
    assertEquals(401, member.send("GET", ofCompany, null, "If-None-Match", tag).status());
  }

  @Test
  void aRepeatDoesNotTellARevokedTokenWhetherItsRequestIsRecorded() {
    Client member = Installation.shared().client(secret);
    String grace = "{\"first_name\": \"Grace\"}";
    member.send("POST", FARMERS, grace, "Idempotency-Key", "k").expect(201);
    revoke();
    Reply repeat = member.send("POST", FARMERS, grace, "Idempotency-Key", "k").expect(401);
    assertNull(repeat.header("Idempotent-Replayed"));
  }

  @Test
  void aWholeListEndsAtItsNextPart() {
    String long500 = "🌾".repeat(500);
    String large = ("G" + ("," + long500).repeat(6) + "\n").repeat(LARGE);
    String columns = "first_name,description,street,city,province,country,sub_province\n";
    assertEquals(
        200, admin.send("POST", FARMERS, columns + large, "Content-Type", "text/csv").status());
    try (RawConnection client = new RawConnection(Installation.shared().origin())) {
      client.send(head("GET", "Accept", ""));
      Await.until(() -> !client.isWaiting());
      revoke();
      String answer = client.rest();
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer.substring(0, 20));
      assertFalse(answer.endsWith(END), answer.length() + " characters");
    }
  }
}
