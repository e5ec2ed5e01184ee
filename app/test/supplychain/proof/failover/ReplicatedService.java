package supplychain.proof.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.javalin.Javalin;
import java.time.Duration;
import supplychain.Client;
import supplychain.Main;
import supplychain.Reply;
import supplychain.World;
import supplychain.database.Database;
import supplychain.postgres.TwoServers;

/** A service whose records are on two servers, with buyers who use it. */
final class ReplicatedService implements AutoCloseable {
  static final int CONNECTIONS = 4;
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final Duration SHORT_WAIT = Duration.ofSeconds(1);

  final Buyers buyers;
  final Client client;
  private final Database records;
  private final Database database;
  private final Javalin service;

  /** A service that finds its records at this URL. */
  ReplicatedService(TwoServers servers, String url) {
    records = Database.open(servers.url(), servers.user(), servers.password(), 2, WAIT);
    records.migrate();
    buyers = new Buyers(new World(records));
    database = Database.open(url, servers.user(), servers.password(), CONNECTIONS, SHORT_WAIT);
    service = Main.service(database).start("127.0.0.1", 0);
    client = new Client("http://127.0.0.1:" + service.port(), buyers.token());
  }

  /** One purchase is sent, and answered so. */
  Reply expect(int status, String key) {
    Reply reply = buyers.send(client, key);
    assertEquals(status, reply.status(), reply.text());
    return reply;
  }

  /** The records, whichever server has them. */
  Database records() {
    return records;
  }

  @Override
  public void close() {
    service.stop();
    database.close();
    records.close();
  }
}
