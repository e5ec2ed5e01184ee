package supplychain.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jooq.Configuration;
import org.jooq.DSLContext;
import org.jooq.ExecuteContext;
import org.jooq.ExecuteListener;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DefaultExecuteListenerProvider;

/**
 * Tells PostgreSQL who writes, before the first statement of a transaction, and checks that the
 * token is still live. If the first statement is a {@link RenderedQuery}, both go in one round
 * trip.
 */
final class AuditContext implements ExecuteListener {
  /** The settings that the triggers of the history read; they end with the transaction. */
  private static final String WITHOUT_TOKEN =
      "select set_config('supply_chain.app_user', ?, true), "
          + "set_config('supply_chain.request', ?, true), "
          + "set_config('supply_chain.client_request', ?, true)";

  /** The same, and whether the token is live. Not now(): the transaction may have waited. */
  static final String SQL =
      WITHOUT_TOKEN
          + ", (select revoked_on is null and coalesce(expires_on > clock_timestamp(), true)"
          + " from token where id = ?)";

  static final int PARAMETERS = 4;

  /** The token is checked a second time only after a longer write. */
  private static final long SHORT_NANOS = Duration.ofMillis(100).toNanos();

  private final transient Author author;
  private final transient Connection connection;
  private boolean sent;
  private long checked;

  /** Uses the plain connection: jOOQ binds no parameters while it runs DDL. */
  private AuditContext(Author author, Connection connection) {
    this.author = author;
    this.connection = connection;
  }

  /** The same context; its first statement on this connection sends the author along. */
  static DSLContext of(DSLContext sql, Author author, Connection connection) {
    AuditContext audit = new AuditContext(author, connection);
    sql.configuration().data(AuditContext.class, audit);
    sql.configuration().set(new DefaultExecuteListenerProvider(audit));
    return sql;
  }

  /** Whether a query must still send the author and check the token. */
  static boolean isPending(Configuration configuration) {
    return configuration.data(AuditContext.class) instanceof AuditContext audit
        && !audit.sent
        && audit.author.token() != null;
  }

  /** Sends the author in a round trip of its own, unless that was done. */
  static void send(Configuration configuration) {
    if (configuration.data(AuditContext.class) instanceof AuditContext audit && !audit.sent) {
      audit.send();
    }
  }

  /** The result of a transaction. After a long transaction the token is checked again first. */
  static <T> T checkedAgain(DSLContext sql, T result) {
    AuditContext audit = (AuditContext) sql.configuration().data(AuditContext.class);
    if (audit.author.token() != null
        && audit.sent
        && System.nanoTime() - audit.checked > SHORT_NANOS) {
      audit.send();
    }
    return result;
  }

  /** Binds the parameters of {@link #SQL}. */
  static void bind(Configuration configuration, PreparedStatement statement) throws SQLException {
    ((AuditContext) configuration.data(AuditContext.class)).bind(statement);
  }

  private void bind(PreparedStatement statement) throws SQLException {
    statement.setString(1, author.user().toString());
    statement.setString(2, author.request());
    statement.setString(3, author.clientRequest() == null ? "" : author.clientRequest());
    if (author.token() != null) {
      statement.setObject(PARAMETERS, author.token());
    }
    sent = true;
    checked = System.nanoTime();
  }

  /**
   * Reads the answer to {@link #SQL}.
   *
   * @throws RevokedException if the token is no longer live
   */
  static void requireLive(ResultSet answer) throws SQLException {
    answer.next();
    if (!answer.getBoolean(PARAMETERS)) {
      throw new RevokedException();
    }
  }

  @Override
  public void executeStart(ExecuteContext context) {
    if (!sent) {
      send();
    }
  }

  private void send() {
    boolean hasToken = author.token() != null;
    try (PreparedStatement statement =
        connection.prepareStatement(hasToken ? SQL : WITHOUT_TOKEN)) {
      bind(statement);
      statement.execute();
      if (hasToken) {
        requireLive(statement.getResultSet());
      }
    } catch (SQLException e) {
      throw new DataAccessException("the author could not be recorded", e);
    }
  }
}
