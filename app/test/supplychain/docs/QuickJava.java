package supplychain.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.function.Uncheck;
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
    Path command = Uncheck.get(() -> Files.writeString(folder.resolve("java"), script));
    assertTrue(command.toFile().setExecutable(true));
    return folder;
  }
}
