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
 * token is still live. A {@link RenderedQuery} that is the first takes it along, which saves the
 * round trip.
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

  /** A write that takes no longer is not checked a second time. */
  private static final long SHORT_NANOS = Duration.ofMillis(100).toNanos();

  private final transient Author author;
  private final transient Connection connection;
  private boolean given;
  private long checked;

  /** The connection is not jOOQ's, which binds nothing in DDL. */
  private AuditContext(Author author, Connection connection) {
    this.author = author;
    this.connection = connection;
  }

  /** The same, signed: whichever statement is the first on this connection. */
  static DSLContext signed(DSLContext sql, Author author, Connection connection) {
    AuditContext signature = new AuditContext(author, connection);
    sql.configuration().data(AuditContext.class, signature);
    sql.configuration().set(new DefaultExecuteListenerProvider(signature));
    return sql;
  }

  /** Whether the signature of a token is still to be given, so that a query can take it along. */
  static boolean isWanted(Configuration configuration) {
    return configuration.data(AuditContext.class) instanceof AuditContext signature
        && !signature.given
        && signature.author.token() != null;
  }

  /** Gives it, where it is wanted, in a round trip of its own. */
  static void give(Configuration configuration) {
    if (configuration.data(AuditContext.class) instanceof AuditContext signature
        && !signature.given) {
      signature.give();
    }
  }

  /** The result of a transaction, once the token is checked again if the transaction was long. */
  static <T> T checkedAgain(DSLContext sql, T result) {
    AuditContext signature = (AuditContext) sql.configuration().data(AuditContext.class);
    if (signature.author.token() != null
        && signature.given
        && System.nanoTime() - signature.checked > SHORT_NANOS) {
      signature.give();
    }
    return result;
  }

  /** Gives the parameters of {@link #SQL}. */
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
    given = true;
    checked = System.nanoTime();
  }

  /**
   * Reads the answer to {@link #SQL}.
   *
   * @throws RevokedException if the token is not live any more
   */
  static void requireLive(ResultSet answer) throws SQLException {
    answer.next();
    if (!answer.getBoolean(PARAMETERS)) {
      throw new RevokedException();
    }
  }

  @Override
  public void executeStart(ExecuteContext context) {
    if (!given) {
      give();
    }
  }

  private void give() {
    boolean hasToken = author.token() != null;
    try (PreparedStatement statement =
        connection.prepareStatement(hasToken ? SQL : WITHOUT_TOKEN)) {
      bind(statement);
      statement.execute();
      if (hasToken) {
        requireLive(statement.getResultSet());
      }
    } catch (SQLException e) {
      throw new DataAccessException("the signature failed", e);
    }
  }
}
