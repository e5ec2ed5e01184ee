package supplychain.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Configuration;
import org.jooq.DSLContext;
import org.jooq.ExecuteContext;
import org.jooq.ExecuteListener;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DefaultExecuteListenerProvider;
import org.postgresql.util.PSQLWarning;

/**
 * The statements of a transaction that wait for the next query: PostgreSQL gets all of them in one
 * round trip. The first statement tells who writes. The last one before the commit checks that the
 * token is live, because the request and the statements before it may have waited for long.
 */
final class Pipeline implements ExecuteListener {
  /**
   * Not the time of now(): the transaction may have waited. The transaction itself can revoke the
   * token.
   */
  private static final String REQUIRE_LIVE =
      "select refuse_token() where exists (select from unnest(?) as used (id) where not exists "
          + "(select from token where token.id = used.id and coalesce(revoked_on = now(), true) "
          + "and coalesce(expires_on > clock_timestamp(), true)))";

  /** The SQLSTATE of {@code refuse_token} in db/V002. */
  private static final String NOT_LIVE = "SC002";

  private static final RenderedQuery.Rows NOBODY = rows -> {};

  /** PostgreSQL's routine that waits for a standby at a commit. */
  private static final String STANDBY_WAIT = "SyncRepWaitForLSN";

  private static final Statement COMMIT = new Statement("commit");

  /** The SQLSTATE for a transaction that may or may not be committed. */
  static final String UNKNOWN_OUTCOME = "08007";

  /** More would make long texts, of which the driver prepares only some. */
  private static final int MOST_WAITING = 12;

  private static final int MOST_TEXTS = 200;

  /** The same text object each time: the driver finds its prepared statement at once. */
  private static final Map<List<String>, String> TEXTS = new ConcurrentHashMap<>();

  private final transient Authors authors;
  private final transient Connection connection;
  private final boolean isDryRun;
  private final transient List<Statement> waiting = new ArrayList<>();
  private boolean isAuthorKnown;
  private boolean isLast;
  private boolean isCommitted;

  /**
   * A statement that waits.
   *
   * @param decides whether its rows may forbid what comes after it
   */
  private record Statement(String sql, RenderedQuery.Rows rows, boolean decides, Object... values) {
    Statement(String sql, Object... values) {
      this(sql, NOBODY, false, values);
    }
  }

  Pipeline(Authors authors, Connection connection, boolean isDryRun) {
    this.authors = authors;
    this.connection = connection;
    this.isDryRun = isDryRun;
  }

  /** The same context, whose statements go through this pipeline. */
  DSLContext serve(DSLContext sql) {
    sql.configuration().data(Pipeline.class, this);
    sql.configuration().set(new DefaultExecuteListenerProvider(this));
    return sql;
  }

  Authors authors() {
    return authors;
  }

  /** The pipeline of a transaction; null where nothing is written. */
  static Pipeline of(Configuration configuration) {
    return (Pipeline) configuration.data(Pipeline.class);
  }

  /**
   * Adds a statement whose result nobody needs. Its failure appears with a later statement. Rows of
   * earlier statements are read first, because they may forbid it.
   */
  void add(String sql, Object... values) throws SQLException {
    if (hasReader()) {
      flush();
    }
    add(new Statement(sql, values));
  }

  /** Adds a statement whose rows are read with those of a later one. */
  void add(String sql, RenderedQuery.Rows rows, Object... values) throws SQLException {
    add(new Statement(sql, rows, true, values));
  }

  /** The same for rows that forbid nothing: the commit can follow in the same round trip. */
  void addAlongside(String sql, RenderedQuery.Rows rows, Object... values) throws SQLException {
    add(new Statement(sql, rows, false, values));
  }

  private void add(Statement statement) throws SQLException {
    waiting.add(statement);
    if (waiting.size() == MOST_WAITING) {
      flush();
    }
  }

  /** The next query is the last one; the transaction is committed with it if it can be. */
  void last() {
    isLast = true;
  }

  /** Runs a query, after the statements that wait. */
  <T> List<T> list(RenderedQuery.Row<T> row, String sql, Object... values) throws SQLException {
    List<T> result = new ArrayList<>();
    boolean commits = isLast && !isDryRun && !hasReader();
    waiting.add(new Statement(sql, rows -> RenderedQuery.read(rows, row, result), false, values));
    if (commits) {
      addCommit();
    }
    send();
    isCommitted = commits;
    return result;
  }

  /** Runs the statements that wait. */
  void flush() throws SQLException {
    requireOpen();
    if (!isAuthorKnown || !waiting.isEmpty()) {
      send();
    }
  }

  /**
   * Commits, unless the last query did so. Undoes a dry run.
   *
   * @throws RevokedException if the token is no longer live
   */
  void end() throws SQLException {
    if (isDryRun) {
      addCheck();
      flush();
      connection.rollback();
    } else if (!isCommitted) {
      if (hasReader()) {
        flush();
      }
      addCommit();
      send();
      isCommitted = true;
    }
  }

  /** Whether the rows of a waiting statement may forbid what comes after it. */
  private boolean hasReader() {
    return waiting.stream().anyMatch(Statement::decides);
  }

  private void addCommit() {
    addCheck();
    waiting.add(COMMIT);
  }

  private void addCheck() {
    UUID[] tokens = authors.tokens();
    if (tokens.length > 0) {
      waiting.add(new Statement(REQUIRE_LIVE, (Object) tokens));
    }
  }

  /** Sends the statements, first of all the author, and passes on their rows. */
  private void send() throws SQLException {
    requireOpen();
    List<Statement> sent = new ArrayList<>(waiting);
    waiting.clear();
    if (!isAuthorKnown) {
      sent.add(0, new Statement(authors.introduction(), authors.introductionValues()));
    }
    List<String> texts = sent.stream().map(Statement::sql).toList();
    try (PreparedStatement statement = connection.prepareStatement(together(texts))) {
      int values = 0;
      for (Statement one : sent) {
        values = RenderedQuery.bind(statement, values, one.values());
      }
      execute(statement, sent.contains(COMMIT));
      isAuthorKnown = true;
      for (Statement one : sent) {
        one.rows().read(statement.getResultSet());
        statement.getMoreResults();
      }
      if (sent.contains(COMMIT)) {
        requireConfirmed(statement.getWarnings());
      }
    }
  }

  private static void execute(PreparedStatement statement, boolean commits) throws SQLException {
    try {
      statement.execute();
    } catch (SQLException e) {
      if (NOT_LIVE.equals(e.getSQLState())) {
        throw new RevokedException();
      }
      if (commits && Pool.isGone(e.getSQLState())) {
        throw new SQLException("the connection was cut during a commit", UNKNOWN_OUTCOME, e);
      }
      throw e;
    }
  }

  private void requireOpen() {
    if (isCommitted) {
      throw new IllegalStateException("a statement after the last one");
    }
  }

  private static String together(List<String> texts) {
    if (TEXTS.size() > MOST_TEXTS) {
      TEXTS.clear();
    }
    return texts.size() == 1
        ? texts.get(0)
        : TEXTS.computeIfAbsent(texts, all -> String.join("\n; ", all));
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
        throw new SQLException("committed, but not confirmed", UNKNOWN_OUTCOME, each);
      }
    }
  }

  @Override
  public void executeStart(ExecuteContext context) {
    try {
      Authors.tell(context.configuration().dsl());
      flush();
    } catch (SQLException e) {
      throw new DataAccessException("a statement that waited failed", e);
    }
  }
}
