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
    DemoFile file = DemoFile.in(folder);
    file.write(AWKWARD);
    Process shell =
        new ProcessBuilder("sh", "-c", ". \"$0\"; printf %s \"$NAME\"", file.path().toString())
            .start();
    String read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, shell.waitFor());
    assertEquals(AWKWARD.get("NAME"), read);
    assertEquals(AWKWARD, file.read());
  }

  @Test
  void onlyItsOwnerCanReadTheFile() throws IOException {
    DemoFile file = DemoFile.in(folder);
    file.write(Map.of("TOKEN", "old"));
    file.write(Map.of("TOKEN", "new"));
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())));
    assertEquals(Map.of("TOKEN", "new"), file.read());
  }
}
