package supplychain.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.RepeatedLines;

/** The connections that are kept open, as long as they lead to a server that can be written to. */
final class Pool implements AutoCloseable {
  /** What is done with a connection. */
  @FunctionalInterface
  interface Use<T> {
    /** Does it. */
    T on(Connection connection) throws SQLException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);
  private static final String AWAY_CLASS = "08";
  private static final String GONE =
      "the database is gone or read-only: the service opens every connection to it again";

  /** The server stops, or has become a standby: 57P01 to 57P03, 25006. */
  private static final Set<String> GOING = Set.of("57P01", "57P02", "57P03", Database.READ_ONLY);

  private volatile HikariDataSource connections;
  private final Duration silence;
  private final AtomicLong emptied = new AtomicLong(System.nanoTime());
  private final RepeatedLines warnings = new RepeatedLines();

  Pool(String url, String user, String password, int size, Duration wait) {
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
    NetworkLimits.properties()
        .forEach((name, value) -> config.addDataSourceProperty(name.toString(), value));
    // A detail of the server's names values of the row, which are nobody's business in a log.
    config.addDataSourceProperty("logServerErrorDetail", "false");
    // Who inserts rows together wants to know of each whether it was inserted.
    config.addDataSourceProperty("reWriteBatchedInserts", "false");
    // Timestamps are shown in the session's zone, and the interface shows UTC.
    config.setConnectionInitSql(
        """
        set time zone 'UTC';
        set lock_timeout = %d;
        set statement_timeout = %d;
        set idle_in_transaction_session_timeout = %d"""
            .formatted(
                Database.LOCK_WAIT.toMillis(),
                Database.STATEMENT_TIME.toMillis(),
                Database.IDLE_TIME.toMillis()));
    connections = new HikariDataSource(config);
  }

  private Pool(HikariConfig config, Duration silence) {
    this.silence = silence;
    connections = new HikariDataSource(config);
  }

  /** As many connections more, to the same database, that begin in this schema. */
  Pool inSchema(String name) {
    HikariConfig config = copy();
    config.setSchema(name);
    return new Pool(config, silence);
  }

  private HikariConfig copy() {
    HikariConfig config = new HikariConfig();
    connections.copyStateTo(config);
    return config;
  }

  /** How the connections are made. */
  HikariConfig settings() {
    return connections;
  }

  /** Makes connections to another URL from now on. What runs at the old one is cut off. */
  void moveTo(String url) {
    HikariDataSource left = connections;
    if (!left.getJdbcUrl().equals(url)) {
      HikariConfig config = copy();
      config.setJdbcUrl(url);
      connections = new HikariDataSource(config);
      left.close();
    }
  }

  private Connection connect() throws SQLException {
    HikariDataSource present = connections;
    try {
      return present.getConnection();
    } catch (SQLException e) {
      if (present == connections) {
        throw e;
      }
      return connections.getConnection(); // The one before was closed while we waited.
    }
  }

  /** Uses a connection; throws what Java throws when there is none. */
  <T> T use(Use<T> use) {
    try (Connection connection = connect()) {
      long taken = System.nanoTime();
      try {
        NetworkLimits.limitSilence(connection, silence);
        return use.on(connection);
      } catch (RuntimeException | SQLException e) {
        if (isGone(Database.sqlState(e))) {
          empty(taken);
        }
        throw e;
      }
    } catch (SQLException e) {
      throw new DataAccessException("the database could not be used", e);
    }
  }

  private static boolean isGone(String state) {
    return state.startsWith(AWAY_CLASS) || GOING.contains(state);
  }

  /**
   * Lets go of every connection: one that leads nowhere is seldom alone, and each of the others
   * would cost a request. Those made since are of a later server and stay.
   */
  private void empty(long taken) {
    long last = emptied.get();
    if (taken - last > 0 && emptied.compareAndSet(last, System.nanoTime())) {
      warnings.write(GONE, GONE, LOG::warn);
      connections.getHikariPoolMXBean().softEvictConnections();
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
