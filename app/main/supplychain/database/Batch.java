package supplychain.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.ConnectionProvider;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.postgresql.util.PSQLWarning;
import supplychain.core.Problem;

/**
 * The statements of a write that PostgreSQL gets together, in one round trip. They wait until
 * {@link #run} or {@link #commit}; a query outside the batch is refused meanwhile. The first
 * statement tells who writes, or sets the limits of a group. The last one before the commit checks
 * that the token is live, because the request and the statements before it may have waited for
 * long.
 */
public final class Batch implements ConnectionProvider {
  static final SqlFile SQL = SqlFile.beside(Batch.class, "writes.sql");

  /** The SQLSTATE of {@code refuse_token} in db/V002. */
  private static final String NOT_LIVE = "SC002";

  private static final String COMMIT = "commit";

  /** For a query that runs for its effect. */
  public static final SqlText.Row<Void> NOTHING = row -> null;

  /** PostgreSQL's routine that waits for a standby at a commit. */
  private static final String STANDBY_WAIT = "SyncRepWaitForLSN";

  /** More would make long texts, of which the driver prepares only some. */
  private static final int MOST_TOGETHER = 16;

  /** One text object for the same statements: the driver finds its prepared statement at once. */
  private static final Cache<List<String>, String> TEXTS =
      Caffeine.newBuilder().maximumSize(200).build();

  private final Connection connection;
  private final boolean isDryRun;
  private final Authors authors;
  private final KnownRows known;
  private final boolean mayAssume;
  private final DSLContext sql = DSL.using(this, SQLDialect.POSTGRES, Database.SETTINGS);
  private final List<Statement> waiting = new ArrayList<>();
  private boolean isEnded;

  /** A statement that waits; {@code fetched} receives its rows, and is null if it has none. */
  private record Statement(String text, Fetched<?> fetched, Object... values) {}

  Batch(
      Authors authors,
      Connection connection,
      boolean isDryRun,
      KnownRows known,
      boolean mayAssume) {
    this.authors = authors;
    this.known = known;
    this.mayAssume = mayAssume;
    this.connection = connection;
    this.isDryRun = isDryRun;
    sql.configuration().data(Batch.class, this);
    authors.begin(this);
  }

  /** The batch of the write whose queries go through this context; null if they only read. */
  public static Batch of(DSLContext sql) {
    return (Batch) sql.configuration().data(Batch.class);
  }

  /** Runs a query at once. Nothing may wait. */
  public DSLContext sql() {
    return sql;
  }

  /** The rows that transactions have read. */
  public KnownRows known() {
    return known;
  }

  /**
   * Whether the transaction may use known rows without reading them, and assume that each
   * Idempotency-Key is free. Statements check this, and PostgreSQL rolls the transaction back if an
   * assumption is wrong ({@link KnownRows}). The caller then begins another transaction, which
   * reads.
   */
  public boolean mayAssume() {
    return mayAssume;
  }

  Authors authors() {
    return authors;
  }

  /** Adds a query. Its rows can be read after the batch has run. */
  public <T> Fetched<T> add(SqlText query, SqlText.Row<T> row, Object... values) {
    Fetched<T> fetched = new Fetched<>(row);
    add(new Statement(query.sql(), fetched, values));
    return fetched;
  }

  /** Adds a statement that returns no rows. */
  public void add(SqlText statement, Object... values) {
    add(new Statement(statement.sql(), null, values));
  }

  private void add(Statement statement) {
    requireOpen();
    authors.send(this);
    waiting.add(statement);
  }

  /** Runs the statements that wait. Their failures appear here. */
  public void run() {
    authors.send(this);
    requireOpen();
    List<Statement> all = List.copyOf(waiting);
    waiting.clear();
    try {
      int end;
      for (int begin = 0; begin < all.size(); begin = end) {
        // The last two can be the check of the tokens and the commit, which need no own round trip.
        boolean areLast = all.size() - begin <= MOST_TOGETHER + 2;
        end = areLast ? all.size() : begin + MOST_TOGETHER;
        send(all.subList(begin, end));
      }
    } catch (SQLException e) {
      throw new DataAccessException("a statement of the batch failed", e);
    }
  }

  /**
   * Runs the statements that wait, checks the tokens, and commits, unless it is a dry run.
   *
   * @throws Problem UNAUTHENTICATED if a token is no longer live
   */
  public void commit() {
    UUID[] tokens = authors.tokens();
    if (tokens.length > 0) {
      SQL.call("require_live").set("tokens", tokens).add(this, NOTHING);
    }
    if (!isDryRun) {
      waiting.add(new Statement(COMMIT, null));
    }
    run();
    isEnded = true;
  }

  boolean isEnded() {
    return isEnded;
  }

  private void send(List<Statement> all) throws SQLException {
    List<String> texts = all.stream().map(Statement::text).toList();
    try (PreparedStatement joined = connection.prepareStatement(joined(texts))) {
      int values = 0;
      for (Statement one : all) {
        values = SqlText.bind(joined, values, one.values());
      }
      boolean commits = texts.contains(COMMIT);
      boolean hasRows = execute(joined, commits);
      isEnded = commits;
      for (Statement one : all) {
        read(joined, hasRows, one);
        hasRows = joined.getMoreResults();
      }
      if (hasRows || joined.getUpdateCount() >= 0) {
        throw new IllegalStateException("one statement of the batch returned several results");
      }
      if (commits) {
        requireConfirmed(joined.getWarnings());
      }
    }
  }

  /** A comment at the end of a statement ends with its line. */
  private static String joined(List<String> texts) {
    return texts.size() == 1 ? texts.get(0) : TEXTS.get(texts, all -> String.join("\n; ", all));
  }

  private static boolean execute(PreparedStatement statement, boolean commits) throws SQLException {
    try {
      return statement.execute();
    } catch (SQLException e) {
      if (NOT_LIVE.equals(e.getSQLState())) {
        throw Problem.unknownToken();
      }
      // A standby refuses the statement before the commit.
      boolean isCut =
          SqlFailure.isGone(e.getSQLState()) && !SqlFailure.READ_ONLY.equals(e.getSQLState());
      // If Java has no memory for a row, the driver reads on to the end of the commit.
      boolean isUnread = e.getCause() instanceof OutOfMemoryError;
      if (commits && (isCut || isUnread)) {
        throw new SQLException("the answer to a commit was lost", SqlFailure.UNKNOWN_OUTCOME, e);
      }
      throw e;
    }
  }

  /** Reads a result, which must be of the kind that its statement has. */
  private static void read(PreparedStatement joined, boolean hasRows, Statement one)
      throws SQLException {
    if (hasRows != (one.fetched() != null) || (!hasRows && joined.getUpdateCount() < 0)) {
      throw new IllegalStateException("not the result of this statement: " + one.text());
    }
    if (hasRows) {
      one.fetched().read(joined.getResultSet());
    }
  }

  /**
   * If the wait for a standby is cancelled, PostgreSQL reports a commit with a warning, though the
   * standby may not have the changes. That must not count as success. A notice or a warning of
   * another statement says nothing about the commit.
   */
  private static void requireConfirmed(SQLWarning warnings) throws SQLException {
    for (SQLWarning each = warnings; each != null; each = each.getNextWarning()) {
      // Its SQLSTATE can be that of any warning.
      boolean isOfWait =
          each instanceof PSQLWarning one
              && STANDBY_WAIT.equals(one.getServerErrorMessage().getRoutine());
      if (isOfWait) {
        throw new SQLException("committed, but not confirmed", SqlFailure.UNKNOWN_OUTCOME, each);
      }
    }
  }

  private void requireOpen() {
    if (isEnded) {
      throw new IllegalStateException("a statement after the commit");
    }
  }

  /** The connection for a query outside the batch. */
  @Override
  public Connection acquire() {
    requireOpen();
    if (!waiting.isEmpty() || authors.hasUnsent()) {
      throw new IllegalStateException("a query while statements wait: run the batch before it");
    }
    return connection;
  }

  @Override
  public void release(Connection same) {
    // The transaction ends with the batch.
  }

  /** The rows of a query in a batch. */
  public static final class Fetched<T> {
    private final SqlText.Row<T> row;
    private List<T> rows;

    private Fetched(SqlText.Row<T> row) {
      this.row = row;
    }

    /** No query, and no rows. */
    public static <T> Fetched<T> none() {
      Fetched<T> none = new Fetched<>(row -> null);
      none.rows = List.of();
      return none;
    }

    private void read(ResultSet result) throws SQLException {
      rows = SqlText.read(result, row);
    }

    /** Its rows; an exception if the batch has not run yet. */
    public List<T> list() {
      if (rows == null) {
        throw new IllegalStateException("the batch has not run yet");
      }
      return rows;
    }

    /** The first row, if there is one. */
    public Optional<T> first() {
      return list().stream().findFirst();
    }
  }
}
