package supplychain.proof.crash;

import java.time.Duration;
import supplychain.Client;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.database.Database;
import supplychain.postgres.TwoServers;

/** A service whose records are on two servers, with a cooperative that uses it. */
final class ReplicatedService implements AutoCloseable {
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
    records = Database.open(servers.url(), servers.user(), servers.password(), 2, WAIT);
    records.migrate();
    cooperative = new Cooperative(new World(records));
    database = Database.open(url, servers.user(), servers.password(), CONNECTIONS, SHORT_WAIT);
    service = OwnService.on(database);
    client = service.client(cooperative.token);
  }

  /** Sends a purchase with this key, which is the number of its invoice too. */
  Reply send(String key) {
    String body = cooperative.purchase(cooperative.farmers.get(0), key, 1);
    return client.post(Ledger.Kind.PURCHASE.path, body, "Idempotency-Key", key);
  }

  /** Sends a purchase, whose answer must have this status. */
  Reply expect(int status, String key) {
    Reply reply = send(key).expect(status);
    return reply;
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
