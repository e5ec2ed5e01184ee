package supplychain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Runs a program of the system to its end. */
public final class Shell {
  private Shell() {}

  /** Runs it; an IOException says what it said if it failed. */
  public static void run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + ": " + said);
    }
  }

  /**
   * Runs a script in a folder, which must succeed. Returns what it wrote to standard output.
   *
   * @param variables the variables of its environment
   */
  public static String script(Path script, Path folder, Map<String, String> variables)
      throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-e", script.toString())
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    shell.environment().putAll(variables);
    Process process = shell.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(script + ": " + said);
    }
    return said;
  }
}
