package supplychain.cli;

import io.javalin.Javalin;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.cli.Settings.Value;
import supplychain.database.Database;
import supplychain.history.ChangeFeed;
import supplychain.http.Idempotency;
import supplychain.http.Listeners;
import supplychain.http.RateLimit;
import supplychain.http.Tls;

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
  void run(Settings settings, DatabaseAddress address, Preparation preparation) {
    Tls tls = tls(settings);
    OpenParts.ofService(say).run(parts -> run(parts, settings, tls, address, preparation));
  }

  /** The certificate of the service; null speaks plain HTTP. */
  static Tls tls(Settings settings) {
    Value certificate = settings.get(Setting.TLS_CERT);
    Value key = settings.get(Setting.TLS_KEY);
    if (certificate.isGiven() != key.isGiven()) {
      throw Failure.wrongUse("--tls-cert and --tls-key need each other: give both, or neither.");
    }
    try {
      return key.isGiven() ? Tls.of(certificate.path(), key.path()) : null;
    } catch (IOException | GeneralSecurityException e) {
      throw Failure.wrongUse(OneLine.of(e) + ".");
    }
  }

  private void run(
      OpenParts parts,
      Settings settings,
      Tls tls,
      DatabaseAddress address,
      Preparation preparation) {
    ServerSocketChannel socket =
        parts.open(() -> listen(settings.text(Setting.HOST), settings.number(Setting.PORT)));
    String baseUrl = baseUrl(tls == null ? "http" : "https", socket);
    warmUp();
    Database database =
        address.openService(
            parts, settings.number(Setting.POOL_SIZE), settings.seconds(Setting.POOL_WAIT), say);
    database.migrate();
    ChangeFeed.renewAfterMove(database);
    preparation.prepare(database, baseUrl);
    Duration stopWait = settings.seconds(Setting.STOP_WAIT);
    int rate = settings.number(Setting.RATE_LIMIT);
    Javalin http =
        factory.create(
            database,
            config -> {
              Listeners.configure(config, socket, stopWait, tls);
              if (rate > 0) {
                RateLimit.configure(config, rate);
              }
            });
    parts.open(() -> Listeners.start(http));
    parts.open(() -> Repeated.begin("sweep", () -> sweep(database), FIRST_SWEEP, SWEEP_EVERY));
    if (tls != null) {
      parts.open(() -> Repeated.begin("tls", tls::reload, TLS_EVERY, TLS_EVERY));
    }
    say.accept("Ready on " + baseUrl + ", records in " + address + ".");
    parts.awaitStop();
    say.accept("Stopping: requests in progress may take " + stopWait.toSeconds() + " s.");
  }

  /**
   * Loads the classes of HTTP, SQL and migrations while PostgreSQL starts: both take half a second.
   */
  private static void warmUp() {
    Thread thread = new Thread(Serving::loadClasses, "warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  private static void loadClasses() {
    DSL.using(SQLDialect.POSTGRES).selectOne().getSQL();
    Javalin.create(config -> config.startup.startupWatcherEnabled = false).jettyServer().server();
    Flyway.configure().locations("classpath:db").load();
  }

  private static void sweep(Database database) {
    int forgotten = new Idempotency(database).forgetOld();
    LOG.info("forgot {} answers that were kept for retries long enough", forgotten);
  }

  private static ServerSocketChannel listen(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw Failure.of("The host to listen on, " + host + ", is unknown here.");
    }
    try {
      return Listeners.take(address);
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
