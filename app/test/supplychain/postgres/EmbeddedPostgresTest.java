package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static supplychain.postgres.KeptFolder.*;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.commons.io.function.Uncheck;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import supplychain.Await;
import supplychain.core.Json;

/** The promises of the embedded PostgreSQL while it runs. */
class EmbeddedPostgresTest {
  private static final int SOCKET_LINE = 4;

  @Test
  void onlyItsUserCanLookIntoTheFolder() throws Exception {
    assumeTrue(UnixUser.POSIX);
    assertEquals("rwx------", mode(FOLDER));
    assertEquals("rw-------", mode(FOLDER.resolve("postgresql.json")));
    assertEquals("rw-------", mode(FOLDER.resolve("service.lock")));
    assertEquals("rwx------", mode(FOLDER.resolve("data")));
  }

  @Test
  void aSettingThatCouldLoseRecordsIsOverruled() throws Exception {
    String careless =
        "\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\nlisten_addresses = '*'\n";
    Path settings = FOLDER.resolve("data/postgresql.conf");
    String before = Files.readString(settings);
    Files.writeString(settings, before + careless);
    try (EmbeddedPostgres service = EmbeddedPostgres.open(FOLDER, true)) {
      for (String safety : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        assertEquals("on", query(service, "show " + safety));
      }
      assertEquals("on", query(service, "show data_checksums"));
      assertEquals("UTF8", query(service, "show server_encoding"));
      assertEquals("127.0.0.1", query(service, "show listen_addresses"));
    } finally {
      Files.writeString(settings, before);
    }
  }

  @Test
  void theFilesOfTheLogAreSmallAndTheWholeLogIsNot() throws Exception {
    try (EmbeddedPostgres service = EmbeddedPostgres.open(FOLDER, true)) {
      assertEquals("2MB", query(service, "show wal_segment_size"));
      assertEquals("1GB", query(service, "show max_wal_size"));
    }
  }

  @Test
  void aPortThatAnotherProgramTakesDuringTheStartIsReplaced() throws Exception {
    Path file = FOLDER.resolve("postgresql.json");
    String password = Login.read(file).orElseThrow().password();
    Files.write(file, Json.MAPPER.writeValueAsBytes(new Login(0, password)));
    CompletableFuture<ServerSocket> other = CompletableFuture.supplyAsync(() -> takePort(file));
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(FOLDER, true);
        ServerSocket taken = other.join()) {
      assertKept(postgres);
      assertNotEquals(taken.getLocalPort(), Login.read(file).orElseThrow().port());
    }
  }

  /** Takes the port as soon as the start has chosen it: long before PostgreSQL needs it. */
  private static ServerSocket takePort(Path file) {
    Supplier<Integer> port = () -> Uncheck.get(() -> Login.read(file)).orElseThrow().port();
    Await.until(() -> port.get() != 0);
    return Uncheck.get(() -> new ServerSocket(port.get(), 1, InetAddress.getLoopbackAddress()));
  }

  private static String checkpointer() throws IOException {
    for (ProcessHandle child :
        ProcessHandle.of(postmaster().pid()).orElseThrow().children().toList()) {
      if (Files.readString(Path.of("/proc/" + child.pid() + "/cmdline")).contains("checkpointer")) {
        return "" + child.pid();
      }
    }
    throw new AssertionError("there is no checkpointer");
  }

  private static String session(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return stat.substring(stat.lastIndexOf(')')).split(" ", -1)[4];
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  @Tag("proof")
  void aServerThatHangsAtAStopIsStoppedWithoutLosingCommits() throws Exception {
    assumeTrue(UnixUser.POSIX);
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(FOLDER, true)) {
      execute(postgres, "create table confirmed (word text)");
      DataFolder folder = DataFolder.at(FOLDER);
      assertEquals(0, new ProcessBuilder("kill", "-STOP", checkpointer()).start().waitFor());
      new PostgresServer(folder, PostgresPrograms.in(folder), "").stopNow(1);
      assertTrue(PostgresServer.running(folder).isEmpty());
    }
    try (EmbeddedPostgres later = EmbeddedPostgres.open(FOLDER, true)) {
      assertEquals("0", query(later, "select count(*) from confirmed"));
      execute(later, "drop table confirmed");
    }
  }

  /** One start serves all of these tests. */
  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class WhileItRuns {
    private final Optional<Login> before = Login.read(FOLDER.resolve("postgresql.json"));
    @AutoClose private final EmbeddedPostgres postgres = EmbeddedPostgres.open(FOLDER, true);

    private WhileItRuns() throws IOException {}

    @Test
    void aLaterStartKeepsRecordsAndPassword() throws Exception {
      assertKept(postgres);
      assertEquals(before.orElseThrow().password(), postgres.password());
      assertTrue(postgres.owned());
    }

    @Test
    void theServerListensOnLoopbackAndRequiresThePassword() throws Exception {
      assertEquals("127.0.0.1", query(postgres, "show listen_addresses"));
      assertEquals("", Files.readAllLines(FOLDER.resolve("data/postmaster.pid")).get(SOCKET_LINE));
      for (String user : new String[] {postgres.user(), "postgres"}) {
        for (String password : new String[] {"", "postgres", postgres.password() + "x"}) {
          assertThrows(
              SQLException.class,
              () -> DriverManager.getConnection(postgres.url(), user, password));
        }
      }
    }

    @Test
    void theServiceIsNoSuperuser() throws Exception {
      assertEquals("off", query(postgres, "show is_superuser"));
    }

    @Test
    void thePasswordIsInNoLogAndNoArgument() throws Exception {
      assertFalse(Files.readString(FOLDER.resolve("postgresql.log")).contains(postgres.password()));
      assertFalse(
          ProcessHandle.allProcesses()
              .flatMap(process -> process.info().commandLine().stream())
              .anyMatch(line -> line.contains(postgres.password())));
    }

    @Test
    void anInterruptFromTheTerminalDoesNotReachTheServer() throws Exception {
      assumeTrue(Files.exists(Path.of("/proc/self/stat")));
      assertTrue(postgres.owned());
      assertNotEquals(session(ProcessHandle.current().pid()), session(postmaster().pid()));
    }

    @Test
    void aKilledServerIsRevivedOnItsPortWithAllCommits() throws Exception {
      String url = postgres.url();
      killPostmaster();
      postgres.revive();
      assertEquals(url, postgres.url());
      assertKept(postgres);
    }

    @Test
    void reviveLeavesARunningServerAlone() throws Exception {
      long pid = postmaster().pid();
      postgres.revive();
      assertEquals(pid, postmaster().pid());
    }
  }
}
