package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Shell;
import supplychain.postgres.TemporaryFolder;

/** The packed jar is small, and runs well on a small machine. */
class JarTest {
  private static final String JAR = System.getProperty("jar");
  private static final long MOST_JAR_BYTES = 53_000_000;

  @TempDir Path folder;

  @ParameterizedTest
  @Tag("proof")
  @CsvSource({
    "-Dnothing=chosen, -XX:InitialHeapSize=67108864 -XX:Tier4InvocationThreshold=500"
        + " -XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1, -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "-XX:+UseG1GC, -XX:+UseG1GC",
    "-Xmx300m, -XX:MaxHeapSize=314572800 -XX:+UseSerialGC"
  })
  void theServiceRunsWithTheOptionsOfASmallMachineUnlessTheUserChoosesOthers(
      String chosen, String expected) throws Exception {
    assumeTrue(JAR != null, "only Maven packs the jar");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String print = "-XX:+PrintCommandLineFlags";
    // The first line is of the process before it replaced itself.
    String flags =
        Shell.run(java, chosen, print, "-jar", JAR, "serve", "--help")
            .lines()
            .filter(line -> line.contains("-XX:"))
            .skip(1)
            .findFirst()
            .orElseThrow();
    assertEquals(!chosen.contains("Tiered"), flags.contains("Tier4"), flags);
    for (String flag : expected.split(" ", -1)) {
      assertTrue(flags.contains(flag + " "), flags);
    }
    Matcher heap = Pattern.compile("-XX:MaxHeapSize=(\\d+) ").matcher(flags);
    assertTrue(heap.find() && Long.parseLong(heap.group(1)) <= 1L << 30, flags);
  }

  @Test
  void theJarStaysBelowItsSizeLimit() throws IOException {
    assumeTrue(JAR != null, "only Maven packs the jar");
    assertTrue(Files.size(Path.of(JAR)) <= MOST_JAR_BYTES);
  }

  @Test
  @Tag("proof")
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
    Map<String, String> settings = CommandRun.shared();
    settings.put("CACHE_DIRECTORY", folder.toString());
    try (ServiceProcess service = ServiceProcess.ofJar(settings, JAR, "--port", "0")) {
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

  private List<Path> archives() {
    return TemporaryFolder.names(folder).stream().map(folder::resolve).toList();
  }
}
