package supplychain.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.file.PathUtils;
import supplychain.core.UnfinishedFile;

/**
 * PostgreSQL's own programs: unpacks and runs them.
 *
 * @param home the folder of the programs, which bears the checksum of their archive
 * @param stepDown the words before a program, so that root does not run it; none for other users
 */
record PostgresPrograms(DataFolder folder, Path home, List<String> stepDown) {
  static final String PREFIX = "postgresql-";

  private static final int EXECUTABLE = 0100;
  private static final int BUFFER = 1 << 16;
  private static final int LAST_LINES = 3;
  private static final Pattern ERROR = Pattern.compile(".*(?:ERROR|FATAL|PANIC):\\s+(.*)");

  /** The programs of this platform, unpacked now unless they already are. */
  static PostgresPrograms in(DataFolder folder) throws IOException {
    List<String> stepDown = UnixUser.stepDown(folder);
    String platform = platform();
    String archive = "/postgres-" + platform;
    URL checksum = PostgresPrograms.class.getResource(archive + ".crc");
    if (checksum == null) {
      throw folder.refusal(
          "this jar brings no PostgreSQL for " + platform,
          "Build it with -Pall-platforms, or use a PostgreSQL of your own with --db-url.");
    }
    Path home = folder.root().resolve(PREFIX + IOUtils.toString(checksum, UTF_8));
    if (!Files.exists(home)) {
      Path unfinished = folder.unfinished("binaries");
      unpack(archive + ".tar", unfinished);
      folder.own(unfinished);
      // A power cut after the renaming must not leave empty files. Windows has no such command.
      UnixUser.succeeds(List.of("sync"));
      UnfinishedFile.rename(unfinished, home);
    }
    return new PostgresPrograms(folder, home, stepDown);
  }

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "windows" : os;
    String machine =
        switch (arch) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          default -> arch;
        };
    boolean alpine = Files.exists(Path.of("/etc/alpine-release"));
    return system + "-" + machine + (alpine ? "-alpine_linux" : "");
  }

  private static void unpack(String archive, Path folder) throws IOException {
    try (InputStream bytes = PostgresPrograms.class.getResourceAsStream(archive);
        TarArchiveInputStream tar =
            new TarArchiveInputStream(new BufferedInputStream(bytes, BUFFER))) {
      tar.forEach(entry -> write(entry, tar, folder.resolve(entry.getName())));
    }
  }

  private static void write(TarArchiveEntry entry, InputStream content, Path file)
      throws IOException {
    Files.createDirectories(entry.isDirectory() ? file : file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else if (entry.isFile()) {
      Files.copy(content, file);
      if (UnixUser.POSIX && (entry.getMode() & EXECUTABLE) != 0) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  /** Removes the programs of other versions. No process may run from them. */
  void removeOthers() throws IOException {
    for (String name : DataFolder.names(folder.root())) {
      Path other = folder.root().resolve(name);
      if (name.startsWith(PREFIX) && Files.isDirectory(other) && !other.equals(home)) {
        PathUtils.delete(other);
      }
    }
  }

  /** The major version of the programs, such as 18. */
  int majorVersion() throws IOException {
    return Integer.parseInt(run("", "postgres", "-V").replaceFirst("(?s)\\D*(\\d+).*", "$1"));
  }

  /** Runs a program without a pipe, which a process that it leaves behind would hold open. */
  boolean succeeds(String program, List<String> arguments) throws IOException {
    Process process =
        builder(program, arguments)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.onExit().join().exitValue() == 0;
  }

  /** Runs a program with this short input. Returns its output. */
  String run(String input, String program, String... arguments) throws IOException {
    Process process = builder(program, List.of(arguments)).redirectErrorStream(true).start();
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(UTF_8));
    } catch (IOException endedEarly) {
      // The exit code and the output say why.
    }
    String output = IOUtils.toString(process.getInputStream(), UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw folder.refusal(
          "PostgreSQL's program %s failed: %s".formatted(program, reason(output)),
          "Choose another folder with --data.");
    }
    return output;
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

  private ProcessBuilder builder(String program, List<String> arguments) {
    List<String> command = new ArrayList<>(stepDown);
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.root().toFile());
    // The user's settings for another PostgreSQL must not reach this one.
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
    return builder;
  }
}
