package supplychain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Runs a program of the system to its end. */
public final class Shell {
  private Shell() {}

  /** Returns what it said; an IOException says it if the program failed. */
  public static String run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + ": " + said);
    }
    return said;
  }
}
