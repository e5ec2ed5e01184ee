package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first start that is told to stop leaves nothing half made. */
@Tag("proof")
class CutOffStartTest {
  private static final Duration A_MOMENT = Duration.ofMillis(20);

  @TempDir Path temp;

  @Test
  void aStopWhilePostgresqlIsSetUpLeavesNothingUnfinished() throws Exception {
    Path folder = temp.resolve("data");
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "--port", "0", "--data", folder.toString())) {
      while (names(folder).noneMatch(name -> name.startsWith(".new-cluster"))) {
        assertFalse(service.isReadyWithin(A_MOMENT), () -> service.err().toString());
      }
      service.terminate();
      assertEquals(0, service.exitCode());
    }
    assertTrue(names(folder).noneMatch(name -> name.startsWith(".new-")));
    assertTrue(
        ProcessHandle.allProcesses()
            .noneMatch(
                process -> process.info().command().orElse("").startsWith(folder.toString())));
  }

  private static Stream<String> names(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).toList().stream();
    }
  }
}
