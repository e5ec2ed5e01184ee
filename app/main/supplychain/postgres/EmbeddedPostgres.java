package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The PostgreSQL of the jar, which runs on the cluster of a data folder. */
public final class EmbeddedPostgres implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
  private static final int FIRST_PAUSE_SECONDS = 2;
  private static final int LONGEST_PAUSE_SECONDS = 15;

  /** If any of these is not on, a power cut loses confirmed records. */
  private static final String NOT_DURABLE =
      """
      select name || ' = ' || setting
      from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting <> 'on'
      """;

  private final DataFolder folder;
  private volatile Login login;

  /** The lock and the server of this process; null if another process runs the server. */
  private final FolderLock lock;

  private final PostgresServer server;
  private boolean closed;
  private int pauseSeconds;
  private long failedAt;

  private EmbeddedPostgres(DataFolder folder, Login login, FolderLock lock, PostgresServer server) {
    this.folder = folder;
    this.login = login;
    this.lock = lock;
    this.server = server;
  }

  /**
   * Starts PostgreSQL on this folder, or uses the server that runs there.
   *
   * @param service whether this is the service, which must own the folder; a command may use the
   *     server of another process
   * @throws DataFolderException if the folder cannot be used
   */
  public static EmbeddedPostgres open(Path dataFolder, boolean service) {
    try {
      DataFolder folder = DataFolder.at(dataFolder);
      Optional<FolderLock> lock = FolderLock.await(folder, service);
      return lock.isPresent()
          ? start(folder, lock.get())
          : new EmbeddedPostgres(folder, Login.read(folder.login()).orElseThrow(), null, null);
    } catch (IOException e) {
      throw DataFolderException.of(dataFolder.toAbsolutePath().normalize(), e);
    }
  }

  /** Whether a folder has a PostgreSQL with records. */
  public static boolean isIn(Path dataFolder) {
    return Files.exists(dataFolder.resolve(DataFolder.CLUSTER));
  }

  private static EmbeddedPostgres start(DataFolder folder, FolderLock lock) throws IOException {
    try {
      if (Postmaster.running(folder).isEmpty()) {
        Postmaster.killRemains(folder);
      }
      folder.removeUnfinished();
      PostgresTools tools = PostgresTools.in(folder);
      Cluster cluster = new Cluster(folder, tools);
      PostgresServer server = new PostgresServer(folder, tools);
      Login login = Login.read(folder.login()).orElseGet(Login::fresh);
      cluster.prepare(login);
      server.stop(); // A killed service may have left its server running.
      tools.binaries().removeOthers();
      return new EmbeddedPostgres(folder, start(folder, cluster, server, login), lock, server);
    } catch (IOException | RuntimeException e) {
      try (lock) {
        folder.removeUnfinished();
      }
      throw e;
    }
  }

  private static Login start(DataFolder folder, Cluster cluster, PostgresServer server, Login login)
      throws IOException {
    try {
      Login started = server.start(login);
      try {
        requireSafe(folder, started);
        return started;
      } catch (SQLException | DataFolderException e) {
        LOG.warn("the cluster in {} gets its login and settings again: {}", folder, e.getMessage());
      }
      server.stopNow();
      cluster.repair(started);
      Login again = server.start(started);
      requireSafe(folder, again);
      return again;
    } catch (SQLException e) {
      server.stopNow();
      throw DataFolderException.failure(
          folder.root(),
          "its PostgreSQL does not let the service in: " + e.getMessage(),
          "See " + folder.log() + ".");
    } catch (IOException | RuntimeException e) {
      server.stopNow();
      throw e;
    }
  }

  /** Logs in. Refuses a server that could lose records or asks for no password. */
  private static void requireSafe(DataFolder folder, Login login) throws SQLException {
    if (login.worksWithoutPassword()) {
      throw new DataFolderException(
          folder.root(),
          "its PostgreSQL asks for no password",
          "Write scram-sha-256 into data/pg_hba.conf.");
    }
    try (Connection connection = login.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(NOT_DURABLE)) {
      if (row.next()) {
        throw new DataFolderException(
            folder.root(), "its PostgreSQL has " + row.getString(1), "Set it to on.");
      }
    }
  }

  /**
   * Such as {@code jdbc:postgresql://127.0.0.1:5432/supply_chain}; {@link #revive} may change it.
   */
  public String url() {
    return login.url();
  }

  /** The owner of the database, who is no superuser. */
  public String user() {
    return login.user();
  }

  /** The password, the same at every start. */
  public String password() {
    return login.password();
  }

  /** Whether closing this stops the server. */
  public boolean owned() {
    return lock != null;
  }

  /**
   * Starts the server of this process again if it is gone. If another program has taken its port,
   * the server gets another one. The pause after each failed attempt grows.
   *
   * @throws DataFolderException if the server does not start
   */
  public synchronized void revive() {
    if (!owned()
        || closed
        || System.nanoTime() - failedAt < TimeUnit.SECONDS.toNanos(pauseSeconds)) {
      return;
    }
    boolean isRunning = false;
    try {
      if (!server.isRunning()) {
        login = server.start(login);
        LOG.warn("PostgreSQL was gone; it was started again, {}", login);
      }
      isRunning = true;
    } catch (IOException e) {
      throw DataFolderException.of(folder.root(), e);
    } finally {
      int longer = Math.max(FIRST_PAUSE_SECONDS, 2 * pauseSeconds);
      pauseSeconds = isRunning ? 0 : Math.min(LONGEST_PAUSE_SECONDS, longer);
      failedAt = System.nanoTime();
    }
  }

  /** Stops the server if it is the server of this process. */
  @Override
  public synchronized void close() {
    if (!owned() || closed) {
      return;
    }
    closed = true;
    try (lock) {
      server.stop();
    } catch (IOException e) {
      throw DataFolderException.of(folder.root(), e);
    }
  }
}
