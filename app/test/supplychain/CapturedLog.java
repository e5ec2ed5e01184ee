package supplychain;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** The lines that the services of this process log while a test acts. */
public final class CapturedLog {
  private CapturedLog() {}

  /** The action of a test while the log is captured. The action can read the log so far. */
  @FunctionalInterface
  public interface Action {
    void run(Supplier<String> log) throws Exception;
  }

  /** The lines that were logged during an action and contain a text. */
  public static List<String> lines(String text, Action action) throws Exception {
    PrintStream error = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      action.run(() -> log.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(error);
    }
    return log.toString(StandardCharsets.UTF_8).lines().filter(l -> l.contains(text)).toList();
  }
}
