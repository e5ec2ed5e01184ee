package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.*;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;
import supplychain.Bridge;
import supplychain.Client;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.database.Database;
import supplychain.postgres.TwoServers;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** A primary that dies, hangs or loses its replica costs no confirmed write. */
@ExtendWith(Seeded.class)
@Tag("proof")
class ReplicaTest {
  private static final int FAILOVERS = Proof.count(1, 5);
  private static final int BEFORE_EACH_KILL = Proof.count(50, 200);
  private static final long PATIENCE_SECONDS = 60;

  private static final String BEHIND = "behind-an-address";
  private static final String SESSIONS =
      "select count(*) from pg_stat_activity where application_name = '" + BEHIND + "'";
  private static final String WAITING = "from pg_stat_activity where wait_event = 'SyncRep'";

  @Test
  void confirmedWritesAreRecordedOnceAfterEachFailover(Seed seed) throws Exception {
    TwoServers servers = TwoServers.whole();
    Map<String, String> login =
        Map.of(
            "SUPPLY_CHAIN_DB_USER",
            servers.user(),
            "SUPPLY_CHAIN_DB_PASSWORD_FILE",
            CommandRun.passwordFile(servers.password()));
    try (ReplicatedService of = new ReplicatedService(servers, servers.url());
        ServiceProcess service =
            ServiceProcess.start(
                login, "serve", "--port", "0", "--pool-wait", "1", "--db-url", servers.url())) {
      Client client = service.client(of.cooperative.token);
      try (Clerks clerks = new Clerks(of.cooperative, () -> client, seed)) {
        for (int round = 0; round < FAILOVERS; round++) {
          clerks.awaitAnswers(BEFORE_EACH_KILL);
          servers.primary().kill();
          servers.promote();
          clerks.awaitAnswers(1);
          servers.mend();
        }
        clerks.finish();
        Audit.of(clerks.ledger, of.cooperative, of.records());
      }
    }
  }

  @Test
  void aPrimaryThatHangsIsGivenUpForTheReplica(Seed seed) throws Exception {
    TwoServers servers = TwoServers.whole();
    String url = servers.url() + "&socketTimeout=2&connectTimeout=1&sslResponseTimeout=1000";
    try (ReplicatedService service = new ReplicatedService(servers, url);
        Clerks clerks = new Clerks(service.cooperative, () -> service.client, seed)) {
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
      Audit.of(clerks.ledger, service.cooperative, service.records());
    }
  }

  @Test
  @Timeout(120)
  void connectionsToAStandbyAreClosed() throws Exception {
    TwoServers servers = TwoServers.whole();
    try (Bridge address = new Bridge(servers.replica().url());
        ReplicatedService service =
            new ReplicatedService(servers, address.url() + "?ApplicationName=" + BEHIND)) {
      assertEquals(503, service.client.get("/health/ready").status());
      assertEquals(200, service.client.get(service.cooperative.company).status());
      String key = World.unique(20);
      service.send(key).expect(503);
      while (!servers.replica().ask(SESSIONS).equals("" + ReplicatedService.CONNECTIONS)) {
        assertEquals(200, service.client.get(service.cooperative.company).status());
      }
      address.leadTo(servers.primary().url());
      service.send(key).expect(503);
      for (int i = 0; i < 2 * ReplicatedService.CONNECTIONS; i++) {
        service.send(World.unique(20)).expect(201);
      }
      service.send(key).expect(201);
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
              CompletableFuture.supplyAsync(() -> sendOnce(service, key));
          untilItWaits(servers, reply);
          servers.primary().ask("select " + end + "(pid) " + WAITING);
          assertEquals(503, reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS).status());
        }
      } finally {
        servers.replica().thaw();
      }
      Reply replayed = sendOnce(service, key).expect(201);
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

  /** The answer, once a session that was ended has released the key. */
  private static Reply sendOnce(ReplicatedService service, String key) {
    return Await.otherThan(409, () -> service.send(key));
  }

  /** A service whose records are on two servers, with a cooperative that uses it. */
  private static final class ReplicatedService implements AutoCloseable {
    static final int CONNECTIONS = 4;
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration SHORT_WAIT = Duration.ofSeconds(1);

    final Cooperative cooperative;
    final Client client;
    private final Database records;
    private final Database database;
    private final OwnService service;

    /** A service that finds its records at this URL. */
    ReplicatedService(TwoServers servers, String url) {
      records = Database.open(servers.url(), servers.user(), servers.password(), 2, WAIT, "test");
      records.schema().migrate();
      cooperative = new Cooperative(new World(records));
      database =
          Database.open(url, servers.user(), servers.password(), CONNECTIONS, SHORT_WAIT, "test");
      service = OwnService.on(database);
      client = service.client(cooperative.token);
    }

    /** Sends a purchase with this key, which is the number of its invoice too. */
    Reply send(String key) {
      String body = cooperative.purchase(cooperative.farmers.get(0), key, 1);
      return client.post(Ledger.Kind.PURCHASE.path, body, "Idempotency-Key", key);
    }

    /** The records, whichever server has them. */
    Database records() {
      return records;
    }

    @Override
    public void close() {
      service.close();
      database.close();
      records.close();
    }
  }
}
