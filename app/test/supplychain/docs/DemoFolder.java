package supplychain.docs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import supplychain.Shell;
import supplychain.cli.ServiceProcess;
import supplychain.postgres.TemporaryFolder;

/** Folders with the jar and a demo that nobody has changed yet. */
final class DemoFolder {
  static final String DATA = "supply-chain-demo";

  /** The link to the jar. */
  static final String JAR = "supply-chain.jar";

  /** Java's second compiler would not pay in so short a life. */
  private static final Map<String, String> QUICK =
      Map.of("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");

  private DemoFolder() {}

  /** The demo is loaded once. A copy of its folder costs less. */
  private static final class Loaded {
    private static final Path FOLDER = assertDoesNotThrow(DemoFolder::withJar);

    static {
      assertDoesNotThrow(() -> start(FOLDER).close());
    }
  }

  /** Makes a folder with the jar alone, which Maven packs and names. */
  static Path withJar() throws IOException {
    Path folder = TemporaryFolder.made("manual");
    Files.createSymbolicLink(
        folder.resolve(JAR), Path.of(System.getProperty("jar")).toAbsolutePath());
    return folder;
  }

  /** Makes a folder with a loaded demo in a folder. */
  static Path in(Path temp) throws IOException, InterruptedException {
    Path folder = temp.resolve("page");
    Shell.run("cp", "-a", Loaded.FOLDER.toString(), folder.toString());
    return folder;
  }

  /** Starts the demo, and returns when it is ready. */
  static ServiceProcess start(Path folder) throws Exception {
    // Not the link: the service keeps its classes in memory for the next start of the same file.
    String jar = folder.resolve(JAR).toRealPath().toString();
    String data = folder.resolve(DATA).toString();
    ServiceProcess demo = ServiceProcess.ofJar(QUICK, jar, "demo", "--port", "0", "--data", data);
    demo.baseUrl();
    return demo;
  }
}
