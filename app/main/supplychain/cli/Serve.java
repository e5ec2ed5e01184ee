package supplychain.cli;

import static supplychain.schema.Tables.COMPANY;

import io.javalin.Javalin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.commons.io.function.Uncheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import supplychain.cli.Commands.ServiceFactory;
import supplychain.cli.Settings.Value;
import supplychain.core.Failure;
import supplychain.database.Database;
import supplychain.history.ChangeFeed;
import supplychain.history.Leftovers;
import supplychain.http.Idempotency;
import supplychain.http.Limits;
import supplychain.http.Listeners;
import supplychain.http.Tls;

/**
 * Runs the service until the process is told to stop. {@link OpenParts} then closes everything in
 * the opposite order: HTTP, when its requests have ended, then the pool, then PostgreSQL.
 */
@Command(name = "serve")
class Serve extends ConfiguredCommand {
  private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
  private static final Duration FIRST_SWEEP = Duration.ofMinutes(1);
  private static final Duration SWEEP_EVERY = Duration.ofDays(1);
  private static final Duration FOREVER = Duration.ofDays(36_500);
  private static final Duration TLS_EVERY = Duration.ofSeconds(2);

  private final ServiceFactory factory;

  @Option(names = "--no-backup")
  boolean noBackup;

  Serve(ServiceFactory factory) {
    super(EnumSet.allOf(Setting.class));
    this.factory = factory;
  }

  Path defaultFolder() {
    return DatabaseAddress.DEFAULT_FOLDER;
  }

  /** What to do before the first request: a hint, or in the demo the records. */
  void prepare(Database database, DatabaseAddress address, String baseUrl) {
    if (!database.read(sql -> sql.fetchExists(COMPANY))) {
      say(
          "There is no company yet. To load records: %s. To create a token: %s"
              .formatted(
                  address.next().run("load FILE"),
                  address.next().run("token create --user you@example.com --role OPERATOR")));
    }
  }

  @Override
  final void run(Settings settings) {
    Tls tls = tls(settings);
    DatabaseAddress address = DatabaseAddress.read(settings::get, defaultFolder());
    new OpenParts(true).run(parts -> run(parts, settings, tls, address));
  }

  /** The certificate of the service; null for plain HTTP. */
  static Tls tls(Settings settings) {
    Value certificate = settings.get(Setting.TLS_CERT);
    Value key = settings.get(Setting.TLS_KEY);
    if (certificate.isGiven() != key.isGiven()) {
      throw halfOfTwo(certificate.isGiven() ? certificate : key);
    }
    try {
      return key.isGiven() ? Tls.of(certificate.path(), key.path()) : null;
    } catch (IOException | GeneralSecurityException e) {
      throw Failure.wrongUse(OneLine.of(e) + ".");
    }
  }

  private static Failure halfOfTwo(Value given) {
    Setting missing = given.setting() == Setting.TLS_CERT ? Setting.TLS_KEY : Setting.TLS_CERT;
    String both = given.name() + " needs " + missing.flag() + ". Give both, or neither.";
    // systemd leaves out a credential whose link leads to no file, and says nothing.
    return Failure.wrongUse(
        SystemdService.isInstalled()
            ? both + " Is there a file at the end of " + SystemdService.credential(missing) + "?"
            : both);
  }

  private void run(OpenParts parts, Settings settings, Tls tls, DatabaseAddress address) {
    ServerSocketChannel socket =
        parts.open(() -> listen(settings.text(Setting.HOST), settings.number(Setting.PORT)));
    InetSocketAddress local = (InetSocketAddress) socket.socket().getLocalSocketAddress();
    String baseUrl = baseUrl(tls, local);
    int connections = settings.number(Setting.POOL_SIZE);
    Duration wait = Duration.ofSeconds(settings.number(Setting.POOL_WAIT));
    Database database = address.openService(parts, connections, wait, this::say);
    address.upgrade(database, !noBackup, this::say);
    ChangeFeed.expireCursorsIfMoved(database);
    prepare(database, address, baseUrl);
    Duration stopWait = Duration.ofSeconds(settings.number(Setting.STOP_WAIT));
    Limits limits = new Limits();
    limits.copies = (long) settings.number(Setting.DOCUMENT_CACHE) << 20;
    limits.answers = Duration.ofDays(settings.number(Setting.KEEP_ANSWERS));
    limits.connectionsOfAddress = settings.number(Setting.CONNECTIONS_PER_ADDRESS);
    Javalin http =
        factory.create(
            database, limits, config -> Listeners.configure(config, socket, stopWait, tls));
    parts.open(() -> Listeners.start(http));
    parts.repeat("sweep", () -> sweep(database, limits.answers), FIRST_SWEEP, SWEEP_EVERY);
    if (tls == null) {
      warnOfPlainHttp(local);
    } else {
      tls.announce();
      parts.repeat("tls", tls::reload, TLS_EVERY, TLS_EVERY);
    }
    say("Ready on " + baseUrl + ", records in " + address + ".");
    Uncheck.run(SystemdService::reportReady);
    parts.awaitStop(FOREVER);
    say("Stopping. Requests in progress can take up to " + stopWait.toSeconds() + " s.");
  }

  private static void warnOfPlainHttp(InetSocketAddress address) {
    if (!address.getAddress().isLoopbackAddress()) {
      LOG.warn(
          "there is no certificate, so tokens and records cross the network unencrypted: set"
              + " tls-cert and tls-key, or let only an encrypting proxy reach port {}",
          address.getPort());
    }
  }

  private static void sweep(Database database, Duration answers) {
    int forgotten = new Idempotency(database, answers).forgetOld();
    if (forgotten > 0) {
      LOG.info("deleted {} old answers that were kept for repeated requests", forgotten);
    }
    Leftovers.erase(database, Idempotency.SWEEP)
        .forEach(file -> LOG.warn("an archive may still have data of an erased farmer: {}", file));
  }

  private static ServerSocketChannel listen(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw Failure.of("The host " + host + " in --host is unknown.");
    }
    try {
      return Listeners.take(address);
    } catch (IOException e) {
      throw Failure.of(
          "Port %d on %s cannot be used: %s. Choose another with --port."
              .formatted(port, host, e.getMessage()));
    }
  }

  private static String baseUrl(Tls tls, InetSocketAddress address) {
    InetAddress host = address.getAddress();
    String name = host.isAnyLocalAddress() ? "127.0.0.1" : host.getHostAddress();
    return ServiceCheck.url(tls, name, address.getPort()) + "/v1";
  }
}
