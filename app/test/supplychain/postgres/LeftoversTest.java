package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.postgres.KeptFolder.*;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import supplychain.Await;
import supplychain.core.Failure;

/** After processes were killed, the next start works without any help. */
@Tag("proof")
class LeftoversTest {
  private static final Path CONTROL = FOLDER.resolve("data/global/pg_control");

  /** Runs for a minute, in which its process does not notice that the server has died. */
  private static final String BUSY = "select count(*) from generate_series(1, 1000000000)";

  @Test
  void anEmptyOrDamagedLoginCountsAsLost() throws Exception {
    Path file = TEMP.resolve("login.json");
    for (String text : List.of("", "\0".repeat(82), "null", "[]", "{}", "{\"port\": 70000", "ÿþ")) {
      Files.writeString(file, text, StandardCharsets.ISO_8859_1);
      assertEquals(Optional.empty(), Login.read(file), text);
    }
  }

  @Test
  void aBusyProcessOfAKilledServerIsKilledBeforeTheNextStart() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(FOLDER, true);
        Connection connection = connect(postgres);
        Statement statement = connection.createStatement()) {
      long busy = connection.unwrap(PGConnection.class).getBackendPID();
      CompletableFuture<Void> work =
          CompletableFuture.runAsync(() -> assertDoesNotThrow(() -> statement.execute(BUSY)));
      awaitWork(postgres, busy);
      killPostmaster();
      assertTrue(ProcessHandle.of(busy).isPresent());
      postgres.revive();
      assertKept(postgres);
      assertThrows(Exception.class, work::get);
      Await.until(() -> ProcessHandle.of(busy).isEmpty());
    }
  }

  @Test
  void anEndedProcessDelaysNoStartAlthoughItsParentHasNotNoticed() throws Exception {
    Path program = FOLDER.resolve("postgresql-0/sleep");
    Files.createDirectories(program.getParent());
    Files.copy(Path.of("/bin/sleep").toRealPath(), program, StandardCopyOption.COPY_ATTRIBUTES);
    Process parent =
        new ProcessBuilder("sh", "-c", "\"$0\" 1000 & exec sleep 1000", program.toString()).start();
    try {
      Await.until(
          () -> parent.children().anyMatch(child -> command(child).equals(program.toString())));
      long begin = System.nanoTime();
      PostgresServer.killRemains(DataFolder.at(FOLDER));
      assertTrue(System.nanoTime() - begin < Duration.ofSeconds(5).toNanos());
      assertTrue(parent.children().noneMatch(child -> command(child).equals(program.toString())));
    } finally {
      parent.destroyForcibly();
      PathUtils.delete(program.getParent());
    }
  }

  private static String command(ProcessHandle process) {
    return process.info().command().orElse("");
  }

  /** Waits until the process runs a statement: an idle process ends with its server. */
  private static void awaitWork(EmbeddedPostgres postgres, long pid) {
    String state = "select coalesce(max(state), '') from pg_stat_activity where pid = " + pid;
    Await.until(() -> query(postgres, state).equals("active"));
  }

  @Test
  void aServerIsRevivedWhenItsPortIsFree() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(FOLDER, true)) {
      int port = Login.read(FOLDER.resolve("postgresql.json")).orElseThrow().port();
      killPostmaster();
      try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertTrue(taken.isBound());
        assertThrows(Failure.class, postgres::revive);
      }
      reviveAfterPause(postgres);
    }
  }

  @Test
  void aFailedRevivalIsTriedAgainAfterAPause() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(FOLDER, true)) {
      killPostmaster();
      Path away = Files.move(CONTROL, CONTROL.resolveSibling("away"));
      Failure why = assertThrows(Failure.class, postgres::revive);
      assertTrue(why.getMessage().contains("PostgreSQL does not start: "), why.getMessage());
      assertEquals(1, why.getMessage().lines().count(), why.getMessage());
      Files.move(away, CONTROL);
      reviveAfterPause(postgres);
    }
  }

  private static void reviveAfterPause(EmbeddedPostgres postgres) throws Exception {
    postgres.revive();
    assertTrue(PostgresServer.running(DataFolder.at(FOLDER)).isEmpty());
    while (PostgresServer.running(DataFolder.at(FOLDER)).isEmpty()) {
      postgres.revive();
    }
    assertKept(postgres);
  }
}
