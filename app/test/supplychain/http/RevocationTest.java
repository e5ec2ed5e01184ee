package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.FARMER;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.SlowClient;
import supplychain.World;
import supplychain.core.Role;

/** A token that is revoked writes nothing more, and reads nothing more, whatever is in progress. */
class RevocationTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final String END = "\r\n0\r\n\r\n";

  /** More records than the connection of a client that reads nothing can hold. */
  private static final int LARGE = 1_000;

  private static final Duration WAIT = Duration.ofSeconds(30);

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID user = world.member(company);
  private final Client admin = world.client(company, Role.ADMIN);
  private final String secret = world.token(user, company, Role.MEMBER);

  /** Ends the membership, and its tokens with it. */
  private void revoke() {
    String path = "/v1/supply-chains/company-members/" + world.membership(company, user) + "/";
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
    try (SlowClient client = new SlowClient(Installation.shared().origin())) {
      client.send(head("POST", "Content-Type", more));
      Await.until(() -> !client.isWaiting());
      revoke();
      String answer = client.send(body).answer();
      assertTrue(answer.contains("HTTP/1.1 401 "), answer);
      assertTrue(answer.contains("The token is unknown, revoked or expired."), answer);
    }
    assertEquals("[]", admin.get(FARMERS).text());
  }

  @Test
  void aWriteThatIsInProgressIsRolledBack() {
    UUID farmer = world.farmer(company);
    Client member = Installation.shared().client(secret);
    Reply refused =
        World.write(
                sql -> {
                  sql.selectFrom(FARMER).where(FARMER.ID.eq(farmer)).forUpdate().fetch();
                  CompletableFuture<Reply> reply =
                      CompletableFuture.supplyAsync(
                          () ->
                              member.patch(
                                  FARMERS + farmer + "/",
                                  "{\"first_name\": \"Grace\", \"city\": \"Mbale\"}"));
                  Await.until(() -> hasBlockedForAWhile(sql));
                  revoke();
                  return reply;
                })
            .join();
    assertEquals(401, refused.status(), refused.text());
    assertTrue(admin.get(FARMERS).json().get(0).get("city").isNull());
  }

  private static boolean hasBlockedForAWhile(DSLContext sql) {
    // PostgreSQL would show the sessions of the first look to the end of the transaction.
    sql.execute("select pg_stat_clear_snapshot()");
    return (boolean)
        sql.fetchValue(
            "select exists (select from pg_stat_activity where pg_backend_pid()"
                + " = any(pg_blocking_pids(pid)) and clock_timestamp() >"
                + " query_start + interval '0.3 s')");
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
  void aWholeListEndsAtItsNextPart() {
    String long500 = "🌾".repeat(500);
    String large = ("G" + ("," + long500).repeat(6) + "\n").repeat(LARGE);
    String columns = "first_name,description,street,city,province,country,sub_province\n";
    assertEquals(
        200, admin.send("POST", FARMERS, columns + large, "Content-Type", "text/csv").status());
    try (SlowClient client = new SlowClient(Installation.shared().origin())) {
      client.send(head("GET", "Accept", ""));
      Await.until(() -> !client.isWaiting());
      revoke();
      String answer = client.answer();
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer.substring(0, 20));
      assertFalse(answer.endsWith(END), answer.length() + " characters");
    }
  }
}
