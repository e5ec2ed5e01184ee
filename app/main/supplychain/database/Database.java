package supplychain.database;

import static org.jooq.impl.DSL.inline;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableFunction;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import supplychain.core.Problem;
import supplychain.validation.Body;

/** PostgreSQL, and the two ways to use it: to read, and to write. */
public final class Database implements AutoCloseable {
  /** How long a statement may wait for a row that another transaction has locked. */
  public static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  /** How long one statement may run. */
  public static final Duration STATEMENT_TIME = Duration.ofSeconds(30);

  /**
   * How long a transaction may wait for its next statement. Then PostgreSQL rolls it back, so that
   * an instance that hangs or is cut off blocks no other.
   */
  public static final Duration IDLE_TIME = Duration.ofSeconds(60);

  /** {@link #LOCK_WAIT} for a transaction that records several requests together. */
  public static final Duration GROUP_LOCK_WAIT = Duration.ofMillis(100);

  /** {@link #STATEMENT_TIME} for a transaction that records several requests together. */
  static final Duration GROUP_STATEMENT_TIME = Duration.ofSeconds(5);

  /** How often the service runs a transaction that collides with others. */
  public static final int ATTEMPTS = 5;

  static final Settings SETTINGS =
      new Settings().withExecuteLogging(false).withRenderSchema(false).withRenderFormatted(false);

  /** The limits of time of each connection. */
  static final String LIMITS =
      "set lock_timeout = %d; set statement_timeout = %d"
          .formatted(LOCK_WAIT.toMillis(), STATEMENT_TIME.toMillis());

  private static final String WHOLE_TABLES =
      """
      set local enable_seqscan = on;
      set local enable_hashjoin = on;
      set local enable_mergejoin = on;
      set local enable_material = on""";

  private static final SqlText LOCK =
      new SqlText("select pg_advisory_xact_lock(hashtextextended(?, 0))");

  private final Pool pool;
  private final KnownRows known = new KnownRows();
  private final WriteCheck writeCheck = new WriteCheck();
  private volatile boolean mayHaveCommitted;

  private Database(Pool pool) {
    this.pool = pool;
  }

  /**
   * Opens a pool. The database may still be down: the pool connects when a request needs it.
   *
   * @param size the most connections
   * @param wait how long a request may wait for a connection before it gets 503
   * @param program the name that PostgreSQL shows among its sessions
   */
  public static Database open(
      String url, String user, String password, int size, Duration wait, String program) {
    return new Database(new Pool(url, user, password, size, wait, program));
  }

  /** How many connections are active and idle now, how many can be (max) and are waited for. */
  public Map<String, Integer> connectionCounts() {
    return pool.counts();
  }

  public int connections() {
    return pool.settings().getMaximumPoolSize();
  }

  /** How long a request may wait for a connection. */
  public Duration connectionWait() {
    return Duration.ofMillis(pool.settings().getConnectionTimeout());
  }

  /** The schema, over connections of its own. */
  public Schema schema() {
    return new Schema(pool.settings());
  }

  /** Another pool on the same database, whose tables are in this schema. */
  public Database inSchema(String name) {
    return new Database(pool.inSchema(name));
  }

  /** Reads without a transaction: each statement sees what is committed when it starts. */
  public <T> T read(Function<DSLContext, T> reading) {
    return pool.use(connection -> reading.apply(sql(connection)));
  }

  /** Runs a statement without a transaction and without limits of time, such as VACUUM. */
  public void maintain(String statement) {
    pool.use(
        connection -> {
          Pool.limitSilence(connection, Duration.ZERO);
          DSLContext sql = sql(connection);
          try {
            sql.execute("set statement_timeout = 0; set lock_timeout = 0");
            return sql.execute(statement);
          } finally {
            // A reset would return to the limits of the server, which has none.
            sql.execute(LIMITS);
          }
        });
  }

  /** Reads in one snapshot: all statements see the same instant. */
  public <T> T readConsistent(Function<DSLContext, T> reading) {
    return transaction(
        connection -> {
          DSLContext sql = sql(connection);
          sql.execute("set transaction isolation level repeatable read, read only");
          T result = reading.apply(sql);
          connection.commit();
          return result;
        });
  }

  /** Reads in one snapshot without limits of time, for statements that read whole tables. */
  public <T> T snapshot(Function<DSLContext, T> reading) {
    return readConsistent(
        sql -> {
          liftLimits(sql);
          allowWholeTables(sql);
          return reading.apply(sql);
        });
  }

  /** Throws if the database does not answer soon, or accepts no writes: its disk may be full. */
  public void check() {
    pool.use(
        connection -> {
          Pool.limitSilence(connection, NetworkLimits.SIGN_OF_LIFE);
          writeCheck.run(connection);
          return connection;
        });
  }

  /** Lets the plans of the current transaction read whole tables, and join them in any way. */
  public static void allowWholeTables(DSLContext sql) {
    sql.execute(WHOLE_TABLES);
  }

  /** Removes all limits of time from the current transaction. */
  public static void liftLimits(DSLContext sql) {
    sql.setLocal("statement_timeout", inline("0")).execute();
    sql.setLocal("lock_timeout", inline("0")).execute();
    sql.setLocal("idle_in_transaction_session_timeout", inline("0")).execute();
    sql.connection(connection -> Pool.limitSilence(connection, Duration.ZERO));
  }

  private static DSLContext sql(Connection connection) {
    return DSL.using(connection, SQLDialect.POSTGRES, SETTINGS);
  }

  /**
   * Writes in one transaction: all of it or nothing. It may run several times ({@link
   * #writeBatch}).
   *
   * @param author who writes; the history keeps it
   * @throws Problem UNAUTHENTICATED if the author's token is revoked or expires before the commit
   */
  public <T> T write(Author author, Function<DSLContext, T> writing) {
    return write(author, false, writing);
  }

  /** Writes in one transaction, or rehearses it: a dry run is rolled back at the end. */
  public <T> T write(Author author, boolean isDryRun, Function<DSLContext, T> writing) {
    return writeBatch(
        author,
        isDryRun,
        batch -> {
          batch.run();
          return writing.apply(batch.sql());
        });
  }

  /**
   * Writes with the batch of the transaction. The statement that tells the author waits in it for
   * the first {@link Batch#run}. The transaction is committed at the end, unless {@code writing}
   * has committed it. It runs again, up to {@value #ATTEMPTS} times in all, after a deadlock, a
   * serialization failure, and when another request takes a number or inserts the same product or
   * company-product first.
   */
  public <T> T writeBatch(Author author, boolean isDryRun, Function<Batch, T> writing) {
    for (int attempt = 1; ; attempt++) {
      try {
        return writeOnce(new Authors(author), isDryRun, false, writing);
      } catch (DataAccessException e) {
        if (attempt == ATTEMPTS || !SqlFailure.isCollision(e)) {
          throw e;
        }
      }
    }
  }

  /**
   * Records several requests in one transaction, each with its author by its body. It waits for a
   * lock only for {@link #GROUP_LOCK_WAIT}, and it does not run again here.
   *
   * @param mayAssume whether it may use known rows without reading them ({@link Batch#mayAssume})
   * @throws Problem UNAUTHENTICATED if any author's token is revoked or expires before the commit
   */
  public void writeTogether(Map<Body, Author> authors, boolean mayAssume, Consumer<Batch> writing) {
    writeOnce(
        new Authors(authors),
        false,
        mayAssume,
        batch -> {
          writing.accept(batch);
          return null;
        });
  }

  private <T> T writeOnce(
      Authors authors, boolean isDryRun, boolean mayAssume, Function<Batch, T> writing) {
    return transaction(
        connection -> {
          Batch batch = new Batch(authors, connection, isDryRun, known, mayAssume);
          try {
            T result = writing.apply(batch);
            if (!batch.isEnded()) {
              mayHaveCommitted = true;
              batch.commit();
              mayHaveCommitted = false;
            }
            return result;
          } catch (RuntimeException | Error e) {
            // A failure after the commit must not look as if nothing was recorded.
            if (batch.isEnded() && !isDryRun && !SqlFailure.isOutcomeUnknown(e)) {
              throw new SQLException("a failure after a commit", SqlFailure.UNKNOWN_OUTCOME, e);
            }
            throw e;
          }
        });
  }

  /**
   * Tells whether a write is in its commit at this moment. If its command is stopped now, the write
   * may be recorded all the same. Writes that call {@link Batch#commit} themselves do not count.
   */
  public boolean mayHaveCommitted() {
    return mayHaveCommitted;
  }

  /**
   * Makes transactions that do {@code what} run one after the other, on all instances. Takes an
   * advisory lock until the end of the transaction, and waits for it as long as for any other.
   */
  public static void lock(DSLContext sql, String what) {
    LOCK.with(what).execute(sql);
  }

  /**
   * The pool rolls back what is not committed when the connection returns to it. HikariCP sees only
   * statements of the connection itself: work that unwraps the connection must run one of these
   * first.
   */
  private <T> T transaction(FailableFunction<Connection, T, SQLException> work) {
    return pool.use(
        connection -> {
          connection.setAutoCommit(false);
          return work.apply(connection);
        });
  }

  @Override
  public void close() {
    pool.close();
  }
}
