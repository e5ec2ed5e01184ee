package supplychain.cli;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption.Origin;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits Java's heap. By default Java uses up to a quarter of the machine's memory, and garbage
 * fills the heap under load. A running Java cannot lower its limit. So the process replaces itself
 * once by the same command with {@code -Xmx}. Its id, terminal and supervisor stay the same.
 */
public final class HeapLimit {
  public static final int MEBIBYTES = 1024;

  private static final Logger LOG = LoggerFactory.getLogger(HeapLimit.class);
  private static final Set<Origin> NOT_GIVEN = Set.of(Origin.DEFAULT, Origin.ERGONOMIC);
  private static final List<String> FLAGS =
      List.of("MaxHeapSize", "MaxRAM", "MaxRAMPercentage", "MaxRAMFraction");

  private HeapLimit() {}

  /** The C library. Its function {@code execv} replaces the process (POSIX). */
  interface C extends Library {
    int execv(String path, String[] arguments);
  }

  /** Replaces the process, unless the heap is small, the user has set its size, or on Windows. */
  public static void apply() {
    ProcessHandle.Info process = ProcessHandle.current().info();
    boolean isTooLarge = Runtime.getRuntime().maxMemory() > (long) MEBIBYTES << 20;
    if (!isTooLarge
        || isChosen()
        || Platform.isWindows()
        || process.command().isEmpty()
        || process.arguments().isEmpty()) {
      return;
    }
    List<String> command = new ArrayList<>(List.of(process.command().get()));
    command.add("-Xmx" + MEBIBYTES + "m");
    command.addAll(List.of(process.arguments().get()));
    try {
      Native.load("c", C.class).execv(command.get(0), command.toArray(String[]::new));
      LOG.warn("the heap has no limit: the process could not replace itself");
    } catch (UnsatisfiedLinkError e) {
      LOG.warn("the heap has no limit: {}", e.toString());
    }
  }

  /** Whether the command line or the environment sets the size of the heap. */
  private static boolean isChosen() {
    HotSpotDiagnosticMXBean java =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return java == null
        || FLAGS.stream().anyMatch(flag -> !NOT_GIVEN.contains(java.getVMOption(flag).getOrigin()));
  }
}
