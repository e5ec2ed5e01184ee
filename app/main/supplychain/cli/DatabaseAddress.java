package supplychain.cli;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.jooq.exception.DataAccessException;
import org.postgresql.PGProperty;
import supplychain.database.Database;
import supplychain.database.NetworkLimits;
import supplychain.database.WriteCheck;
import supplychain.postgres.EmbeddedPostgres;

/** Where the records are: in a folder, kept by the embedded PostgreSQL, or in one at a URL. */
final class DatabaseAddress {
  /** How long the service waits at its start for a database that is away. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How often the service looks whether its PostgreSQL still runs. */
  private static final Duration REVIVE_EVERY = Duration.ofMillis(250);

  private static final int COMMAND_CONNECTIONS = 2;
  private static final Duration COMMAND_WAIT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Set<String> NOT_YET = Set.of("57P03", "53300", Database.READ_ONLY);

  /** Whoever gets hold of the port of a server that was killed must not be told its password. */
  private static final String WITHOUT_SHOWING_THE_PASSWORD =
      "?sslmode=disable&requireAuth=scram-sha-256";

  private static final String AWAY_CLASS = "08";

  private final Path folder;
  private final String url;
  private final String user;
  private final String password;

  private DatabaseAddress(Path folder, String url, String user, String password) {
    this.folder = folder;
    this.url = url;
    this.user = user;
    this.password = password;
  }

  static DatabaseAddress embedded(Path folder) {
    return new DatabaseAddress(folder.toAbsolutePath().normalize(), null, null, null);
  }

  static DatabaseAddress of(String url, String user, String password) {
    return new DatabaseAddress(null, url, user, password);
  }

  /** The folder of the embedded PostgreSQL; null for one at a URL. */
  Path folder() {
    return folder;
  }

  /** What to add to a command for it to work on the same records. */
  String flag() {
    return folder == null ? "" : " --data " + folder;
  }

  /** Where it is, without user or password. */
  @Override
  public String toString() {
    return folder == null ? "the database at " + Settings.withoutSecrets(url) : folder.toString();
  }

  /** For the service: starts the embedded PostgreSQL, or waits for the one at the URL. */
  Database openService(OpenParts parts, int connections, Duration wait, Consumer<String> say) {
    if (folder == null) {
      await(parts, PATIENCE, true, say);
      return open(parts, connections, wait);
    }
    EmbeddedPostgres embedded = parts.open(() -> EmbeddedPostgres.open(folder, true));
    Database database = of(embedded).open(parts, connections, wait);
    Runnable revival =
        () -> {
          embedded.revive();
          database.moveTo(urlOf(embedded));
        };
    parts.open(() -> Repeated.begin("revival", revival, REVIVE_EVERY, REVIVE_EVERY));
    return database;
  }

  /** For a command: joins the embedded PostgreSQL of a running service, or starts it. */
  Database openCommand(OpenParts parts) {
    if (folder == null) {
      await(parts, Duration.ZERO, false, line -> {});
      return open(parts, COMMAND_CONNECTIONS, COMMAND_WAIT);
    }
    EmbeddedPostgres embedded = parts.open(() -> EmbeddedPostgres.open(folder, false));
    return of(embedded).open(parts, COMMAND_CONNECTIONS, COMMAND_WAIT);
  }

  private static DatabaseAddress of(EmbeddedPostgres embedded) {
    return of(urlOf(embedded), embedded.user(), embedded.password());
  }

  private static String urlOf(EmbeddedPostgres embedded) {
    return embedded.url() + WITHOUT_SHOWING_THE_PASSWORD;
  }

  private Database open(OpenParts parts, int connections, Duration wait) {
    return parts.open(() -> Database.open(url, user, password, connections, wait));
  }

  /**
   * Tries until the database lets us in; only what may pass by itself is worth the wait.
   *
   * @param writing whether a standby, which can only be read, will not do
   */
  void await(OpenParts parts, Duration patience, boolean writing, Consumer<String> say) {
    long start = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      try (Connection connection = DriverManager.getConnection(url, properties())) {
        if (writing) {
          // A standby lets everybody in, and may be the primary soon.
          WriteCheck.requireWritable(connection);
        }
        return;
      } catch (SQLException | DataAccessException e) {
        if (!mayPass(e) || System.nanoTime() - start >= patience.toNanos()) {
          throw Failure.of("The database does not let the service in: " + OneLine.of(e));
        }
        if (attempt == 1) {
          say.accept(
              String.format(
                  Locale.ROOT,
                  "The database is away; trying again for %d seconds: %s",
                  patience.toSeconds(),
                  OneLine.of(e)));
        }
      }
      parts.pause(PAUSE);
    }
  }

  private static boolean mayPass(Exception e) {
    String state = Database.sqlState(e);
    return state.startsWith(AWAY_CLASS) || NOT_YET.contains(state);
  }

  private Properties properties() {
    Properties properties = NetworkLimits.properties();
    if (user != null) {
      PGProperty.USER.set(properties, user);
    }
    if (password != null) {
      PGProperty.PASSWORD.set(properties, password);
    }
    return properties;
  }
}
