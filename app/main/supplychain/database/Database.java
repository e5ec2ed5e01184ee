package supplychain.database;

import static org.jooq.impl.DSL.inline;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.postgresql.util.PSQLException;

/** The pool of connections to PostgreSQL, and the two ways to use one: to read, and to write. */
public final class Database implements AutoCloseable {
  /** How long a statement may wait for a row that another transaction holds. */
  public static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  /** How long one statement may run. */
  public static final Duration STATEMENT_TIME = Duration.ofSeconds(30);

  /** How often a transaction that PostgreSQL rolled back for the sake of another is run again. */
  public static final int ATTEMPTS = 5;

  static final Settings SETTINGS =
      new Settings().withExecuteLogging(false).withRenderSchema(false).withRenderFormatted(false);

  private static final Set<String> SERIALIZATION_FAILURE_OR_DEADLOCK = Set.of("40001", "40P01");

  private final HikariDataSource pool;

  private Database(HikariDataSource pool) {
    this.pool = pool;
  }

  /**
   * Opens a pool. It does not wait for the database: what is away now may be there later.
   *
   * @param size connections at the most
   * @param wait how long a request may wait for one before it is answered 503
   */
  public static Database open(String url, String user, String password, int size, Duration wait) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("supply-chain");
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(wait.toMillis());
    config.setInitializationFailTimeout(-1);
    // A detail of the server's names values of the row, which are nobody's business in a log.
    config.addDataSourceProperty("logServerErrorDetail", "false");
    // Who inserts rows together wants to know of each whether it was inserted.
    config.addDataSourceProperty("reWriteBatchedInserts", "false");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    // Timestamps are shown in the session's zone, and the interface shows UTC.
    config.setConnectionInitSql(
        "set time zone 'UTC'; set lock_timeout = %d; set statement_timeout = %d"
            .formatted(LOCK_WAIT.toMillis(), STATEMENT_TIME.toMillis()));
    return new Database(new HikariDataSource(config));
  }

  /** Brings the schema up to date; several instances at once wait for each other. */
  public void migrate() {
    new Schema(pool).migrate();
  }

  /** The same up to a version that the jar knows, and no further. */
  public void migrate(String version) {
    new Schema(pool).migrate(version);
  }

  /** Another pool on the same database, which finds and makes its tables in this schema. */
  public Database inSchema(String name) {
    HikariConfig config = new HikariConfig();
    pool.copyStateTo(config);
    config.setSchema(name);
    return new Database(new HikariDataSource(config));
  }

  /** Refuses a schema that is older or newer than the jar's. */
  public void requireCurrentSchema() {
    new Schema(pool).requireCurrent();
  }

  /** Runs a reading without a transaction around it: each statement sees what is committed. */
  public <T> T read(Function<DSLContext, T> reading) {
    try (Connection connection = pool.getConnection()) {
      return reading.apply(DSL.using(connection, SQLDialect.POSTGRES, SETTINGS));
    } catch (SQLException e) {
      throw new DataAccessException("the reading failed", e);
    }
  }

  /** Runs a reading of which every statement sees the same moment, however long it takes. */
  public <T> T readOneMoment(Function<DSLContext, T> reading) {
    return transaction(
        sql -> {
          sql.execute("set transaction isolation level repeatable read, read only");
          liftLimits(sql);
          return reading.apply(sql);
        });
  }

  /** Lets the transaction's statements run, and wait for others, as long as it takes. */
  public static void liftLimits(DSLContext sql) {
    sql.setLocal("statement_timeout", inline("0")).execute();
    sql.setLocal("lock_timeout", inline("0")).execute();
  }

  /** Asks the database for a sign of life; throws what Java throws when there is none. */
  public void check() {
    read(sql -> sql.selectOne().fetchSingle());
  }

  /**
   * Runs a writing as one transaction: all of it or nothing. What PostgreSQL rolls back as a
   * deadlock or a serialization failure is run again, {@value #ATTEMPTS} times at the most.
   */
  public <T> T write(Function<DSLContext, T> writing) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction(writing);
      } catch (DataAccessException e) {
        if (attempt == ATTEMPTS || !SERIALIZATION_FAILURE_OR_DEADLOCK.contains(sqlState(e))) {
          throw e;
        }
      }
    }
  }

  private <T> T transaction(Function<DSLContext, T> writing) {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try {
        T result = writing.apply(DSL.using(connection, SQLDialect.POSTGRES, SETTINGS));
        connection.commit();
        return result;
      } catch (RuntimeException | SQLException e) {
        rollBack(connection, e);
        throw e;
      }
    } catch (SQLException e) {
      throw new DataAccessException("the transaction failed", e);
    }
  }

  private static void rollBack(Connection connection, Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /** The SQLSTATE behind an exception; empty where PostgreSQL gave none. */
  public static String sqlState(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState();
      }
    }
    return "";
  }

  /** Whether an exception means that a row would break this constraint. */
  public static boolean violates(DataAccessException e, String constraint) {
    PSQLException cause = e.getCause(PSQLException.class);
    return cause != null
        && cause.getServerErrorMessage() != null
        && constraint.equals(cause.getServerErrorMessage().getConstraint());
  }

  @Override
  public void close() {
    pool.close();
  }
}
