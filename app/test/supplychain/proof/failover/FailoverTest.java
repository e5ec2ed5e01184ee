package supplychain.proof.failover;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.World;
import supplychain.cli.ServiceProcess;
import supplychain.database.Database;
import supplychain.postgres.TwoServers;
import supplychain.proof.Proof;

/**
 * The primary dies under load, the replica takes over: the service goes on with all it confirmed.
 */
@Tag("proof")
class FailoverTest {
  private static final int ROUNDS = Proof.count(1, 5);
  private static final int BEFORE_EACH_KILL = Proof.count(50, 200);

  @Test
  void confirmedWritesAreRecordedOnceAfterEachFailover() throws Exception {
    TwoServers servers = TwoServers.whole();
    Map<String, String> login =
        Map.of(
            "SUPPLY_CHAIN_DB_USER", servers.user(), "SUPPLY_CHAIN_DB_PASSWORD", servers.password());
    List<Long> millis = new ArrayList<>();
    try (Database database =
            Database.open(
                servers.url(), servers.user(), servers.password(), 2, Duration.ofSeconds(30));
        ServiceProcess service =
            ServiceProcess.start(
                login, "serve", "--port", "0", "--pool-wait", "1", "--db-url", servers.url())) {
      service.baseUrl();
      Buyers buyers = new Buyers(new World(database));
      buyers.start(service.client(buyers.token()));
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < BEFORE_EACH_KILL; i++) {
          buyers.next();
        }
        servers.killPrimary();
        long start = System.nanoTime();
        servers.promote();
        millis.add(TimeUnit.NANOSECONDS.toMillis(buyers.next() - start));
        servers.mend();
      }
      buyers.stop();
      assertTrue(buyers.confirmed() >= ROUNDS * BEFORE_EACH_KILL);
      buyers.requireAllOnce(database);
      System.err.printf(
          "%d failovers, %d confirmed, from promotion to the next one: %s ms%n",
          ROUNDS, buyers.confirmed(), millis);
    }
  }
}
