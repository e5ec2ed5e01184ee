package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.core.Failure;

/** A service that cannot start prints the reason in one line, and changes nothing. */
@Tag("proof")
class FailedStartTest {
  @TempDir Path folder;

  @Test
  void aPortInUseIsReportedInOneLineBeforeAnythingStarts() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String data = folder.resolve("data").toString();
      String port = Integer.toString(other.getLocalPort());
      try (ServiceProcess service =
          ServiceProcess.start(Map.of(), "--port", port, "--data", data)) {
        assertEquals(1, service.exitCode());
        assertEquals(
            List.of(
                "Port %s on 127.0.0.1 cannot be used: Address already in use. Choose another with --port."
                    .formatted(port)),
            service.err());
      }
      assertFalse(Files.exists(folder.resolve("data")));
    }
  }

  @Test
  void theServiceWaitsForTheDatabaseAndThenNamesIt() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    String url = "jdbc:postgresql://127.0.0.1:" + closed + "/records";
    StringBuilder said = new StringBuilder();
    try (OpenParts parts = new OpenParts(false)) {
      DatabaseAddress address = DatabaseAddress.of(url, "ann", "secret");
      Failure failure =
          assertThrows(
              Failure.class,
              () -> address.await(parts, Duration.ofMillis(500), true, said::append));
      assertTrue(failure.getMessage().contains("refused"), failure.getMessage());
      assertFalse(failure.getMessage().contains("secret"), failure.getMessage());
    }
    assertTrue(
        said.toString().startsWith("The database cannot be reached. Trying again"),
        said.toString());
  }

  @Test
  void aWrongPasswordIsReportedAtOnceAndNotShown() {
    Map<String, String> settings = CommandRun.shared();
    settings.put("SUPPLY_CHAIN_DB_PASSWORD_FILE", CommandRun.passwordFile("secret-guess"));
    CommandRun run = CommandRun.with(settings, "serve", "--port", "0").requireExit(1);
    assertEquals(1, run.err().lines().count());
    assertTrue(run.err().contains("password authentication failed"), run.err());
    assertFalse(run.err().contains("secret-guess"), run.err());
  }
}
