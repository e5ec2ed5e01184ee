package supplychain.cli;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The options of Java for a service on a small machine. By default Java uses up to a quarter of the
 * memory for its heap, with a collector for large ones. And it compiles a method with all
 * optimizations only after 5,000 calls, which a small team takes long to send. A running Java
 * cannot change these options. So the process replaces itself once by the same command with the
 * options. Its id, terminal and supervisor stay the same.
 */
public final class JavaOptions {
  private static final int HEAP_MEBIBYTES = 1024;

  /** Java would begin with a 64th of the machine's memory. A service under load needs 15 MB. */
  private static final String FIRST_HEAP = "-Xms64m";

  /**
   * A tenth of the calls after which Java compiles a method with all its optimizations. The first
   * compiler keeps its thresholds: it would delay the start.
   */
  private static final List<String> COMPILE_EARLIER =
      List.of(
          "-XX:Tier4InvocationThreshold=500",
          "-XX:Tier4MinInvocationThreshold=60",
          "-XX:Tier4CompileThreshold=1500");

  /** A start that failed leaves a smaller archive, which would not help. */
  private static final long LEAST_ARCHIVE_BYTES = 32L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(JavaOptions.class);

  /** Marks the new process, which must not replace itself again. */
  private static final String REPLACED = "supply-chain.replaced";

  private static final Pattern HEAP =
      Pattern.compile("-Xm[sx].*|-XX:(InitialHeapSize|MaxHeapSize|MaxRAM[A-Za-z]*)=.*");
  private static final Pattern ARCHIVE =
      Pattern.compile("-XX:(SharedArchiveFile|ArchiveClassesAtExit)=.*|-Xshare:.*");
  private static final Pattern COMPILER =
      Pattern.compile("-XX:(.?Tiered|Tier[0-9]|CompileThreshold).*");
  private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use[A-Za-z0-9]+GC");

  private JavaOptions() {}

  /** The C library. Its function {@code execv} replaces the process (POSIX). */
  interface C extends Library {
    int execv(String path, String[] arguments);
  }

  /** Replaces the process, unless the user has chosen each option, or on Windows. */
  public static void apply() {
    ProcessHandle.Info process = ProcessHandle.current().info();
    if (Boolean.getBoolean(REPLACED) || Platform.isWindows()) {
      return;
    }
    List<String> missing = missing();
    if (missing.isEmpty() || process.command().isEmpty() || process.arguments().isEmpty()) {
      return;
    }
    List<String> command = new ArrayList<>(List.of(process.command().get()));
    command.add("-D" + REPLACED + "=true");
    command.addAll(missing);
    command.addAll(List.of(process.arguments().get()));
    try {
      Native.load("c", C.class).execv(command.get(0), command.toArray(String[]::new));
      LOG.warn("the process could not restart itself, so Java runs without {}", missing);
    } catch (UnsatisfiedLinkError e) {
      LOG.warn("Java runs without {}: {}", missing, e.toString());
    }
  }

  /** The options that neither the command line nor the environment chooses. */
  private static List<String> missing() {
    List<String> missing = new ArrayList<>();
    boolean isLarge = Runtime.getRuntime().maxMemory() > (long) HEAP_MEBIBYTES << 20;
    if (isLarge && !isChosen(HEAP)) {
      missing.addAll(List.of(FIRST_HEAP, "-Xmx" + HEAP_MEBIBYTES + "m"));
    }
    if (!isChosen(COLLECTOR)) {
      missing.add("-XX:+UseSerialGC");
    }
    if (!isChosen(COMPILER)) {
      missing.addAll(COMPILE_EARLIER);
    }
    if (!isChosen(ARCHIVE)) {
      missing.addAll(archive());
    }
    return missing;
  }

  /**
   * The classes of the service as Java keeps them in memory, in a file (JEP 350). With it, a start
   * takes half the CPU. Java writes the file when the service stops for the first time, into {@code
   * $CACHE_DIRECTORY}, or {@code ~/.cache/supply-chain}. Another jar or another Java gets a new
   * file.
   */
  private static List<String> archive() {
    Path jar = Path.of(System.getProperty("java.class.path"));
    if (!Files.isRegularFile(jar)) {
      return List.of();
    }
    String home = Path.of(System.getProperty("user.home"), ".cache", "supply-chain").toString();
    Path folder = Path.of(System.getenv().getOrDefault("CACHE_DIRECTORY", home));
    try {
      String version = Files.getLastModifiedTime(jar) + " " + Files.size(jar);
      String contents = System.getProperty("java.vm.version") + jar.toAbsolutePath() + version;
      Path file = folder.resolve("classes-%08x.jsa".formatted(contents.hashCode()));
      String use = "-XX:SharedArchiveFile=";
      if (!Files.exists(file) || Files.size(file) < LEAST_ARCHIVE_BYTES) {
        removeArchives(Files.createDirectories(folder));
        use = "-XX:ArchiveClassesAtExit=";
      }
      // Java runs without an archive that is damaged, but would complain about it on stdout.
      return List.of("-XX:+VerifySharedSpaces", "-Xlog:cds*=off", use + file);
    } catch (IOException e) {
      LOG.info(
          "the next start will be as slow as this one, because the archive of classes"
              + " could not be written: {}",
          e.toString());
      return List.of();
    }
  }

  private static void removeArchives(Path folder) throws IOException {
    // Refuses a folder that cannot be written. Java itself would only fail at the end.
    Files.createTempFile(folder, "classes", ".jsa");
    try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*.jsa")) {
      for (Path archive : archives) {
        Files.delete(archive);
      }
    }
  }

  private static boolean isChosen(Pattern option) {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .anyMatch(option.asMatchPredicate());
  }
}
