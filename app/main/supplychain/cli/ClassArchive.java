package supplychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.commons.io.file.PathUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.UnfinishedFile;

/**
 * The classes of the service as Java keeps them in memory, in a file (JEP 350). With it, a start
 * takes half the CPU. The service writes the file when it stops for the first time, into {@code
 * $CACHE_DIRECTORY}, or {@code ~/.cache/supply-chain}. Another jar or another Java gets a new file.
 */
final class ClassArchive {
  private static final String RECORDING = "-XX:+RecordDynamicDumpInfo";

  /** Java would complain on stdout about an archive that it cannot use, and run without it. */
  private static final String SILENCE = "-Xlog:cds*=off";

  private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);

  private ClassArchive() {}

  /** The options with which Java uses the archive, or gathers what belongs into it. */
  static List<String> options() {
    Path jar = Path.of(System.getProperty("java.class.path"));
    if (!Files.isRegularFile(jar)) {
      return List.of();
    }
    Path file = file(jar);
    return List.of(Files.exists(file) ? "-XX:SharedArchiveFile=" + file : RECORDING, SILENCE);
  }

  private static Path file(Path jar) {
    String given = System.getenv("CACHE_DIRECTORY");
    Path folder =
        given == null
            ? Path.of(System.getProperty("user.home"), ".cache", "supply-chain")
            : Path.of(given);
    String contents = System.getProperty("java.vm.version") + jar.toAbsolutePath() + version(jar);
    return folder.resolve("classes-%08x.jsa".formatted(contents.hashCode()));
  }

  private static String version(Path jar) {
    try {
      return Files.getLastModifiedTime(jar) + " " + Files.size(jar);
    } catch (IOException e) {
      return "";
    }
  }

  /** Writes the archive of this process, if there was none when it started. */
  static void write() {
    if (!ManagementFactory.getRuntimeMXBean().getInputArguments().contains(RECORDING)) {
      return;
    }
    Path file = file(Path.of(System.getProperty("java.class.path")));
    try {
      Files.createDirectories(file.getParent());
      removeOthers(file.getParent());
      try (UnfinishedFile unfinished = new UnfinishedFile(file)) {
        dump(unfinished.path());
        // Java writes a file that nobody may change, which cannot be forced to the disk.
        if (unfinished.path().toFile().setWritable(true)) {
          unfinished.finish();
        }
      }
    } catch (IOException | JMException e) {
      LOG.info(
          "the next start will be as slow as this one, because the archive of classes"
              + " could not be written: {}",
          e.toString());
    }
  }

  private static void removeOthers(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path old : files.filter(one -> one.toString().endsWith(".jsa")).toList()) {
        PathUtils.delete(old);
      }
    }
  }

  private static void dump(Path file) throws JMException {
    // Java reports the dump on stdout.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    String[] arguments = {"dynamic_dump", file.toString()};
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "vmCds",
            new Object[] {arguments},
            new String[] {String[].class.getName()});
  }
}
