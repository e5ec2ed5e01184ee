package supplychain.cli;

import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/** The command line: which commands there are, and what holds for all of them. */
@Command(
    name = "java -jar supply-chain.jar",
    description = "Records of a supply chain: farmers, companies, products, transactions.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
      "",
      "Each setting is also an environment variable, for which its flag gives way:",
      "SUPPLY_CHAIN_POOL_SIZE for --pool-size. The command config shows what is in force."
    })
public final class Commands {
  private static final String DEFAULT = "serve";
  private static final int HELP_WIDTH = 100;
  private static final Set<String> OF_NO_COMMAND = Set.of("-h", "--help", "-V", "--version");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  private final Environment environment;

  private Commands(Environment environment) {
    this.environment = environment;
  }

  /**
   * Runs the command that the arguments name and returns the exit code: 0 done, 1 it could not be
   * done, 2 it was asked wrongly, 3 mistakes were found in the books.
   */
  public static int run(
      ServiceFactory service, Map<String, String> variables, String... arguments) {
    // From Java 22 on, System.console() exists without a terminal unless this is set.
    System.setProperty("jdk.console", "java.base");
    return commandLine(service, variables).execute(withCommand(arguments));
  }

  static CommandLine commandLine(ServiceFactory service, Map<String, String> variables) {
    Environment environment = new Environment(variables);
    Commands commands = new Commands(environment);
    OneLine oneLine = new OneLine();
    return new CommandLine(commands)
        .addSubcommand(new Serve(environment, service))
        .addSubcommand(new ServeDemo(environment, service))
        .addSubcommand(new Load(environment))
        .addSubcommand(new Import(environment))
        .addSubcommand(
            new CommandLine(new Token())
                .addSubcommand(new TokenCreate(environment))
                .addSubcommand(new TokenList(environment))
                .addSubcommand(new TokenRevoke(environment)))
        .addSubcommand(new History(environment))
        .addSubcommand(new ShowTrace(environment))
        .addSubcommand(new Verify(environment))
        .addSubcommand(new Backup(environment))
        .addSubcommand(new Restore(environment))
        .addSubcommand(new Migrate(environment))
        .addSubcommand(new Config(environment))
        .addSubcommand(new Version())
        .addSubcommand(new Help())
        .setUsageHelpWidth(HELP_WIDTH)
        .setDefaultValueProvider(environment)
        .setExecutionExceptionHandler(oneLine)
        .setParameterExceptionHandler(oneLine)
        .setExecutionStrategy(commands::execute);
  }

  private static String[] withCommand(String... arguments) {
    boolean named =
        arguments.length > 0
            && (!arguments[0].startsWith("-") || OF_NO_COMMAND.contains(arguments[0]));
    if (named) {
      return arguments;
    }
    String[] all = new String[arguments.length + 1];
    all[0] = DEFAULT;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return all;
  }

  private int execute(ParseResult parsed) {
    try {
      environment.refuseUnknown();
    } catch (Failure failure) {
      return OneLine.say(parsed.commandSpec().commandLine(), failure);
    }
    return new RunLast().execute(parsed);
  }
}
