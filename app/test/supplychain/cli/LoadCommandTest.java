package supplychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.World;

/** A file of records is recorded from the command line: all of it, or nothing. */
class LoadCommandTest {
  @TempDir Path folder;

  @Test
  void aFileIsRecordedOnce() throws IOException {
    String ref = World.unique(12);
    String file = file("{\"companies\": [{\"ref\": \"%s\", \"name\": \"Coop\"}]}".formatted(ref));
    CommandRun first = CommandRun.shared("load", file).requireExit(0);
    assertEquals("KIND       RECORDED  KNOWN\ncompanies  1         0\n", first.out());
    assertEquals("", first.err());
    CommandRun again = CommandRun.shared("load", file);
    assertEquals("KIND       RECORDED  KNOWN\ncompanies  0         1\n", again.out());
  }

  @Test
  void mistakesAreNamedWithTheirPlaces() throws IOException {
    CommandRun run =
        CommandRun.shared("load", file("{\"companies\": [{\"ref\": \"x\"}]}"))
            .requireExit(1, "/companies/0/name", "nothing is recorded");
    assertEquals("", run.out());
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    CommandRun.shared("load", folder.resolve("nowhere.json").toString())
        .requireExit(1, "nowhere.json");
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("records.json"), text).toString();
  }
}
