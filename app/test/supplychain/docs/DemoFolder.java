package supplychain.docs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
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

  /** Makes a folder with the jar alone. */
  static Path withJar() throws IOException {
    Path folder = TemporaryFolder.made("manual");
    Files.createSymbolicLink(folder.resolve(JAR), jar(folder));
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

  /** The packed jar, which Maven names; without Maven a jar that names the classes. */
  private static Path jar(Path folder) throws IOException {
    String packed = System.getProperty("jar");
    if (packed != null) {
      return Path.of(packed).toAbsolutePath();
    }
    Manifest manifest = new Manifest();
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" "));
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "supplychain.Main");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    Path jar = folder.resolve("classes.jar");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    return jar;
  }
}
