package supplychain.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server of a data folder whose lock this process holds. */
final class OwnedServer {
  private static final Logger LOG = LoggerFactory.getLogger(OwnedServer.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

  /** Without any of these, a power cut loses records that were confirmed. */
  private static final List<String> DURABLE =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private final DataFolder folder;
  private final Cluster cluster;
  private final PostgresServer server;
  private Duration pause = Duration.ZERO;
  private long failedAt;

  /** The server of this folder, not started yet. */
  OwnedServer(DataFolder folder) throws IOException {
    if (Postmaster.running(folder).isEmpty()) {
      Postmaster.killRemains(folder);
    }
    folder.removeUnfinished();
    List<String> stepDown = UnixUser.stepDown(folder);
    PostgresTools tools = new PostgresTools(folder, PostgresBinaries.in(folder), stepDown);
    this.folder = folder;
    this.cluster = new Cluster(folder, tools);
    this.server = new PostgresServer(folder, tools);
  }

  PostgresServer server() {
    return server;
  }

  /** Starts the server, whatever state the folder was left in. */
  Login start() throws IOException {
    Login login = Login.read(folder.login()).orElseGet(Login::fresh);
    cluster.prepare(login);
    server.stop(); // A service that was killed may have left its server running.
    cluster.tools().binaries().removeOthers();
    try {
      return startAndCheck(login);
    } catch (IOException | RuntimeException e) {
      server.stopNow();
      throw e;
    }
  }

  private Login startAndCheck(Login login) throws IOException {
    Login started = server.start(login);
    try {
      requireSafe(started);
      return started;
    } catch (SQLException | DataFolderException e) {
      LOG.warn("the cluster in {} gets its login and settings again: {}", folder, e.getMessage());
    }
    server.stopNow();
    cluster.repair(started);
    Login again = server.start(started);
    try {
      requireSafe(again);
      return again;
    } catch (SQLException e) {
      throw DataFolderException.failure(
          folder.root(),
          "its PostgreSQL does not let the service in: " + e.getMessage(),
          "See " + folder.log() + ".",
          e);
    }
  }

  /** Logs in, and refuses a server that could lose records or lets anybody in. */
  private void requireSafe(Login login) throws SQLException {
    if (login.worksWithoutPassword()) {
      throw refusal("asks for no password", "Write scram-sha-256 into data/pg_hba.conf.");
    }
    try (Connection connection = login.connect();
        Statement statement = connection.createStatement()) {
      for (String setting : DURABLE) {
        try (ResultSet row = statement.executeQuery("show " + setting)) {
          row.next();
          if (!row.getString(1).equals("on")) {
            throw refusal("has " + setting + " = " + row.getString(1), "Set it to on.");
          }
        }
      }
    }
  }

  private DataFolderException refusal(String fault, String remedy) {
    return new DataFolderException(folder.root(), "its PostgreSQL " + fault, remedy);
  }

  /**
   * Starts the server again if it is gone. While that fails, on a full disk perhaps, it waits ever
   * longer between two attempts.
   *
   * @return the login of the server; its port is another one if the last port was taken
   */
  Login revive(Login last) throws IOException {
    if (server.isRunning() || System.nanoTime() - failedAt < pause.toNanos()) {
      return last;
    }
    try {
      Login login = server.start(last);
      pause = Duration.ZERO;
      LOG.warn("PostgreSQL was gone; it was started again, {}", login);
      return login;
    } catch (IOException | DataFolderException e) {
      pause = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
      failedAt = System.nanoTime();
      throw e;
    }
  }
}
