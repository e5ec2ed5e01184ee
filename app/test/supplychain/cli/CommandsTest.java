package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.*;

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
import supplychain.backup.Room;
import supplychain.cli.Settings.Source;
import supplychain.cli.Settings.Value;

/** The commands explain themselves, and the next command that they print works. */
class CommandsTest {
  private static final Value SETTINGS =
      new Value(Setting.CONFIG, Source.ENVIRONMENT, "SUPPLY_CHAIN_CONFIG", SystemdService.SETTINGS);
  @TempDir Path temp;

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
      String explained = CommandRun.of("help", command).requireExit(0).out();
      assertTrue(explained.startsWith("Usage: java -jar supply-chain.jar " + command), explained);
      assertEquals(explained, CommandRun.of(command, "--help").out());
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
        "report stock",
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

  /** The next command if these settings name the database. */
  private static NextCommand next(Source source, String url, Source ofPassword, String password) {
    return NextCommand.of(
        SETTINGS,
        List.of(
            value(Setting.DB_URL, source, url),
            value(Setting.DB_USER, source, "records"),
            value(Setting.DB_PASSWORD_FILE, ofPassword, password)));
  }

  private static Value value(Setting setting, Source source, String text) {
    return new Value(setting, source, setting.key(), text);
  }

  @Test
  void theSettingsOfTheInstalledServiceAreNotRepeated() {
    String credential = "/etc/credstore/supply-chain.db-password-file";
    NextCommand next =
        next(Source.FILE, "jdbc:postgresql://db/records", Source.ENVIRONMENT, credential);
    assertEquals("sudo supply-chain token list", next.run("token list"));
    assertEquals("Start it with: sudo systemctl restart supply-chain", next.start());
  }

  @Test
  void theInstalledServiceStartsElsewhereAfterAChangeOfItsSettings() {
    String database = "jdbc:postgresql://db/records?ssl=true";
    NextCommand url = next(Source.FLAG, database, Source.FLAG, "/etc/records.password");
    assertEquals(
        "sudo supply-chain verify --db-url 'jdbc:postgresql://db/records?ssl=true' --db-user records --db-password-file /etc/records.password",
        url.run("verify"));
    assertEquals(
        "Let the service use db-url=jdbc:postgresql://db/records?ssl=true and db-user=records and db-password-file=/etc/records.password, as the page \"Install\" of the manual says. Then run: sudo systemctl restart supply-chain",
        url.start());
  }

  @Test
  void aCommandOnADatabaseWithoutRecordsSaysWhatToRunFirst() throws Exception {
    Path file = Files.writeString(temp.resolve("records.json"), "{\"companies\": []}");
    String[] token = {"token", "create", "--user", "ann@example.com", "--role", "OPERATOR"};
    try (Room room = new Room()) {
      for (String[] words : List.of(token, new String[] {"migrate"})) {
        CommandRun run = room.run(words);
        String place = Settings.withoutSecrets(room.url());
        assertTrue(
            run.requireExit(1)
                .err()
                .startsWith(
                    "There are no records in the database at %s. Load or restore records there, or start the service. Start it with: java -jar supply-chain.jar --db-url '%s' --db-user "
                        .formatted(place, place)),
            run.err());
        assertEquals(List.of(), room.tables());
      }
      room.run("load", file.toString()).requireExit(0);
      room.run(token).requireExit(0);
      room.run("migrate").requireExit(0);
    }
  }
}
