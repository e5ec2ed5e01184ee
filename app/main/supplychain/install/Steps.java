package supplychain.install;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Consumer;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;

/**
 * Does the steps of an installation and names each.
 *
 * @param root the folder that stands for {@code /}
 * @param isDry whether to name the steps only, with the texts that they would write
 */
record Steps(Path root, boolean isDry, Consumer<String> say) {
  static final String FOR_ALL = "rw-r--r--";
  static final String PROGRAM = "rwxr-xr-x";

  /** Where a path of the installed system is. */
  Path at(String path) {
    return root.resolve(path.substring(1));
  }

  boolean isMachine() {
    return root.equals(root.getRoot());
  }

  /** Writes a file. A process that runs from the old file goes on with the old one. */
  void write(String path, String mode, byte[] content, String shown) throws IOException {
    tell("write", path, shown);
    if (!isDry) {
      Files.createDirectories(at(path).getParent());
      try (UnfinishedFile file = new UnfinishedFile(at(path))) {
        try (OutputStream out = file.out()) {
          out.write(content);
        }
        file.finish();
      }
      Files.setPosixFilePermissions(at(path), PosixFilePermissions.fromString(mode));
    }
  }

  /** Adds lines to the end of a file. */
  void append(String path, String text) throws IOException {
    tell(text.isEmpty() ? "keep" : "extend", path, text);
    if (!isDry) {
      Files.writeString(at(path), text, StandardOpenOption.APPEND);
    }
  }

  void remove(String path) throws IOException {
    tell("remove", path, "");
    if (!isDry) {
      Files.deleteIfExists(at(path));
    }
  }

  void keep(String what) {
    tell("keep", what, "");
  }

  /** Runs a program, which must succeed. A scratch root has nothing that could run. */
  void run(String... words) throws IOException {
    String line = String.join(" ", words);
    tell(isMachine() ? "run" : "leave out", line, "");
    if (isMachine() && !isDry) {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.onExit().join().exitValue() != 0) {
        throw Failure.of(line + " failed: " + output.strip());
      }
    }
  }

  private void tell(String verb, String what, String text) {
    say.accept("%-9s %s".formatted(verb, what));
    if (isDry) {
      text.lines().forEach(line -> say.accept(("    " + line).stripTrailing()));
    }
  }
}
