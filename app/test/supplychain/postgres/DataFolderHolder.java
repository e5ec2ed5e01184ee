package supplychain.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process of its own that opens a data folder, says so, and closes it when told. */
final class DataFolderHolder implements AutoCloseable {
  private final Process process;

  private DataFolderHolder(Process process) {
    this.process = process;
  }

  static DataFolderHolder start(Path folder, boolean service) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DataFolderHolder.class.getName(),
                folder.toString(),
                Boolean.toString(service))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (!"open".equals(output.readLine())) {
      throw new IOException("the holder did not open " + folder);
    }
    return new DataFolderHolder(process);
  }

  long pid() {
    return process.pid();
  }

  /** Ends it without a chance to tidy up. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  public static void main(String[] args) throws IOException {
    try (EmbeddedPostgres open =
        EmbeddedPostgres.open(Path.of(args[0]), Boolean.parseBoolean(args[1]))) {
      System.out.println(open.owned() ? "open" : "beside");
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
    }
  }
}
