package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;
import supplychain.Installation;
import supplychain.Main;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;

/**
 * A command that was run, in this process.
 *
 * @param out what it printed as its result
 * @param err what else it said
 */
public record CommandRun(int exitCode, String out, String err) {
  private static final Map<String, String> PASSWORD_FILES = new ConcurrentHashMap<>();

  /** Runs a command without any environment variable. */
  public static CommandRun of(String... arguments) {
    return with(Map.of(), arguments);
  }

  /** Runs a command with these environment variables. */
  public static CommandRun with(Map<String, String> environment, String... arguments) {
    return run(Commands.commandLine(Main::service, environment), arguments);
  }

  /** Runs {@code import} on a database that is open already, and up to date. */
  public static CommandRun importInto(Database database, String... arguments) {
    CommandLine line = Commands.commandLine(Main::service, Map.of());
    line.setExecutionStrategy(parsed -> importInto(database, parsed.subcommand()));
    return run(line, arguments);
  }

  private static CommandRun run(CommandLine line, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int exitCode = line.execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  private static int importInto(Database database, ParseResult parsed) {
    CommandLine line = parsed.commandSpec().commandLine();
    LoadCommands.Import command = line.getCommand();
    try {
      command.check();
      command.run(database);
    } catch (RuntimeException e) {
      throw new ExecutionException(line, "it failed", e);
    }
    return ExitCode.OK;
  }

  /** This run, which must have this exit code and each of these words on standard error. */
  public CommandRun requireExit(int expected, String... words) {
    assertEquals(expected, exitCode, err);
    for (String word : words) {
      assertTrue(err.contains(word), err);
    }
    return this;
  }

  /** Requires that the command printed nothing but this sentence on standard error. */
  public void requireRefused(int expected, String sentence) {
    assertEquals(expected, exitCode, err);
    assertEquals(sentence, err.strip());
    assertEquals("", out);
  }

  /** The value of a setting and where it comes from, as {@code config} shows them. */
  public String inForce(String setting) {
    assertEquals(0, exitCode, err);
    return out.lines()
        .filter(line -> line.startsWith(setting + " "))
        .map(line -> line.substring(setting.length()).strip().replaceAll(" {2,}", " "))
        .findFirst()
        .orElseThrow();
  }

  /** Runs a command on the database that the tests share. */
  public static CommandRun shared(String... arguments) {
    return with(shared(), arguments);
  }

  /** The settings of the database that the tests share. */
  public static Map<String, String> shared() {
    EmbeddedPostgres postgres = Installation.shared().postgres();
    Map<String, String> settings = new HashMap<>();
    settings.put("SUPPLY_CHAIN_DB_URL", postgres.url());
    settings.put("SUPPLY_CHAIN_DB_USER", postgres.user());
    settings.put("SUPPLY_CHAIN_DB_PASSWORD_FILE", passwordFile(postgres.password()));
    return settings;
  }

  /** A file with this password, until the tests end. */
  public static String passwordFile(String password) {
    return PASSWORD_FILES.computeIfAbsent(
        password,
        text -> {
          Path file = assertDoesNotThrow(() -> Files.createTempFile("password", ""));
          file.toFile().deleteOnExit();
          return assertDoesNotThrow(() -> Files.writeString(file, text + "\n")).toString();
        });
  }
}
