package supplychain;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.function.Consumer;
import supplychain.database.Database;
import supplychain.http.Limits;
import supplychain.http.Listeners;
import supplychain.http.Tls;

/**
 * A service of a test's own, with limits, connections or an address that no other test has.
 *
 * @param isOwnDatabase whether the connections end with the service
 * @param origin where it answers
 */
public record OwnService(Database database, boolean isOwnDatabase, Javalin service, String origin)
    implements AutoCloseable {
  /** A service on an open database, which stays open. */
  public static OwnService on(Database database) {
    return configured(database, new Limits(), config -> {});
  }

  /** A service with a connection of its own to the database at {@code url}. */
  public static OwnService at(String url) {
    return at(url, 1, Duration.ofSeconds(30));
  }

  /** A service with its own connections to the database at {@code url}, on the shared server. */
  public static OwnService at(String url, int connections, Duration wait) {
    Database database = Installation.shared().open(url, connections, wait);
    return started(database, true, Main.service(database, new Limits(), config -> {}));
  }

  /** A service on the shared database with these limits. */
  public static OwnService limited(Limits limits) {
    return configured(Installation.shared().database(), limits, config -> {});
  }

  /** A service on an open database, which stays open, with these limits, set up further. */
  public static OwnService configured(
      Database database, Limits limits, Consumer<JavalinConfig> more) {
    return started(database, false, Main.service(database, limits, more));
  }

  /** The usual limits, but for these. */
  public static Limits limits(
      Duration bodyTime, long memory, int connections, Duration headerTime, Duration requestTime) {
    Limits limits = new Limits();
    limits.bodyTime = bodyTime;
    limits.memory = memory;
    limits.connections = connections;
    limits.headerTime = headerTime;
    limits.requestTime = requestTime;
    return limits;
  }

  /** The usual limits, with this change. */
  public static Limits limits(Consumer<Limits> change) {
    Limits limits = new Limits();
    change.accept(limits);
    return limits;
  }

  private static OwnService started(Database database, boolean isOwnDatabase, Javalin service) {
    service.start("127.0.0.1", 0);
    return new OwnService(database, isOwnDatabase, service, "http://127.0.0.1:" + service.port());
  }

  /** A service on the shared database that listens as the command {@code serve} does. */
  public static OwnService listening() {
    return listening(new Limits(), null);
  }

  /** The same with these limits, and over HTTPS unless {@code tls} is null. */
  public static OwnService listening(Limits limits, Tls tls) {
    Database database = Installation.shared().database();
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ServerSocketChannel socket = assertDoesNotThrow(() -> Listeners.take(address));
    Consumer<JavalinConfig> listens =
        config -> Listeners.configure(config, socket, Duration.ZERO, tls);
    Javalin service = Main.service(database, limits, listens).start();
    String host = tls == null ? "http://127.0.0.1:" : "https://localhost:";
    return new OwnService(database, false, service, host + service.port());
  }

  public int port() {
    return service.port();
  }

  /** Calls it with a token; null sends none. */
  public Client client(String token) {
    return new Client(origin, token);
  }

  /** Stops it, and closes the connections that are its own. */
  @Override
  public void close() {
    service.stop();
    if (isOwnDatabase) {
      database.close();
    }
  }
}
