package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Main;

/** The commands explain themselves. */
class CommandsTest {
  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "demo",
        "load",
        "backup",
        "restore",
        "check-backup",
        "move",
        "history",
        "token",
        "trace",
        "verify",
        "migrate",
        "config",
        "version",
        "help"
      })
  void helpNamesEveryCommandAndExplainsIt(String command) {
    assertTrue(CommandRun.of("help").out().contains("\n  " + command + " "));
    CommandRun explained = CommandRun.of("help", command).requireExit(0);
    assertTrue(explained.out().startsWith("Usage: java -jar supply-chain.jar " + command));
    assertEquals(explained.out(), CommandRun.of(command, "--help").out());
  }

  @Test
  void helpExplainsACommandOfACommand() {
    assertTrue(CommandRun.of("help", "token", "create").out().contains("--expires=DATE"));
    assertEquals(2, CommandRun.of("help", "token", "make").exitCode());
  }

  @Test
  void versionNamesTheVersionOfTheJarAndOfJava() {
    assertTrue(CommandRun.of("version").out().startsWith("supply-chain "));
    assertEquals(CommandRun.of("version").out(), CommandRun.of("--version").out());
  }

  @Test
  void withoutACommandItServes() {
    Map<String, String> none = Map.of();
    assertEquals(2, Commands.run(Main::service, none, "--port", "none"));
    assertEquals(2, Commands.run(Main::service, Map.of("SUPPLY_CHAIN_PORT", "none")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backup none.zip",
        "history",
        "import pom.xml --kind farmers",
        "token list",
        "token revoke 0193b9a2-7c52-7bbd-a0a9-9d7cf3f5a1c6",
        "trace X",
        "verify --quiet"
      })
  void aReadingCommandWithoutRecordsSaysSoAndCreatesNoFolder(String words) {
    Path data = temp.resolve("misspelt");
    CommandRun run = CommandRun.of((words + " --data " + data).split(" ", -1));
    assertEquals(
        "There are no records in " + data + ": name their folder with --data.\n", run.err());
    assertEquals(1, run.exitCode());
    assertFalse(Files.exists(data));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "verfy                                 | Did you mean: java -jar supply-chain.jar verify",
        "verify --quite                        | Possible solutions: --quiet",
        "import x.csv --kind farmers --dryrun  | Possible solutions: --dry-run",
        "help verfy                            | Did you mean `verify`?"
      })
  void aMisspeltWordIsAnsweredWithTheOneThatWasMeant(String words, String meant) {
    CommandRun.of(words.split(" ", -1)).requireExit(2, meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sevre", "token"})
  void anIncompleteCommandIsRefused(String word) {
    CommandRun run = CommandRun.of(word).requireExit(2);
    assertEquals("", run.out());
  }
}
