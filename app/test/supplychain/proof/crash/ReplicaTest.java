package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.*;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Bridge;
import supplychain.Reply;
import supplychain.World;
import supplychain.postgres.TwoServers;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** What can go wrong between two servers besides that one dies. */
@ExtendWith(Seeded.class)
@Tag("proof")
class ReplicaTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final int REPEATS = 1_000;

  private static final String BEHIND = "behind-an-address";
  private static final String SESSIONS =
      "select count(*) from pg_stat_activity where application_name = '" + BEHIND + "'";
  private static final String WAITING = "from pg_stat_activity where wait_event = 'SyncRep'";

  @Test
  void aPrimaryThatHangsIsGivenUpForTheReplica(Seed seed) throws Exception {
    TwoServers servers = TwoServers.whole();
    String url = servers.url() + "&socketTimeout=2&connectTimeout=1&sslResponseTimeout=1000";
    Ledger ledger = new Ledger();
    try (ReplicatedService service = new ReplicatedService(servers, url);
        Clerks clerks = Clerks.begin(service.cooperative, () -> service.client, ledger, seed)) {
      clerks.awaitAnswers(Proof.count(20, 100));
      servers.primary().freeze();
      long start = System.nanoTime();
      assertEquals(503, service.client.get("/health/ready").status());
      Duration taken = Duration.ofNanos(System.nanoTime() - start);
      assertTrue(taken.toSeconds() < PATIENCE_SECONDS / 2, taken.toString());
      servers.promote();
      clerks.awaitAnswers(1);
      servers.mend();
      clerks.finish();
      assertEquals(200, service.client.get("/health/ready").status());
      Audit.of(ledger, service.cooperative, service.records());
    }
  }

  @Test
  void connectionsToAStandbyAreClosed() throws Exception {
    TwoServers servers = TwoServers.whole();
    try (Bridge address = new Bridge(servers.replica().url());
        ReplicatedService service =
            new ReplicatedService(servers, address.url() + "?ApplicationName=" + BEHIND)) {
      assertEquals(503, service.client.get("/health/ready").status());
      assertEquals(200, service.client.get(service.cooperative.company).status());
      String key = World.unique(20);
      service.expect(503, key);
      while (!servers.replica().ask(SESSIONS).equals("" + ReplicatedService.CONNECTIONS)) {
        assertEquals(200, service.client.get(service.cooperative.company).status());
      }
      address.leadTo(servers.primary().url());
      service.expect(503, key);
      for (int i = 0; i < 2 * ReplicatedService.CONNECTIONS; i++) {
        service.expect(201, World.unique(20));
      }
      service.expect(201, key);
      assertEquals(200, service.client.get("/health/ready").status());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pg_cancel_backend", "pg_terminate_backend"})
  void aWriteWithoutTheReplicasConfirmationIsAnswered503(String end) throws Exception {
    TwoServers servers = TwoServers.whole();
    try (ReplicatedService service = new ReplicatedService(servers, servers.url())) {
      String key = World.unique(20);
      servers.replica().freeze();
      try {
        for (int i = 0; i < 2; i++) {
          CompletableFuture<Reply> reply =
              CompletableFuture.supplyAsync(() -> unlessUnderWay(service, key));
          untilItWaits(servers, reply);
          servers.primary().ask("select " + end + "(pid) " + WAITING);
          assertEquals(503, reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS).status());
        }
      } finally {
        servers.replica().thaw();
      }
      Reply replayed = unlessUnderWay(service, key).expect(201);
      assertEquals("true", replayed.header("Idempotent-Replayed"));
      Ledger ledger = new Ledger();
      String sent = service.cooperative.purchase(service.cooperative.farmers.get(0), key, 1);
      ledger.entries.put(key, new Ledger.Entry(Ledger.Kind.PURCHASE, sent, replayed));
      Audit.of(ledger, service.cooperative, service.records());
    }
  }

  private static void untilItWaits(TwoServers servers, CompletableFuture<Reply> reply)
      throws SQLException {
    while (servers.primary().ask("select count(*) " + WAITING).equals("0")) {
      assertTrue(!reply.isDone(), () -> "it was answered: " + reply.join().text());
    }
  }

  /** The answer, once a session that was ended has let go of the key. */
  private static Reply unlessUnderWay(ReplicatedService service, String key) {
    for (int i = 0; i < REPEATS; i++) {
      Reply reply = service.send(key);
      if (reply.status() != 409) {
        return reply;
      }
    }
    throw new AssertionError("the first request never ends");
  }
}
