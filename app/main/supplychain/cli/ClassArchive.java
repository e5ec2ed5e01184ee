package supplychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.commons.io.function.Uncheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.UnfinishedFile;

/**
 * The classes of the service as Java keeps them in memory, in a file (JEP 350). With it, a start
 * takes half the CPU. The service writes the file when it stops for the first time, into {@code
 * $CACHE_DIRECTORY}, or {@code ~/.cache/supply-chain}. Another jar or another Java gets a new file.
 */
final class ClassArchive {
  /** The property with the name of the archive that this process writes. */
  private static final String WANTED = "supply-chain.archive";

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
    return Files.exists(file)
        ? List.of("-XX:SharedArchiveFile=" + file, SILENCE)
        : List.of("-XX:+RecordDynamicDumpInfo", "-D" + WANTED + "=" + file, SILENCE);
  }

  private static Path file(Path jar) {
    String given = System.getenv("CACHE_DIRECTORY");
    Path folder =
        given == null
            ? Path.of(System.getProperty("user.home"), ".cache", "supply-chain")
            : Path.of(given);
    String version = Uncheck.get(() -> Files.getLastModifiedTime(jar) + " " + Files.size(jar));
    String contents = System.getProperty("java.vm.version") + jar.toAbsolutePath() + version;
    return folder.resolve("classes-%08x.jsa".formatted(contents.hashCode()));
  }

  /** Writes the archive of this process, if there was none when it started. */
  static void write() {
    String wanted = System.getProperty(WANTED);
    if (wanted == null) {
      return;
    }
    Path file = Path.of(wanted);
    try {
      Files.createDirectories(file.getParent());
      removeOthers(file.getParent());
      try (UnfinishedFile unfinished = new UnfinishedFile(file)) {
        dump(unfinished.path());
        // Java makes the file read-only, and a read-only file cannot be forced to the disk.
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
    try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*.jsa")) {
      for (Path archive : archives) {
        Files.delete(archive);
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
