package supplychain.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What must be true of the server before anything is written to it. */
final class ServerCheck {
  /** Without any of these, a power cut loses records that were confirmed. */
  private static final List<String> DURABLE =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private ServerCheck() {}

  /** Logs in and refuses a server that could lose records or lets anybody in. */
  static void passes(DataFolder folder, Login login) throws SQLException {
    if (letsAnybodyIn(login)) {
      throw refusal(folder, "asks for no password", "Write scram-sha-256 into data/pg_hba.conf.");
    }
    try (Connection connection = login.connect();
        Statement statement = connection.createStatement()) {
      for (String setting : DURABLE) {
        requireOn(folder, setting, statement);
      }
    }
  }

  private static void requireOn(DataFolder folder, String setting, Statement statement)
      throws SQLException {
    try (ResultSet row = statement.executeQuery("show " + setting)) {
      row.next();
      if (!row.getString(1).equals("on")) {
        throw refusal(folder, "has " + setting + " = " + row.getString(1), "Set it to on.");
      }
    }
  }

  private static boolean letsAnybodyIn(Login login) {
    try (Connection connection = login.connectWithoutPassword()) {
      return connection.isValid(0);
    } catch (SQLException refused) {
      return false; // As it must be.
    }
  }

  private static DataFolderException refusal(DataFolder folder, String fault, String remedy) {
    return new DataFolderException(folder.root(), "its PostgreSQL " + fault, remedy);
  }
}
