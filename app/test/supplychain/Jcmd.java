package supplychain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Asks another Java process on this machine about its heap and its threads.
 *
 * @param pid the id of the process
 */
public record Jcmd(long pid) {
  private static final int MIB = 1 << 20;

  /** The size of its heap, once all garbage is collected, in MiB. */
  public int heapMebibytes() throws IOException {
    String total =
        ask("GC.class_histogram")
            .lines()
            .filter(line -> line.startsWith("Total "))
            .findFirst()
            .orElseThrow();
    return (int) (Long.parseLong(total.split(" +", -1)[2]) / MIB);
  }

  /** How many threads of it run Java. */
  public int threads() throws IOException {
    return (int)
        ask("Thread.print")
            .lines()
            .filter(line -> line.startsWith("\"") && line.contains(" #"))
            .count();
  }

  /** The answer of {@code jcmd} to a question. */
  public String ask(String question) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), question)
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
