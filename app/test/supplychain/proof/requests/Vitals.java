package supplychain.proof.requests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * What another Java process of this machine holds.
 *
 * @param pid the id of the process
 */
record Vitals(long pid) {
  private static final int MIB = 1 << 20;

  /** What is alive on its heap, once all that is garbage was collected, in MiB. */
  int heapMebibytes() throws IOException {
    String total =
        ask("GC.class_histogram").stream()
            .filter(line -> line.startsWith("Total "))
            .findFirst()
            .orElseThrow();
    return (int) (Long.parseLong(total.split(" +", -1)[2]) / MIB);
  }

  /** How many threads run Java in it. */
  int threads() throws IOException {
    return (int)
        ask("Thread.print").stream()
            .filter(line -> line.startsWith("\"") && line.contains(" #"))
            .count();
  }

  private List<String> ask(String question) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), question)
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }
}
