package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jooq.CloseableDSLContext;
import org.jooq.impl.DSL;
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

  static void assertKept(EmbeddedPostgres postgres) {
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

  static Connection connect(EmbeddedPostgres postgres) throws SQLException {
    return DriverManager.getConnection(postgres.url(), postgres.user(), postgres.password());
  }

  private static CloseableDSLContext sql(EmbeddedPostgres postgres) {
    return DSL.using(postgres.url(), postgres.user(), postgres.password());
  }

  static void execute(EmbeddedPostgres postgres, String statement) {
    try (CloseableDSLContext sql = sql(postgres)) {
      sql.execute(statement);
    }
  }

  static String query(EmbeddedPostgres postgres, String statement) {
    try (CloseableDSLContext sql = sql(postgres)) {
      return sql.fetchSingle(statement).get(0, String.class);
    }
  }
}
