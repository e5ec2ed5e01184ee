package supplychain.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Whether a server takes writes: it is no standby, and its disk has room. */
public final class WriteCheck {
  /** How long the disk is taken to have room after it had some. */
  private static final long LASTS_NANOS = Duration.ofSeconds(1).toNanos();

  /**
   * Writes a temporary file beside the records, since these rows don't fit into so little memory;
   * it leaves nothing behind. A change of a row would not do, because it needs no new room.
   */
  private static final String WRITE_TO_DISK =
      """
      select count(*)
        from set_config('work_mem', '64kB', true) as memory,
             generate_series(1, 20000 + length(memory)) as row
      """;

  private final AtomicLong hadRoom = new AtomicLong(System.nanoTime() - LASTS_NANOS);

  /** Refuses a server that takes no writes. While the disk has room it looks once in a second. */
  void run(Connection connection) throws SQLException {
    requireWritable(connection);
    if (System.nanoTime() - hadRoom.get() >= LASTS_NANOS) {
      ask(connection, WRITE_TO_DISK);
      hadRoom.set(System.nanoTime());
    }
  }

  /** Refuses, with {@link Database#READ_ONLY}, a server where nothing can be written. */
  public static void requireWritable(Connection connection) throws SQLException {
    if ("on".equals(ask(connection, "show transaction_read_only"))) {
      throw new SQLException("it is read-only: a standby, perhaps", Database.READ_ONLY);
    }
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      answer.next();
      return answer.getString(1);
    }
  }
}
