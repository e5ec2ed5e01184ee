package supplychain.proof.crash;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.Client;
import supplychain.World;
import supplychain.cli.ServiceProcess;
import supplychain.database.Database;
import supplychain.postgres.TwoServers;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/**
 * The primary dies under load, the replica takes over: the service goes on with all it confirmed.
 */
@ExtendWith(Seeded.class)
@Tag("proof")
class FailoverTest {
  private static final int ROUNDS = Proof.count(1, 5);
  private static final int BEFORE_EACH_KILL = Proof.count(50, 200);

  @Test
  void confirmedWritesAreRecordedOnceAfterEachFailover(Seed seed) throws Exception {
    TwoServers servers = TwoServers.whole();
    Map<String, String> login =
        Map.of(
            "SUPPLY_CHAIN_DB_USER", servers.user(), "SUPPLY_CHAIN_DB_PASSWORD", servers.password());
    Ledger ledger = new Ledger();
    try (Database database =
            Database.open(
                servers.url(), servers.user(), servers.password(), 2, Duration.ofSeconds(30));
        ServiceProcess service =
            ServiceProcess.start(
                login, "serve", "--port", "0", "--pool-wait", "1", "--db-url", servers.url())) {
      service.baseUrl();
      Cooperative records = new Cooperative(new World(database));
      Client client = service.client(records.token);
      try (Clerks clerks = Clerks.begin(records, () -> client, ledger, seed)) {
        for (int round = 0; round < ROUNDS; round++) {
          clerks.awaitAnswers(BEFORE_EACH_KILL);
          servers.primary().kill();
          servers.promote();
          clerks.awaitAnswers(1);
          servers.mend();
        }
        clerks.finish();
      }
      Audit.of(ledger, records, database);
    }
  }
}
