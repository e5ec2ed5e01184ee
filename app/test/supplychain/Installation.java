package supplychain;

import io.javalin.Javalin;
import java.nio.file.Path;
import java.time.Duration;
import supplychain.database.Database;
import supplychain.http.Limits;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.TemporaryFolder;

/** The service on a PostgreSQL of its own, started once for all tests that share it. */
public record Installation(EmbeddedPostgres postgres, Database database, Javalin service) {
  private static final int POOL_SIZE = 12;
  private static final Duration POOL_WAIT = Duration.ofSeconds(30);

  /** The tests of all operations send wrong tokens, from one address. */
  private static final Limits LIMITS =
      OwnService.limits(one -> one.failedTokens = Integer.MAX_VALUE);

  private static final Installation SHARED = start();

  /** The one that runs until the tests end. */
  public static Installation shared() {
    return SHARED;
  }

  private static Installation start() {
    Path folder = TemporaryFolder.make("supply-chain-test");
    EmbeddedPostgres postgres = EmbeddedPostgres.open(folder.resolve("data"), true);
    Database database = World.open(postgres, POOL_SIZE, POOL_WAIT);
    database.schema().migrate();
    Javalin service = Main.service(database, LIMITS, config -> {}).start("127.0.0.1", 0);
    Installation installation = new Installation(postgres, database, service);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> installation.end(folder)));
    return installation;
  }

  private void end(Path folder) {
    service.stop();
    database.close();
    postgres.close();
    TemporaryFolder.delete(folder);
  }

  /** Another pool of connections to the database at {@code url}, which is on its PostgreSQL. */
  public Database open(String url, int connections, Duration wait) {
    return Database.open(url, postgres.user(), postgres.password(), connections, wait, "test");
  }

  /** Another pool of connections to its database. */
  public Database open(int connections, Duration wait) {
    return open(postgres.url(), connections, wait);
  }

  /** Where it answers. */
  public String origin() {
    return "http://127.0.0.1:" + service.port();
  }

  /** Calls it with a token; null sends none. */
  public Client client(String token) {
    return new Client(origin(), token);
  }
}
