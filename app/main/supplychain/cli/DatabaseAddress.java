package supplychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import supplychain.backup.BackupWriter;
import supplychain.backup.Restoration;
import supplychain.cli.Settings.Source;
import supplychain.cli.Settings.Value;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.database.NetworkLimits;
import supplychain.database.SqlFailure;
import supplychain.database.WriteCheck;
import supplychain.postgres.EmbeddedPostgres;

/**
 * Where the records are: in a folder of the embedded PostgreSQL, or in a PostgreSQL at a URL.
 *
 * @param folder the folder of the embedded PostgreSQL; null for a URL
 * @param next the next commands for these records; null for a folder that only this process uses
 */
record DatabaseAddress(Path folder, String url, String user, String password, NextCommand next) {
  static final Path DEFAULT_FOLDER = Path.of("supply-chain-data");

  /** Parameters that a URL must not have, since others may read flags, variables and settings. */
  private static final List<String> SECRETS = List.of("password", "sslpassword");

  /** How long the service waits at its start for a database that it cannot reach. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How often the service looks whether its PostgreSQL still runs. */
  private static final Duration REVIVE_EVERY = Duration.ofMillis(250);

  /** The name of the service among the sessions of PostgreSQL. */
  private static final String SERVICE = "supply-chain serve";

  static final int COMMAND_CONNECTIONS = 2;
  static final Duration COMMAND_WAIT = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** The server is starting or stopping, has too many connections, or is a standby. */
  private static final Set<String> NOT_YET = Set.of("57P03", "53300", SqlFailure.READ_ONLY);

  /** Another program may have taken the port of a killed server. It must not learn the password. */
  private static final String HIDING_THE_PASSWORD = "?sslmode=disable&requireAuth=scram-sha-256";

  private static final String AWAY_CLASS = "08";

  /** The pid alone is not unique: with two hosts in the URL, both can have this pid. */
  private static final String SESSION =
      "select concat_ws(' ', pid, backend_start) from pg_stat_activity where pid ="
          + " pg_backend_pid()";

  private static final DateTimeFormatter BACKUP_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd-HHmmss");

  static DatabaseAddress read(Function<Setting, Value> settings, Path defaultFolder) {
    Value folder = settings.apply(Setting.DATA);
    Value url = settings.apply(Setting.DB_URL);
    Value user = settings.apply(Setting.DB_USER);
    Value file = settings.apply(Setting.DB_PASSWORD_FILE);
    Value config = settings.apply(Setting.CONFIG);
    if (folder.isGiven() && folder.source() == url.source()) {
      throw Failure.wrongUse(
          "%s and %s cannot be used together. Give only one of them."
              .formatted(folder.name(), url.name()));
    }
    if (url.overrides(folder)) {
      requireUsable(url);
      return new DatabaseAddress(
          null,
          url.text(),
          user.text(),
          file.isGiven() ? password(file) : null,
          NextCommand.of(config, Stream.of(url, user, file).filter(Value::isGiven).toList()));
    }
    for (Value idle : List.of(user, file)) {
      // A password file of systemd stays after a move from your own PostgreSQL, and does no harm.
      boolean isLeft =
          idle.source() == Source.CREDENTIAL
              || SystemdService.credential(idle.setting()).equals(idle.text());
      if (idle.isGiven() && !folder.overrides(idle) && !isLeft) {
        throw Failure.wrongUse(
            idle.name()
                + " needs --db-url. The embedded PostgreSQL has its own user and password.");
      }
    }
    Path absolute = (folder.isGiven() ? folder.path() : defaultFolder).toAbsolutePath().normalize();
    Value shown = new Value(Setting.DATA, folder.source(), folder.name(), absolute.toString());
    NextCommand next = NextCommand.of(config, List.of(shown));
    return new DatabaseAddress(absolute, null, null, null, next);
  }

  private static void requireUsable(Value url) {
    boolean hasUser = url.text().split("\\?", 2)[0].contains("@");
    // The driver would log a password as a wrong port.
    Properties parsed = hasUser ? null : Driver.parseURL(url.text(), new Properties());
    if (parsed == null || SECRETS.stream().anyMatch(parsed::containsKey)) {
      throw url.wrong(
          "jdbc:postgresql://HOST:PORT/DATABASE, with user and password in their own settings");
    }
  }

  private static String password(Value file) {
    try {
      return Files.readString(file.path()).stripTrailing();
    } catch (IOException unreadable) {
      throw file.wrong("a file that user " + System.getProperty("user.name") + " may read");
    }
  }

  static DatabaseAddress embedded(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    return new DatabaseAddress(absolute, null, null, null, null);
  }

  static DatabaseAddress of(String url, String user, String password) {
    return new DatabaseAddress(null, url, user, password, null);
  }

  /** The place of the records, without user and password. */
  @Override
  public String toString() {
    return folder == null ? "the database at " + Settings.withoutSecrets(url) : folder.toString();
  }

  /** For the service: starts the embedded PostgreSQL, or waits for the one at the URL. */
  Database openService(OpenParts parts, int connections, Duration wait, Consumer<String> say) {
    if (folder == null) {
      await(parts, PATIENCE, true, say);
      return open(parts, connections, wait, SERVICE);
    }
    EmbeddedPostgres embedded = parts.open(() -> EmbeddedPostgres.open(folder, true));
    Database database = of(embedded).open(parts, connections, wait, SERVICE);
    parts.repeat("revival", embedded::revive, REVIVE_EVERY, REVIVE_EVERY);
    return database;
  }

  /**
   * For a command: uses the embedded PostgreSQL of a running service, or starts it.
   *
   * @param words the command, whose sessions in PostgreSQL have this name
   * @param filling options of the server, for a command that may put the first records there;
   *     otherwise null
   */
  Database openCommand(OpenParts parts, String words, String filling) {
    DatabaseAddress server = this;
    if (folder == null) {
      await(parts, Duration.ZERO, false, line -> {});
    } else if (filling == null) {
      server = of(parts.open(() -> EmbeddedPostgres.open(folder, false)));
    } else {
      server = of(parts.open(() -> EmbeddedPostgres.fill(folder, words, filling)));
    }
    return server.open(parts, COMMAND_CONNECTIONS, COMMAND_WAIT, "supply-chain " + words);
  }

  private static DatabaseAddress of(EmbeddedPostgres embedded) {
    String url = embedded.url() + HIDING_THE_PASSWORD;
    return of(url, embedded.user(), embedded.password());
  }

  private Database open(OpenParts parts, int connections, Duration wait, String program) {
    return parts.open(() -> Database.open(url, user, password, connections, wait, program));
  }

  /**
   * Waits until the database lets the service in. Refuses at once if waiting cannot help.
   *
   * @param writing whether to wait until a standby becomes the primary
   */
  void await(OpenParts parts, Duration patience, boolean writing, Consumer<String> say) {
    long start = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      try (Connection connection = connect()) {
        requireOwnSession(connection);
        if (writing) {
          // A standby lets the service in, too.
          WriteCheck.requireWritable(connection);
        }
        return;
      } catch (SQLException e) {
        String state = SqlFailure.state(e);
        boolean isTemporary = state.startsWith(AWAY_CLASS) || NOT_YET.contains(state);
        boolean isOver = !isTemporary || System.nanoTime() - start >= patience.toNanos();
        if (attempt == 1 && !isOver) {
          say.accept(
              "The database cannot be reached. Trying again for %d seconds: %s"
                  .formatted(patience.toSeconds(), OneLine.of(e)));
        }
        if (isOver || parts.awaitStop(PAUSE)) {
          throw Failure.of("The service cannot use " + this + ": " + OneLine.of(e));
        }
      }
    }
  }

  /** Marks a folder as complete. Until then, no other command uses a folder that this one fills. */
  void keep() {
    if (folder != null) {
      EmbeddedPostgres.keep(folder);
    }
  }

  /**
   * Upgrades the schema. Before that, backs up the records of an older release: into their folder,
   * or into the working directory if they are in your own PostgreSQL.
   *
   * @param backsUp whether to take that backup
   * @throws Failure if the disk of the embedded PostgreSQL is full
   */
  void upgrade(Database database, boolean backsUp, Consumer<String> say) {
    Restoration.requireFinished(database);
    Optional<String> schema = database.schema().outdated();
    if (backsUp && schema.isPresent()) {
      String time = LocalDateTime.now(ZoneOffset.UTC).format(BACKUP_TIME);
      Path file =
          (folder == null ? Path.of("") : folder)
              .resolve("before-upgrade-of-schema-%s-%s.zip".formatted(schema.get(), time))
              .toAbsolutePath();
      say.accept(
          "Backing up to %s before the upgrade from version %s of the schema."
              .formatted(file, schema.get()));
      ShownProgress.during(
          progress ->
              UnfinishedFile.write(
                  file, out -> BackupWriter.writeOutdated(database, out, progress)));
    }
    try {
      database.schema().migrate();
    } catch (FlywayException e) {
      if (folder != null && SqlFailure.state(e).equals(SqlFailure.DISK_FULL)) {
        throw EmbeddedPostgres.refusal(folder, "there is no room for the tables");
      }
      throw e;
    }
  }

  /**
   * Refuses a pooler that lends a session of PostgreSQL for one transaction at a time: a session
   * that waits for its next transaction is then another one, or serves another connection too.
   */
  private void requireOwnSession(Connection mine) throws SQLException {
    String before = WriteCheck.ask(mine, SESSION);
    boolean isOwn = WriteCheck.ask(mine, SESSION).equals(before);
    try (Connection other = connect()) {
      isOwn &= !WriteCheck.ask(other, SESSION).equals(before);
      isOwn &= WriteCheck.ask(mine, SESSION).equals(before);
    }
    if (!isOwn) {
      throw Failure.of(
          "A connection pooler in transaction mode or statement mode is between this jar and"
              + " PostgreSQL. Locks, settings and prepared statements do not last there. Use"
              + " session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL itself.");
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = NetworkLimits.properties();
    PGProperty.USER.set(properties, user);
    PGProperty.PASSWORD.set(properties, password);
    return DriverManager.getConnection(url, properties);
  }
}
