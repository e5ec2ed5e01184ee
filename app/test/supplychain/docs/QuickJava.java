package supplychain.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import supplychain.postgres.TemporaryFolder;

/** The command {@code java} of the shells, without the parts of Java that pay in long runs only. */
final class QuickJava {
  /** The folder of the command. */
  static final Path FOLDER = make();

  private QuickJava() {}

  private static Path make() {
    Path folder = TemporaryFolder.made("java");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String script =
        "#!/bin/sh\nexec \"%s\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \"$@\"\n".formatted(java);
    try {
      Path command = Files.writeString(folder.resolve("java"), script);
      Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
