package supplychain.database;

import static org.jooq.impl.DSL.inline;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.postgresql.util.PSQLException;

/** PostgreSQL, and the two ways to use it: to read, and to write. */
public final class Database implements AutoCloseable {
  /** How long a statement may wait for a row that another transaction holds. */
  public static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  /** How long one statement may run. */
  public static final Duration STATEMENT_TIME = Duration.ofSeconds(30);

  /**
   * How long a transaction may wait for its next statement. Then PostgreSQL rolls it back: who
   * hangs, or is cut off from it, keeps nobody else waiting.
   */
  public static final Duration IDLE_TIME = Duration.ofSeconds(60);

  /** How often a transaction that PostgreSQL rolled back for the sake of another is run again. */
  public static final int ATTEMPTS = 5;

  static final Settings SETTINGS =
      new Settings().withExecuteLogging(false).withRenderSchema(false).withRenderFormatted(false);

  /** The SQLSTATE of a write to a standby, or in a session that may not write. */
  public static final String READ_ONLY = "25006";

  private static final Set<String> SERIALIZATION_FAILURE_OR_DEADLOCK = Set.of("40001", "40P01");

  private final Pool pool;
  private final WriteCheck writeCheck = new WriteCheck();

  private Database(Pool pool) {
    this.pool = pool;
  }

  /**
   * Opens a pool. It does not wait for the database: what is away now may be there later.
   *
   * @param size connections at the most
   * @param wait how long a request may wait for one before it is answered 503
   */
  public static Database open(String url, String user, String password, int size, Duration wait) {
    return new Database(new Pool(url, user, password, size, wait));
  }

  /** How many connections it has at the most. */
  public int connections() {
    return pool.settings().getMaximumPoolSize();
  }

  /** How long a request may wait for one. */
  public Duration connectionWait() {
    return Duration.ofMillis(pool.settings().getConnectionTimeout());
  }

  /**
   * Goes on with the same database at another URL, where it is another one. What runs at the old
   * one is cut off.
   */
  public void moveTo(String url) {
    pool.moveTo(url);
  }

  /** Brings the schema up to date; several instances at once wait for each other. */
  public void migrate() {
    new Schema(pool.settings()).migrate();
  }

  /** The same up to a version that the jar knows, and no further. */
  public void migrate(String version) {
    new Schema(pool.settings()).migrate(version);
  }

  /** Another pool on the same database, which finds and makes its tables in this schema. */
  public Database inSchema(String name) {
    return new Database(pool.inSchema(name));
  }

  /** Refuses a schema that is older or newer than the jar's. */
  public void requireCurrentSchema() {
    new Schema(pool.settings()).requireCurrent();
  }

  /** Runs a reading without a transaction around it: each statement sees what is committed. */
  public <T> T read(Function<DSLContext, T> reading) {
    return pool.use(connection -> reading.apply(sql(connection)));
  }

  /** Runs a reading that sees all as it is at one instant. */
  public <T> T instant(Function<DSLContext, T> reading) {
    return transaction(
        Database::sql,
        sql -> {
          sql.execute("set transaction isolation level repeatable read, read only");
          return reading.apply(sql);
        },
        Ending.COMMIT);
  }

  /** The same, and it may take as long as it takes. */
  public <T> T snapshot(Function<DSLContext, T> reading) {
    return instant(
        sql -> {
          liftLimits(sql);
          return reading.apply(sql);
        });
  }

  /**
   * Asks the database for a sign of life, within {@link NetworkLimits#SIGN_OF_LIFE}; throws what
   * Java throws when there is none, or when nothing can be written there: its disk may be full.
   */
  public void check() {
    pool.use(
        connection -> {
          NetworkLimits.limitSilence(connection, NetworkLimits.SIGN_OF_LIFE);
          writeCheck.run(connection);
          return connection;
        });
  }

  /** Lets the transaction at hand run, wait and say nothing for as long as it takes. */
  public static void liftLimits(DSLContext sql) {
    sql.setLocal("statement_timeout", inline("0")).execute();
    sql.setLocal("lock_timeout", inline("0")).execute();
    sql.setLocal("idle_in_transaction_session_timeout", inline("0")).execute();
    sql.connection(connection -> NetworkLimits.limitSilence(connection, Duration.ZERO));
  }

  private static DSLContext sql(Connection connection) {
    return DSL.using(connection, SQLDialect.POSTGRES, SETTINGS);
  }

  /**
   * Runs a writing as one transaction: all of it or nothing. What PostgreSQL rolls back as a
   * deadlock or a serialization failure is run again, {@value #ATTEMPTS} times at the most.
   *
   * @param author who writes; kept with every change
   * @throws RevokedException if the author's token is revoked, or expires, before the end
   */
  public <T> T write(Author author, Function<DSLContext, T> writing) {
    return write(author, false, writing);
  }

  /**
   * The same, perhaps as a dry run.
   *
   * @param isDryRun whether the transaction is rolled back at the end
   */
  public <T> T write(Author author, boolean isDryRun, Function<DSLContext, T> writing) {
    return write(author, writing, isDryRun ? Ending.ROLLBACK : Ending.COMMIT);
  }

  private <T> T write(Author author, Function<DSLContext, T> writing, Ending ending) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction(
            connection -> AuditContext.signed(sql(connection), author, connection),
            sql -> AuditContext.checkedAgain(sql, writing.apply(sql)),
            ending);
      } catch (DataAccessException e) {
        if (attempt == ATTEMPTS || !SERIALIZATION_FAILURE_OR_DEADLOCK.contains(sqlState(e))) {
          throw e;
        }
      }
    }
  }

  private <T> T transaction(
      Function<Connection, DSLContext> opening, Function<DSLContext, T> work, Ending ending) {
    return pool.use(
        connection -> {
          connection.setAutoCommit(false);
          try {
            T result = work.apply(opening.apply(connection));
            ending.end(connection);
            return result;
          } catch (RuntimeException | SQLException e) {
            rollBack(connection, e);
            throw e;
          }
        });
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

  /** How a transaction ends whose work is done. */
  @FunctionalInterface
  private interface Ending {
    /** What was written stays. */
    Ending COMMIT = Ending::commit;

    /** Nothing of it stays. */
    Ending ROLLBACK = Connection::rollback;

    /** An outcome that is not known, as SQLSTATE. */
    String UNKNOWN_OUTCOME = "08007";

    /** Ends it. */
    void end(Connection connection) throws SQLException;

    /**
     * Commits. Whoever cancels the wait for the standby makes PostgreSQL report a success with a
     * warning, though the standby may never hear of it: that is none.
     */
    private static void commit(Connection connection) throws SQLException {
      connection.clearWarnings();
      connection.commit();
      SQLWarning warning = connection.getWarnings();
      if (warning != null) {
        throw new SQLException("committed, but not confirmed", UNKNOWN_OUTCOME, warning);
      }
    }
  }
}
