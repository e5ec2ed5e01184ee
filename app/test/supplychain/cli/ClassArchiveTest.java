package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Installation;

/** The classes that the service keeps in a file for its next start. */
@Tag("proof")
class ClassArchiveTest {
  private static final String JAR = System.getProperty("jar");

  @TempDir Path folder;

  @Test
  void theSecondStartUsesTheArchiveOfTheFirstAndADamagedOneDoesNoHarm() throws Exception {
    assertEquals(List.of(), archives());
    assertFalse(start().contains("SharedArchiveFile"));
    List<Path> written = archives();
    assertEquals(1, written.size());
    assertTrue(start().contains("-XX:SharedArchiveFile=" + written.get(0)));
    damage(written.get(0));
    assertTrue(start().contains("-XX:SharedArchiveFile=" + written.get(0)));
    assertEquals(written, archives());
  }

  /** Starts and stops the service, and returns its command line. */
  private String start() throws Exception {
    var postgres = Installation.shared().postgres();
    Map<String, String> environment =
        Map.of(
            "CACHE_DIRECTORY",
            folder.toString(),
            "SUPPLY_CHAIN_DB_PASSWORD_FILE",
            CommandRun.passwordFile(postgres.password()));
    try (ServiceProcess service =
        ServiceProcess.ofJar(
            environment,
            JAR,
            "--port",
            "0",
            "--db-url",
            postgres.url(),
            "--db-user",
            postgres.user())) {
      service.baseUrl();
      String command =
          Files.readString(Path.of("/proc", "" + service.pid(), "cmdline")).replace('\0', ' ');
      service.terminate();
      assertEquals(0, service.exitCode());
      assertEquals("", Files.readString(service.out()));
      return command;
    }
  }

  private static void damage(Path archive) throws Exception {
    byte[] content = Files.readAllBytes(archive);
    Arrays.fill(content, content.length / 3, content.length / 2, (byte) 0);
    assertTrue(archive.toFile().setWritable(true));
    Files.write(archive, content);
  }

  private List<Path> archives() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
