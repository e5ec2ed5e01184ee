package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jooq.Condition;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Bridge;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;

/** Without its database the service says so, and it is back as soon as that is. */
class AvailabilityTest extends OneCompany {
  private static final Duration SHORT_WAIT = Duration.ofMillis(1_500);
  private static final int TRIES = 60;
  private static final int SESSIONS = 8;
  private static final int FLOOD = 20;
  private static final Table<?> ACTIVITY = DSL.table("pg_stat_activity");

  private final String token = world.token(company, Role.ADMIN);
  private final String path = COMPANIES + company + "/";
  private final String body = "{\"company\": \"" + company + "\"}";

  @Test
  void anExhaustedPoolIsAnsweredWithRetryAfter() throws Exception {
    try (OwnService running = service(Installation.shared().postgres().url(), 1)) {
      Client client = running.client(token);
      assertEquals(200, client.get(path).status());
      // The reading holds the only connection.
      running
          .database()
          .read(
              sql -> {
                unavailable(client.get(path));
                unavailable(client.post(COMPANY_PRODUCTS, body));
                unavailable(client.get("/health/ready"));
                assertEquals(200, client.get("/health/live").status());
                assertEquals(401, client.get(path, "Authorization", "none").status());
                return sql;
              });
      assertEquals(200, client.get(path).status());
      assertEquals(200, client.get("/health/ready").status());
    }
  }

  @Test
  void aFloodOfHealthChecksOrOfWrongTokensOfAnAddressWaitsForOneConnection() throws Exception {
    try (OwnService running = service(Installation.shared().postgres().url(), 1)) {
      // Opens the connection. A token would make the service note its use, which could wait too.
      running.client(null).get("/health/ready").expect(200);
      running
          .database()
          .read(
              sql -> {
                assertWaitsForOne(running, number -> running.client(null).get("/health/ready"));
                assertWaitsForOne(running, number -> running.client("unknown" + number).get(path));
                return sql;
              });
    }
  }

  /** The reading holds the only connection, so each of these requests waits in vain. */
  private static void assertWaitsForOne(OwnService running, IntFunction<Reply> request) {
    CompletableFuture<List<Reply>> flood =
        CompletableFuture.supplyAsync(() -> AtOnce.send(FLOOD, request));
    int most = 0;
    while (!flood.isDone()) {
      most = Math.max(most, running.database().connectionCounts().get("pending"));
    }
    flood.join().forEach(reply -> reply.expect(503));
    assertEquals(1, most);
  }

  @Test
  @Tag("proof")
  void aDatabaseThatIsAwayAtTheStartOrLaterIsAnsweredWithRetryAfterUntilItIsBack()
      throws Exception {
    Bridge bridge = new Bridge(Installation.shared().postgres().url());
    bridge.cut();
    try (bridge;
        OwnService running = service(bridge.url(), 1)) {
      Client client = running.client(token);
      unavailable(client.get(path));
      bridge.mend();
      assertTrue(comesBack(client, path));
      assertEquals(200, client.get("/health/ready").status());
      String before = Records.lastWrite();
      bridge.cut();
      unavailable(client.get(path));
      unavailable(client.post(COMPANY_PRODUCTS, body));
      unavailable(client.get("/health/ready"));
      assertEquals(200, client.get("/health/live").status());
      assertEquals(before, Records.lastWrite());
      bridge.mend();
      assertTrue(comesBack(client, "/health/ready"));
      assertTrue(comesBack(client, path));
      assertEquals(201, client.post(COMPANY_PRODUCTS, body).status());
    }
  }

  @Test
  void closedDatabaseSessionsCostAtMostOneRequest() throws Exception {
    String name = "ended" + World.unique(8);
    Condition sessions = DSL.condition("application_name = ?", name);
    String url = Installation.shared().postgres().url() + "?ApplicationName=" + name;
    Database shared = Installation.shared().database();
    try (OwnService running = service(url, SESSIONS)) {
      Client client = running.client(token);
      while (shared.read(sql -> sql.fetchCount(ACTIVITY, sessions)) < SESSIONS) {
        assertEquals(200, client.get(path).status());
      }
      AtOnce.send(SESSIONS, i -> client.get(path));
      shared.read(
          sql ->
              sql.select(DSL.field("pg_terminate_backend(pid)"))
                  .from(ACTIVITY)
                  .where(sessions)
                  .fetch());
      int refused = 0;
      for (int i = 0; i < TRIES; i++) {
        Reply reply = client.get(path);
        if (reply.status() != 200) {
          unavailable(reply);
          refused++;
        }
      }
      assertTrue(refused <= 1, refused + " requests were refused");
    }
  }

  private static boolean comesBack(Client client, String path) {
    return IntStream.range(0, TRIES).anyMatch(i -> client.get(path).status() == 200);
  }

  private static void unavailable(Reply reply) {
    reply.expectProblem(503, "unavailable");
    assertEquals("1", reply.header("Retry-After"));
    assertEquals(
        "The database is busy or cannot be reached. Send the request again; for a POST, with"
            + " the same Idempotency-Key.",
        reply.at("/detail"));
  }

  /** A service with few connections and little patience. */
  private static OwnService service(String url, int connections) {
    return OwnService.at(url, connections, SHORT_WAIT);
  }
}
