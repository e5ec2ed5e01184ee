package supplychain.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;

/** How a transaction ends whose work is done. */
@FunctionalInterface
interface Ending {
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
