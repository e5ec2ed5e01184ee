package supplychain.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Checks that a server accepts writes: it is not a standby, and its disk has room. */
public final class WriteCheck {
  /** How long the answer about the disk is valid. */
  private static final long LASTS_NANOS = Duration.ofSeconds(1).toNanos();

  private volatile long hadRoom = System.nanoTime() - LASTS_NANOS;

  /** Refuses a server that accepts no writes. It checks the disk at most once a second. */
  void run(Connection connection) throws SQLException {
    requireWritable(connection);
    if (System.nanoTime() - hadRoom >= LASTS_NANOS) {
      ask(connection, Batch.SQL.text("write_to_disk"));
      hadRoom = System.nanoTime();
    }
  }

  /** Throws {@link SqlFailure#READ_ONLY} for a standby or a read-only server. */
  public static void requireWritable(Connection connection) throws SQLException {
    if ("on".equals(ask(connection, "show transaction_read_only"))) {
      throw new SQLException("it is read-only: a standby, perhaps", SqlFailure.READ_ONLY);
    }
  }

  /** The first value of a query, as a text. */
  public static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      answer.next();
      return answer.getString(1);
    }
  }
}
