package supplychain.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.lang3.function.FailableFunction;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection pool. It replaces all connections when the server stops or becomes read-only. */
final class Pool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  private final HikariDataSource connections;
  private final Duration silence;
  private final AtomicLong emptied = new AtomicLong(System.nanoTime());

  Pool(String url, String user, String password, int size, Duration wait, String program) {
    silence = NetworkLimits.silence(url);
    HikariConfig config = new HikariConfig();
    config.setPoolName("supply-chain");
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(wait.toMillis());
    config.setValidationTimeout(NetworkLimits.SIGN_OF_LIFE.toMillis());
    config.setInitializationFailTimeout(-1);
    if (!url.contains("ApplicationName=")) {
      config.addDataSourceProperty("ApplicationName", program);
    }
    NetworkLimits.properties()
        .forEach((name, value) -> config.addDataSourceProperty(name.toString(), value));
    // The detail of an error shows values of the row, which may be personal data.
    config.addDataSourceProperty("logServerErrorDetail", "false");
    // A rewritten batch no longer tells for each row whether it was inserted.
    config.addDataSourceProperty("reWriteBatchedInserts", "false");
    // Each connection keeps its statements. A write with the document has a text of 20 kB, and
    // there are many such texts: one for each choice of fields to change.
    config.addDataSourceProperty("preparedStatementCacheSizeMiB", "2");
    // PostgreSQL writes timestamps in the session's time zone, and the interface shows UTC. A
    // statement has one plan for all parameters, because planning the query of a document
    // takes as long as running it. The plan may be made while the tables are small, so it must look
    // up each row by an index. Other ways to join read a whole table. A memo of the
    // rows that a join found pays only if the same values come again, and the history would hash
    // each changed row for it.
    config.setConnectionInitSql(
        """
        set time zone 'UTC';
        set plan_cache_mode = force_generic_plan;
        set enable_seqscan = off;
        set enable_hashjoin = off;
        set enable_mergejoin = off;
        set enable_material = off;
        set enable_memoize = off;
        set jit = off;
        %s;
        set idle_in_transaction_session_timeout = %d\
        """
            .formatted(Database.LIMITS, Database.IDLE_TIME.toMillis()));
    connections = new HikariDataSource(config);
  }

  private Pool(HikariConfig config, Duration silence) {
    this.silence = silence;
    connections = new HikariDataSource(config);
  }

  /** Another pool of the same size on the same database, whose tables are in this schema. */
  Pool inSchema(String name) {
    HikariConfig config = new HikariConfig();
    connections.copyStateTo(config);
    config.setSchema(name);
    return new Pool(config, silence);
  }

  /** The figures of HikariCP by its names for them; none before the first connection. */
  Map<String, Integer> counts() {
    HikariPoolMXBean pool = connections.getHikariPoolMXBean();
    return pool == null
        ? Map.of()
        : Map.of(
            "active", pool.getActiveConnections(),
            "idle", pool.getIdleConnections(),
            "pending", pool.getThreadsAwaitingConnection(),
            "max", connections.getMaximumPoolSize());
  }

  HikariConfig settings() {
    return connections;
  }

  /** Runs work on a connection. Throws an exception if no connection becomes free in time. */
  <T> T use(FailableFunction<Connection, T, SQLException> use) {
    try (Connection connection = connections.getConnection()) {
      long taken = System.nanoTime();
      try {
        limitSilence(connection, silence);
        return use.apply(connection);
      } catch (RuntimeException | SQLException e) {
        if (SqlFailure.isGone(SqlFailure.state(e))) {
          empty(taken);
        }
        throw e;
      }
    } catch (SQLException e) {
      throw new DataAccessException("the database could not be used", e);
    }
  }

  /** Sets how long the server may be silent; zero means no limit. */
  static void limitSilence(Connection connection, Duration most) throws SQLException {
    // HikariCP restores the limit when the connection returns to it.
    connection.setNetworkTimeout(Runnable::run, (int) most.toMillis());
  }

  /**
   * Replaces all connections that are older than the failed one: if the server is gone, each of
   * them would fail another request.
   */
  private void empty(long taken) {
    long last = emptied.get();
    boolean isOpen = !connections.isClosed();
    if (isOpen && taken - last > 0 && emptied.compareAndSet(last, System.nanoTime())) {
      LOG.warn(
          "the database cannot be reached, is read-only or did not confirm a commit, so the service"
              + " replaces all connections");
      connections.getHikariPoolMXBean().softEvictConnections();
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
