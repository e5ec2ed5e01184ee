package supplychain.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void theDemoRunsFromTheJarAlone() throws Exception {
    Path data = temp.resolve("demo");
    try (ServiceProcess demo =
        ServiceProcess.ofJar(
            System.getProperty("jar"), "demo", "--port", "0", "--data", data.toString())) {
      demo.baseUrl();
      Map<String, String> names = DemoFile.in(data).read();
      String path = "/v1/supply-chains/companies/" + names.get("COMPANY");
      assertEquals(200, demo.client(names.get("TOKEN")).get(path).status());
      demo.terminate();
      assertEquals(0, demo.exitCode(), demo.err().toString());
    }
  }

  @Test
  void itIsSmallEnoughToCarryAround() throws Exception {
    assertTrue(Files.size(Path.of(System.getProperty("jar"))) <= MOST_BYTES);
  }
}
