package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.*;
import static supplychain.postgres.KeptFolder.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.commons.io.function.IORunnable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;
import supplychain.cli.ServiceProcess;

/** Data folders as accidents and people leave them, and services and commands that meet there. */
@Tag("proof")
class DataFolderStateTest {
  private static final String OTHER_MAJOR = "9";

  private static final String PID_FILE = "data/postmaster.pid";
  private static final String LOCK = "service.lock";
  private static final String LOGIN = "postgresql.json";
  private static final int COMMANDS = 3;
  private static final Executor POOL = command -> new Thread(command).start();

  /** What leaves the closed folder as an accident does. */
  static Stream<Named<IORunnable>> accidents() {
    return Stream.of(
        file("a pid file whose dead server's number lives on", PID_FILE, pidFileOfThisProcess()),
        file("an empty pid file", PID_FILE, ""),
        file("a pid file of zeros", PID_FILE, "\0".repeat(10)),
        file("a pid file with a wrong number", PID_FILE, "-1\n"),
        file(
            "a lock file that names a process without the lock", LOCK, "service with process id 1"),
        file("a login of zeros", LOGIN, "\0".repeat(82)),
        Named.of("a lost login", () -> Files.delete(FOLDER.resolve(LOGIN))));
  }

  private static Named<IORunnable> file(String name, String file, String text) {
    return Named.of(name, () -> Files.writeString(FOLDER.resolve(file), text));
  }

  private static String pidFileOfThisProcess() {
    String pid = Long.toString(ProcessHandle.current().pid());
    return String.join("\n", pid, "data", "1", "5432", "", "127.0.0.1", "1 1", "ready");
  }

  @ParameterizedTest
  @MethodSource("accidents")
  void theNextStartRepairsWhatAnAccidentLeft(IORunnable accident) throws Exception {
    accident.run();
    try (EmbeddedPostgres service = EmbeddedPostgres.open(FOLDER, true)) {
      assertKept(service);
      assertEquals(
          "service with process id " + ProcessHandle.current().pid(),
          Files.readString(FOLDER.resolve(LOCK)));
    }
  }

  @Test
  void theRemainsOfAnInterruptedFirstStartAreRemoved() throws Exception {
    Path half = Files.createDirectories(TEMP.resolve("half"));
    Files.createFile(half.resolve("service.lock"));
    Files.createDirectories(half.resolve(".new-cluster-1/base/1"));
    Files.writeString(half.resolve(".new-cluster-1/PG_VERSION"), "18");
    Files.createDirectories(half.resolve(".new-binaries-1/bin"));
    try (EmbeddedPostgres service = EmbeddedPostgres.open(half, true)) {
      assertEquals("1", query(service, "select 1"));
      assertFalse(Files.exists(half.resolve(".new-cluster-1")));
      assertFalse(Files.exists(half.resolve(".new-binaries-1")));
    }
  }

  @Test
  void recordsOfAnotherMajorVersionAreRefusedWithTheWayOver() throws Exception {
    Path version = FOLDER.resolve("data/PG_VERSION");
    String before = Files.readString(version);
    Files.writeString(version, OTHER_MAJOR + "\n");
    List<String> names = DataFolder.names(FOLDER);
    try {
      assertRefused(
          FOLDER,
          "PostgreSQL " + OTHER_MAJOR + "'s",
          "PostgreSQL " + before.strip() + ".",
          "java -jar OLD.jar backup FILE --data \"" + FOLDER.toRealPath() + "\"",
          "java -jar supply-chain.jar restore FILE --data NEW");
      assertEquals(names, DataFolder.names(FOLDER));
    } finally {
      Files.writeString(version, before);
    }
  }

  @Test
  void aClusterThatHasLostItsVersionIsRefused() throws Exception {
    Path lost = Files.createDirectories(TEMP.resolve("lost"));
    Files.createFile(lost.resolve("service.lock"));
    Files.createDirectories(lost.resolve("data"));
    assertRefused(lost, "has lost files", "restore FILE --data NEW");
  }

  @Test
  void aFileInPlaceOfTheFolderIsRefused() throws Exception {
    Path file = Files.createFile(TEMP.resolve("file"));
    assertRefused(file, "it is a file");
    assertRefused(file.resolve("in it"), "in it");
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefused() throws Exception {
    assumeTrue(UnixUser.POSIX);
    assumeFalse(UnixUser.isRoot());
    Path readOnly = Files.createDirectories(TEMP.resolve("read only"));
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
    assertRefused(readOnly, "may not use");
  }

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
        Stream.generate(() -> CompletableFuture.runAsync(DataFolderStateTest::readKept, POOL))
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
    try (ServiceProcess service = startService()) {
      service.kill();
    }
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
