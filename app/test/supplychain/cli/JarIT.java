package supplychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packed jar holds all it needs: nothing else is on its class path. */
class JarIT {
  private static final long MOST_BYTES = 45_000_000;

  @TempDir Path temp;

  @Test
  void theDemoRunsFromTheJarAloneWithinItsHeapLimit() throws Exception {
    Path data = temp.resolve("demo");
    try (ServiceProcess demo =
        ServiceProcess.ofJar(
            System.getProperty("jar"), "demo", "--port", "0", "--data", data.toString())) {
      demo.baseUrl();
      Map<String, String> names = DemoFile.in(data).read();
      String path = "/v1/supply-chains/companies/" + names.get("COMPANY");
      assertEquals(200, demo.client(names.get("TOKEN")).get(path).status());
      assertTrue(heapOf(demo.pid()) <= (long) HeapLimit.MEBIBYTES << 20, "of " + demo.pid());
      demo.terminate();
      assertEquals(0, demo.exitCode(), demo.err().toString());
    }
  }

  private static long heapOf(long pid) throws Exception {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process = new ProcessBuilder(jcmd, Long.toString(pid), "VM.flags").start();
    String flags = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Long.parseLong(flags.replaceFirst("(?s).*-XX:MaxHeapSize=(\\d+).*", "$1"));
  }

  @Test
  void theJarStaysBelowItsSizeLimit() throws Exception {
    assertTrue(Files.size(Path.of(System.getProperty("jar"))) <= MOST_BYTES);
  }
}
