package supplychain.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jooq.Configuration;
import org.jooq.DSLContext;
import org.jooq.ExecuteContext;
import org.jooq.ExecuteListener;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DefaultExecuteListenerProvider;

/**
 * Tells PostgreSQL who writes, before the first statement of a transaction; a {@link RenderedQuery}
 * that is the first takes it along, which saves the round trip.
 */
final class Signature implements ExecuteListener {
  /** The settings that the triggers of the history read; they end with the transaction. */
  static final String SQL =
      "select set_config('supply_chain.app_user', ?, true), "
          + "set_config('supply_chain.request', ?, true)";

  static final int PARAMETERS = 2;

  private final transient Author author;
  private final transient Connection connection;
  private boolean given;

  /** The connection is not jOOQ's, which binds nothing in DDL. */
  private Signature(Author author, Connection connection) {
    this.author = author;
    this.connection = connection;
  }

  /** The same, signed: whichever statement is the first on this connection. */
  static DSLContext signed(DSLContext sql, Author author, Connection connection) {
    Signature signature = new Signature(author, connection);
    sql.configuration().data(Signature.class, signature);
    sql.configuration().set(new DefaultExecuteListenerProvider(signature));
    return sql;
  }

  /** Whether there is a signature to give here, which whoever asks now has to do. */
  static boolean isWanted(Configuration configuration) {
    return configuration.data(Signature.class) instanceof Signature signature && !signature.given;
  }

  /** Gives it, where it is wanted, in a round trip of its own. */
  static void give(Configuration configuration) {
    if (isWanted(configuration)) {
      ((Signature) configuration.data(Signature.class)).give();
    }
  }

  /** Gives the parameters of {@link #SQL}. */
  static void bind(Configuration configuration, PreparedStatement statement) throws SQLException {
    Signature signature = (Signature) configuration.data(Signature.class);
    signature.bind(statement);
  }

  private void bind(PreparedStatement statement) throws SQLException {
    statement.setString(1, author.user().toString());
    statement.setString(PARAMETERS, author.request());
    given = true;
  }

  @Override
  public void executeStart(ExecuteContext context) {
    if (!given) {
      give();
    }
  }

  private void give() {
    try (PreparedStatement statement = connection.prepareStatement(SQL)) {
      bind(statement);
      statement.execute();
    } catch (SQLException e) {
      throw new DataAccessException("the signature failed", e);
    }
  }
}
