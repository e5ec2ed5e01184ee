package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import supplychain.cli.ServiceProcess;
import supplychain.core.Failure;

/** A data folder with one kept record, made once; every test leaves it closed and in order. */
final class KeptFolder {
  private static final long MOMENT_MILLIS = 300;

  /** Holds whatever folders the tests make, and goes with the process. */
  static final Path TEMP = TemporaryFolder.made("embedded");

  static final Path FOLDER = TEMP.resolve("with a space");

  static {
    try (EmbeddedPostgres first = EmbeddedPostgres.open(FOLDER, true)) {
      // A schema of its own, since the service migrates the public one.
      execute(first, "create schema kept create table kept (word text)");
      execute(first, "insert into kept.kept values ('kept')");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private KeptFolder() {}

  static void assertRefused(Path path, String... words) {
    Failure refused = assertThrows(Failure.class, () -> EmbeddedPostgres.open(path, true).close());
    assertTrue(refused.getMessage().contains(path.toString()), refused.getMessage());
    for (String word : words) {
      assertTrue(refused.getMessage().contains(word), refused.getMessage());
    }
  }

  static void assertStillWaiting(CompletableFuture<?> future) {
    assertThrows(TimeoutException.class, () -> future.get(MOMENT_MILLIS, TimeUnit.MILLISECONDS));
  }

  static void assertKept(EmbeddedPostgres postgres) throws SQLException {
    assertEquals("kept", query(postgres, "select word from kept.kept"));
  }

  static ProcessHandle postmaster() throws IOException {
    return PostgresServer.running(DataFolder.at(FOLDER)).orElseThrow();
  }

  static void killPostmaster() throws IOException {
    ProcessHandle process = ProcessHandle.of(postmaster().pid()).orElseThrow();
    assertTrue(process.destroyForcibly());
    process.onExit().join();
  }

  /** A service in a process of its own, once it is ready. */
  static ServiceProcess startService() throws Exception {
    ServiceProcess service =
        ServiceProcess.start(Map.of(), "--port", "0", "--data", FOLDER.toString());
    service.baseUrl();
    return service;
  }

  /** Leaves the server of a killed service. */
  static void killService() throws Exception {
    try (ServiceProcess service = startService()) {
      service.kill();
    }
  }

  static Connection connect(EmbeddedPostgres postgres) throws SQLException {
    return DriverManager.getConnection(postgres.url(), postgres.user(), postgres.password());
  }

  static void execute(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (Connection connection = connect(postgres);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (Connection connection = connect(postgres);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }
}
