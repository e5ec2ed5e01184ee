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
 * Limits Java's heap. By default Java takes a quarter of the machine for it, and under load the
 * heap grows to that size with garbage. A running Java cannot lower its limit, so the process
 * replaces itself once by the same command with {@code -Xmx}; its id, terminal and supervisor stay
 * the same.
 */
public final class HeapLimit {
  /** The limit, in MiB. */
  public static final int MEBIBYTES = 1024;

  private static final Logger LOG = LoggerFactory.getLogger(HeapLimit.class);
  private static final Set<Origin> NOT_GIVEN = Set.of(Origin.DEFAULT, Origin.ERGONOMIC);
  private static final List<String> FLAGS =
      List.of("MaxHeapSize", "MaxRAM", "MaxRAMPercentage", "MaxRAMFraction");

  private HeapLimit() {}

  /** The C library, in which this function replaces the process (POSIX, execv). */
  interface C extends Library {
    int execv(String path, String[] arguments);
  }

  /**
   * Replaces the process, unless its heap is small enough or its flags or the platform forbid it.
   */
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

  /** Whether the command line or the environment says how large the heap may be. */
  private static boolean isChosen() {
    HotSpotDiagnosticMXBean java =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return java == null
        || FLAGS.stream().anyMatch(flag -> !NOT_GIVEN.contains(java.getVMOption(flag).getOrigin()));
  }
}
