package supplychain.proof.requests;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import supplychain.proof.Proof;

/** How a statement can fail, and what is to be answered then. */
enum Fault {
  /** PostgreSQL does it, and the connection ends before anybody hears of that. */
  CUT_AFTER("08006", 503, "/problems/unavailable"),
  /** PostgreSQL gives up on it for a reason that nobody foresaw. */
  INTERNAL("XX000", 500, "/problems/internal-error"),
  /** It took too long, or somebody cancelled it. */
  CANCELLED("57014", 503, "/problems/unavailable"),
  /** The connection ends before PostgreSQL hears of it. */
  CUT_BEFORE("08006", 503, "/problems/unavailable");

  final int status;
  final String type;
  private final String sqlState;

  Fault(String sqlState, int status, String type) {
    this.sqlState = sqlState;
    this.status = status;
    this.type = type;
  }

  /** As many of them as there is time for, the worst first. */
  static Stream<Fault> some(int inEveryBuild) {
    return Arrays.stream(values()).limit(Proof.count(inEveryBuild, values().length));
  }

  /** Fails instead of doing what was asked, or after it. */
  SQLException strike(Connection connection, Callable<Object> asked) throws SQLException {
    if (this == CUT_AFTER) {
      try {
        asked.call();
      } catch (Exception e) {
        throw new AssertionError("what was to be done before the cut failed by itself", e);
      }
    }
    if (this == CUT_BEFORE || this == CUT_AFTER) {
      connection.abort(Runnable::run);
    }
    return new SQLException("a fault was asked for: " + this, sqlState);
  }

  /** Whether what was asked has been done nevertheless. */
  boolean isDone() {
    return this == CUT_AFTER;
  }
}
