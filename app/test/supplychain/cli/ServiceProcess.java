package supplychain.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import supplychain.Client;

/** The service as a process of its own, as people run it. */
public final class ServiceProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;
  private static final String READY = "Ready on ";

  /** If the test has no options of its own: with these, the process need not replace itself. */
  private static final List<String> OPTIONS =
      List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final Process process;
  private final File out;
  private final List<String> lines = new ArrayList<>();
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> ended;

  private ServiceProcess(Process process, File out) {
    this.process = process;
    this.out = out;
    ended = CompletableFuture.runAsync(this::listen);
  }

  /** Starts it. */
  public static ServiceProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    return start(environment, classPath(), List.of(arguments));
  }

  /** Starts a later release: this one with the migrations in {@code FOLDER/db} besides its own. */
  public static ServiceProcess startLater(Path folder, String... arguments) throws IOException {
    return start(Map.of(), folder + File.pathSeparator + classPath(), List.of(arguments));
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static ServiceProcess start(
      Map<String, String> environment, String classPath, List<String> arguments)
      throws IOException {
    List<String> words = new ArrayList<>();
    if (!environment.containsKey("JAVA_TOOL_OPTIONS")) {
      words.addAll(OPTIONS);
    }
    words.addAll(List.of("-cp", classPath, "supplychain.Main"));
    words.addAll(arguments);
    return startJava(environment, words);
  }

  public static ServiceProcess ofJar(
      Map<String, String> environment, String jar, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of("-jar", jar));
    words.addAll(List.of(arguments));
    return startJava(environment, words);
  }

  /** Starts Java with these arguments. */
  static ServiceProcess startJava(Map<String, String> environment, List<String> arguments)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(arguments);
    File out = File.createTempFile("service", ".out");
    out.deleteOnExit();
    ProcessBuilder builder = new ProcessBuilder(words).redirectOutput(out);
    // Java would say on its standard error that it took them up.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    return new ServiceProcess(builder.start(), out);
  }

  private void listen() {
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = err.readLine(); line != null; line = err.readLine()) {
        synchronized (lines) {
          lines.add(line);
        }
        if (line.startsWith(READY)) {
          ready.complete(line.substring(READY.length(), line.indexOf(',')));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ready.completeExceptionally(new AssertionError("it ended: " + err()));
    }
  }

  /** The base URL it names, as soon as it is ready. */
  public String baseUrl() throws InterruptedException, ExecutionException, TimeoutException {
    return ready.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Whether it is ready before this time is over; one that ended is not. */
  public boolean isReadyWithin(Duration time) throws InterruptedException {
    try {
      ready.get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Calls it with a token, as soon as it is ready. */
  public Client client(String token)
      throws InterruptedException, ExecutionException, TimeoutException {
    return new Client(URI.create(baseUrl()).resolve("/").toString().replaceAll("/$", ""), token);
  }

  public long pid() {
    return process.pid();
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.toHandle().destroy();
  }

  /** Kills it, as a power cut would (SIGKILL). */
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  /** The exit code, once it has ended. */
  public int exitCode() throws InterruptedException, ExecutionException, TimeoutException {
    ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return process.waitFor();
  }

  /** The lines on stderr so far. */
  public List<String> err() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /** The file that holds what it printed on stdout. */
  public Path out() {
    return out.toPath();
  }

  @Override
  public void close() {
    terminate();
    try {
      exitCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new AssertionError(e);
    }
  }
}
