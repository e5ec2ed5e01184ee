package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
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
  void theHelpOfEachCommandFitsATerminalAndHasAnExample() {
    CommandLine all = Commands.commandLine((database, limits, more) -> null, Map.of());
    List<CommandLine> commands = new ArrayList<>(all.getSubcommands().values());
    all.getSubcommands().values().forEach(each -> commands.addAll(each.getSubcommands().values()));
    for (CommandLine command : commands) {
      String help = command.getUsageMessage();
      String name = command.getCommandSpec().qualifiedName();
      assertTrue(help.contains("\nExample:\n  " + name), help);
      assertTrue(help.lines().allMatch(line -> line.length() <= 80), help);
      command
          .getCommandSpec()
          .args()
          .forEach(arg -> assertTrue(arg.description().length > 0, name + arg.paramLabel()));
    }
    assertTrue(all.getUsageMessage().lines().allMatch(line -> line.length() <= 80));
  }

  @Test
  void helpGroupsEveryCommandByItsTask() {
    CommandLine all = Commands.commandLine((database, limits, more) -> null, Map.of());
    String help = all.getUsageMessage();
    assertTrue(help.contains("\nBackups:\n  backup "), help);
    for (String command : all.getSubcommands().keySet()) {
      assertTrue(help.contains("\n  " + command + " "), command);
    }
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
        "token create --user a@example.org --role OPERATOR",
        "token list",
        "token revoke 0193b9a2-7c52-7bbd-a0a9-9d7cf3f5a1c6",
        "trace X",
        "verify --quiet"
      })
  void aReadingCommandWithoutRecordsSaysSoAndCreatesNoFolder(String words) {
    Path data = temp.resolve("misspelt");
    CommandRun run = CommandRun.of((words + " --data " + data).split(" ", -1));
    assertEquals(
        "There are no records in "
            + data
            + ". Name their folder with --data. A running service prints it after"
            + " \"records in\" when it starts.\n",
        run.err());
    assertEquals(1, run.exitCode());
    assertFalse(Files.exists(data));
  }

  @Test
  void aFolderThatTheUserCannotReadIsNotCalledEmpty() throws Exception {
    String user = System.getProperty("user.name");
    assumeTrue(temp.getFileSystem().supportedFileAttributeViews().contains("posix"));
    assumeFalse(user.equals("root"), "root can read everything");
    Path data = Files.createDirectories(temp.resolve("closed"));
    Files.setPosixFilePermissions(data, Set.of());
    CommandRun run = CommandRun.of("verify", "--data", data.toString()).requireExit(1);
    assertEquals(
        "User " + user + " cannot read " + data + ". Run the command with sudo.\n", run.err());
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
