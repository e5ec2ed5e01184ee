package supplychain.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs PostgreSQL's own programs, as a user that PostgreSQL accepts. */
record PostgresTools(DataFolder folder, PostgresBinaries binaries, List<String> stepDown) {
  record Outcome(int exit, String output) {
    boolean succeeded() {
      return exit == 0;
    }

    String reason() {
      return PostgresTools.reason(output);
    }
  }

  private static final int LAST_LINES = 3;
  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");
  private static final Pattern ERROR = Pattern.compile(".*(?:ERROR|FATAL|PANIC):\\s+(.*)");

  /** Longer than pg_ctl itself waits for a server. */
  private static final long LIMIT_SECONDS = 400;

  /** The programs of the folder, unpacked now unless they already are. */
  static PostgresTools in(DataFolder folder) throws IOException {
    List<String> stepDown = UnixUser.stepDown(folder);
    return new PostgresTools(folder, PostgresBinaries.in(folder), stepDown);
  }

  /** The last error in the output of a program; otherwise its last lines. */
  static String reason(String output) {
    List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .map(ERROR::matcher)
        .filter(Matcher::matches)
        .map(error -> error.group(1))
        .reduce((earlier, later) -> later)
        .orElse(
            String.join("; ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
  }

  /** The version of the programs, such as 18.6. */
  String version() throws IOException {
    String answer = run("", "postgres", "-V").output();
    Matcher version = VERSION.matcher(answer);
    if (!version.find()) {
      throw folder.refusal(
          "PostgreSQL does not run here: " + answer.strip(), "Choose another with --data.");
    }
    return version.group();
  }

  /** Runs a program that may leave processes behind, which would hold a pipe open. */
  boolean succeeds(String program, List<String> arguments) throws IOException {
    Process process =
        builder(program, arguments)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return await(process, program) == 0;
  }

  Outcome run(String input, String program, String... arguments) throws IOException {
    Process process = builder(program, List.of(arguments)).redirectErrorStream(true).start();
    CompletableFuture<String> output =
        CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException endedEarly) {
      // The exit code and the output say why.
    }
    return new Outcome(await(process, program), output.join());
  }

  private int await(Process process, String program) {
    try {
      return process.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS).exitValue();
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      // No process that it has started may go on writing.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().onExit().join();
      throw folder.refusal(program + " did not end in time", "See " + folder.log() + ".");
    }
  }

  private ProcessBuilder builder(String program, List<String> arguments) {
    List<String> command = new ArrayList<>(stepDown);
    command.add(binaries.program(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.root().toFile());
    // The user's settings for another PostgreSQL must not reach this one.
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
    return builder;
  }

  private static String read(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
