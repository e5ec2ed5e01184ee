package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.postgres.KeptFolder.FOLDER;
import static supplychain.postgres.KeptFolder.assertKept;
import static supplychain.postgres.KeptFolder.assertRefused;
import static supplychain.postgres.KeptFolder.assertStillWaiting;
import static supplychain.postgres.KeptFolder.connect;
import static supplychain.postgres.KeptFolder.postmaster;

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

/** Services and commands that meet on one data folder. */
@Tag("proof")
class DataFolderOwnerTest {
  private static final int COMMANDS = 3;
  private static final Executor POOL = command -> new Thread(command).start();

  @Test
  void aSecondServiceOnTheSameFolderIsRefused() throws Exception {
    try (EmbeddedPostgres first = EmbeddedPostgres.open(FOLDER, true)) {
      String pid = "process id " + ProcessHandle.current().pid();
      assertRefused(FOLDER, pid);
      assertKept(first);
    }
    try (DataFolderHolder first = DataFolderHolder.start(FOLDER, true)) {
      assertRefused(FOLDER, "process id " + first.pid());
    }
  }

  @Test
  void aCommandUsesTheServerOfTheRunningService() throws Exception {
    try (DataFolderHolder service = DataFolderHolder.start(FOLDER, true)) {
      assertTrue(service.pid() > 0);
      for (int command = 0; command < 2; command++) {
        try (EmbeddedPostgres beside = EmbeddedPostgres.open(FOLDER, false)) {
          assertKept(beside);
          assertFalse(beside.owned());
        }
      }
    }
  }

  @Test
  void aCommandWithoutAServiceStopsWhatItStarted() throws Exception {
    try (EmbeddedPostgres command = EmbeddedPostgres.open(FOLDER, false)) {
      assertKept(command);
      assertTrue(command.owned());
    }
    assertTrue(PostgresServer.running(DataFolder.at(FOLDER)).isEmpty());
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
    try (DataFolderHolder command = DataFolderHolder.start(FOLDER, false)) {
      assertTrue(command.pid() > 0);
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

  @Test
  void aServerWhoseServiceWasKilledIsStoppedAndStartedAgain() throws Exception {
    DataFolderHolder.start(FOLDER, true).kill();
    long survivor = postmaster().pid();
    try (EmbeddedPostgres service = EmbeddedPostgres.open(FOLDER, true)) {
      assertNotEquals(survivor, postmaster().pid());
      assertTrue(service.owned());
      assertKept(service);
    }
    assertTrue(PostgresServer.running(DataFolder.at(FOLDER)).isEmpty());
  }

  @Test
  void aSurvivorWhosePasswordIsLostIsReplaced() throws Exception {
    DataFolderHolder.start(FOLDER, true).kill();
    Files.writeString(FOLDER.resolve("postgresql.json"), "damaged");
    try (EmbeddedPostgres service = EmbeddedPostgres.open(FOLDER, true)) {
      assertKept(service);
    }
  }
}
