package supplychain.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import org.jooq.exception.DataAccessException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What a failure of PostgreSQL, or of the connection to it, means. */
public final class SqlFailure {
  /** The SQLSTATE of a write on a standby, or in a read-only session. */
  public static final String READ_ONLY = "25006";

  /** The SQLSTATE of a disk without room. */
  public static final String DISK_FULL = "53100";

  /** The SQLSTATE for a transaction that may or may not be committed. */
  static final String UNKNOWN_OUTCOME = "08007";

  /** The SQLSTATE of {@code refuse_assumption} in db/V002. */
  private static final String WRONG_ASSUMPTION = "SC003";

  private static final Set<String> SERIALIZATION_FAILURE_OR_DEADLOCK = Set.of("40001", "40P01");

  /** The server is stopping, or has become a standby: 57P01 to 57P03, 25006. */
  private static final Set<String> GOING = Set.of("57P01", "57P02", "57P03", READ_ONLY);

  /**
   * The unique indexes of rows that a write looks up first, and inserts only if they are absent.
   */
  private static final Set<String> FOUND_NEXT_TIME =
      Set.of("product_name", "company_product_pair", "company_product_without_product");

  private SqlFailure() {}

  /** The SQLSTATE of an exception; empty if it has none. */
  public static String state(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState();
      }
    }
    return "";
  }

  /** Whether a transaction failed because it assumed something wrong ({@link Batch#mayAssume}). */
  public static boolean isWrongAssumption(Throwable e) {
    return WRONG_ASSUMPTION.equals(state(e));
  }

  /** Whether an exception leaves it unknown whether the transaction was committed. */
  public static boolean isOutcomeUnknown(Throwable e) {
    return UNKNOWN_OUTCOME.equals(state(e));
  }

  /**
   * Whether a time limit, a lock wait or a constraint made a statement fail. The connection still
   * works.
   */
  public static boolean isOfStatement(Throwable e) {
    String state = state(e);
    return state.equals("57014") || state.equals("55P03") || state.startsWith("23");
  }

  /** Whether an exception says that no connection became free in time. */
  public static boolean hadNoConnection(Throwable e) {
    return e != null
        && (e instanceof SQLTransientConnectionException || hadNoConnection(e.getCause()));
  }

  /** Whether an SQLSTATE means that the server, or the connection to it, is gone. */
  static boolean isGone(String state) {
    return state == null || state.startsWith("08") || GOING.contains(state);
  }

  /**
   * Whether a second attempt of a failed write can succeed. Another transaction caused a deadlock
   * or a serialization failure, took the same number, or inserted the same product.
   */
  static boolean isCollision(DataAccessException e) {
    return SERIALIZATION_FAILURE_OR_DEADLOCK.contains(state(e))
        || constraint(e).endsWith("_number")
        || FOUND_NEXT_TIME.contains(constraint(e));
  }

  /** Whether an exception says that a row violates this constraint. */
  public static boolean violates(DataAccessException e, String constraint) {
    return constraint.equals(constraint(e));
  }

  /** The constraint that a row violates; empty if the exception has another reason. */
  private static String constraint(DataAccessException e) {
    return Optional.ofNullable(e.getCause(PSQLException.class))
        .map(PSQLException::getServerErrorMessage)
        .map(ServerErrorMessage::getConstraint)
        .orElse("");
  }
}
