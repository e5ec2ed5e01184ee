package supplychain.cli;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.database.Database;
import supplychain.http.Idempotency;
import supplychain.http.Listening;
import supplychain.http.RateLimit;

/**
 * The life of the service: what is opened in which order, until the process is told to stop. {@link
 * OpenParts} closes it in the opposite order: HTTP drained, pool, embedded PostgreSQL.
 */
final class Serving {
  /** What is done between the migrations and the first request. */
  @FunctionalInterface
  interface Preparation {
    /** Prepares the records and says what people should know. */
    void prepare(Database database, String baseUrl);
  }

  static final Duration FIRST_SWEEP = Duration.ofMinutes(1);
  static final Duration SWEEP_EVERY = Duration.ofDays(1);
  static final Duration TLS_EVERY = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

  private final ServiceFactory factory;
  private final Consumer<String> say;

  Serving(ServiceFactory factory, Consumer<String> say) {
    this.factory = factory;
    this.say = say;
  }

  /** Runs the service, and returns when it is stopped. */
  void run(ServerSettings.Values server, DatabaseAddress address, Preparation preparation) {
    OpenParts.ofService(say).run(parts -> run(parts, server, address, preparation));
  }

  private void run(
      OpenParts parts,
      ServerSettings.Values server,
      DatabaseAddress address,
      Preparation preparation) {
    ServerSocketChannel socket = parts.open(() -> listen(server.host(), server.port()));
    String baseUrl = baseUrl(server.scheme(), socket);
    WarmUp.begin();
    Database database = address.openService(parts, server.poolSize(), server.poolWait(), say);
    database.migrate();
    preparation.prepare(database, baseUrl);
    Javalin http = factory.create(database, config -> configure(config, server, socket));
    parts.open(() -> Listening.start(http));
    parts.open(() -> Repeated.begin("sweep", () -> sweep(database), FIRST_SWEEP, SWEEP_EVERY));
    if (server.tls() != null) {
      parts.open(() -> Repeated.begin("tls", server.tls()::reload, TLS_EVERY, TLS_EVERY));
    }
    say.accept("Ready on " + baseUrl + ", records in " + address + ".");
    parts.awaitStop();
    say.accept("Stopping: requests under way may take " + server.stopWait().toSeconds() + " s.");
  }

  private static void sweep(Database database) {
    int forgotten = new Idempotency(database).forgetOld();
    LOG.info("forgot {} answers that were kept for retries long enough", forgotten);
  }

  private static void configure(
      JavalinConfig config, ServerSettings.Values server, ServerSocketChannel socket) {
    Listening.configure(config, socket, server.stopWait(), server.tls());
    if (server.rateLimit() > 0) {
      RateLimit.configure(config, server.rateLimit());
    }
  }

  private static ServerSocketChannel listen(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw Failure.of("The host to listen on, " + host + ", is unknown here.");
    }
    try {
      return Listening.take(address);
    } catch (BindException e) {
      throw Failure.of(
          "Port %d on %s cannot be used: %s. Choose another with --port."
              .formatted(port, host, e.getMessage()));
    } catch (IOException e) {
      throw Failure.of("Port %d on %s cannot be used: %s".formatted(port, host, OneLine.of(e)));
    }
  }

  private static String baseUrl(String scheme, ServerSocketChannel socket) {
    InetSocketAddress address = (InetSocketAddress) socket.socket().getLocalSocketAddress();
    InetAddress host = address.getAddress();
    String name = host.isAnyLocalAddress() ? "127.0.0.1" : host.getHostAddress();
    return "%s://%s:%d/v1"
        .formatted(scheme, name.contains(":") ? "[" + name + "]" : name, address.getPort());
  }
}
