package supplychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shell and a later start can read demo.env. */
class DemoFileTest {
  private static final Map<String, String> AWKWARD =
      Map.of("NAME", "$HOME `id` \"quoted\" \\ and so on");

  @TempDir Path folder;

  @Test
  void aShellReadsEveryValueUnchanged() throws IOException, InterruptedException {
    Path file = folder.resolve("demo.env");
    ServeDemo.write(file, AWKWARD);
    Process shell =
        new ProcessBuilder("sh", "-c", ". \"$0\"; printf %s \"$NAME\"", file.toString()).start();
    String read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, shell.waitFor());
    assertEquals(AWKWARD.get("NAME"), read);
    assertEquals(AWKWARD, ServeDemo.read(file));
  }

  @Test
  void onlyItsOwnerCanReadTheFile() throws IOException {
    Path file = folder.resolve("demo.env");
    ServeDemo.write(file, Map.of("TOKEN", "old"));
    ServeDemo.write(file, Map.of("TOKEN", "new"));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(Map.of("TOKEN", "new"), ServeDemo.read(file));
  }
}
