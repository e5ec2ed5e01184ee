package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.postgres.KeptFolder.*;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;
import supplychain.cli.ServiceProcess;

/** Services and commands that meet on one data folder. */
@Tag("proof")
class DataFolderOwnerTest {
  private static final int COMMANDS = 3;
  private static final Executor POOL = command -> new Thread(command).start();

  @Test
  void aSecondServiceIsRefusedAndACommandUsesTheServerOfTheFirst() throws Exception {
    try (ServiceProcess service = startService()) {
      assertRefused(FOLDER, "process id " + service.pid());
      for (int command = 0; command < 2; command++) {
        try (EmbeddedPostgres beside = EmbeddedPostgres.open(FOLDER, false)) {
          assertKept(beside);
          assertFalse(beside.owned());
        }
      }
    }
  }

  @Test
  void commandsAtTheSameTimeTakeTurns() throws Exception {
    List<CompletableFuture<Void>> commands =
        Stream.generate(() -> CompletableFuture.runAsync(DataFolderOwnerTest::readKept, POOL))
            .limit(COMMANDS)
            .toList();
    for (CompletableFuture<Void> command : commands) {
      command.get();
    }
    assertTrue(PostgresServer.running(DataFolder.at(FOLDER)).isEmpty());
  }

  private static void readKept() {
    try (EmbeddedPostgres command = EmbeddedPostgres.open(FOLDER, false)) {
      assertKept(command);
      assertTrue(command.owned());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aServiceWaitsForACommandToEnd() throws Exception {
    CompletableFuture<EmbeddedPostgres> service;
    try (EmbeddedPostgres command = EmbeddedPostgres.open(FOLDER, false)) {
      assertKept(command);
      service = CompletableFuture.supplyAsync(() -> EmbeddedPostgres.open(FOLDER, true));
      assertStillWaiting(service);
    }
    try (EmbeddedPostgres postgres = service.get()) {
      assertTrue(postgres.owned());
      assertKept(postgres);
    }
  }

  @Test
  void aCommandWaitsForAServiceThatIsStarting() throws Exception {
    CompletableFuture<EmbeddedPostgres> command;
    try (FolderLock starting = FolderLock.take(DataFolder.at(FOLDER), true).orElseThrow()) {
      assertTrue(FolderLock.take(DataFolder.at(FOLDER), true).isEmpty(), starting::toString);
      command = CompletableFuture.supplyAsync(() -> EmbeddedPostgres.open(FOLDER, false));
      assertStillWaiting(command);
    }
    try (EmbeddedPostgres postgres = command.get()) {
      assertKept(postgres);
    }
  }

  @Test
  void closingLetsACommandBesideFinish() throws Exception {
    EmbeddedPostgres service = EmbeddedPostgres.open(FOLDER, true);
    CompletableFuture<Void> closing;
    try (EmbeddedPostgres beside = EmbeddedPostgres.open(FOLDER, false);
        Connection connection = connect(beside);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("create table finished ()");
      closing = CompletableFuture.runAsync(service::close);
      assertStillWaiting(closing);
      statement.execute("drop table finished");
      connection.commit();
    }
    closing.get();
    service.close();
    assertTrue(PostgresServer.running(DataFolder.at(FOLDER)).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "postgresql.json", "data/postmaster.pid"})
  void theServerOfAKilledServiceIsReplacedAlsoWithoutOneOfItsFiles(String lost) throws Exception {
    killService();
    ProcessHandle survivor = postmaster();
    if (!lost.isEmpty()) {
      Files.delete(FOLDER.resolve(lost));
    }
    try (EmbeddedPostgres service = EmbeddedPostgres.open(FOLDER, true)) {
      assertTrue(service.owned());
      assertKept(service);
      Await.until(() -> !survivor.isAlive());
    }
    assertTrue(PostgresServer.running(DataFolder.at(FOLDER)).isEmpty());
  }
}
