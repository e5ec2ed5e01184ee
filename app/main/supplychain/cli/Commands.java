package supplychain.cli;

import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line: which commands there are, and what holds for all of them. */
@Command(
    name = "java -jar supply-chain.jar",
    description = "Records of a supply chain: farmers, companies, products, transactions.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
      "",
      "Each setting is also an environment variable, SUPPLY_CHAIN_POOL_SIZE for --pool-size,",
      "and a line in the file of --config: pool-size=12. A flag overrides a variable, which",
      "overrides the file. The command config shows what is in force."
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

  private final Map<String, String> variables;

  private Commands(Map<String, String> variables) {
    this.variables = variables;
  }

  /** The environment variables. */
  Map<String, String> variables() {
    return variables;
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
    OneLine oneLine = new OneLine();
    return new CommandLine(new Commands(variables))
        .addSubcommand(new Serve(service))
        .addSubcommand(new ServeDemo(service))
        .addSubcommand(new Load())
        .addSubcommand(new Import())
        .addSubcommand(
            new CommandLine(new Token())
                .addSubcommand(new TokenCreate())
                .addSubcommand(new TokenList())
                .addSubcommand(new TokenRevoke()))
        .addSubcommand(new History())
        .addSubcommand(new ShowTrace())
        .addSubcommand(new Verify())
        .addSubcommand(new Backup())
        .addSubcommand(new Restore())
        .addSubcommand(new Migrate())
        .addSubcommand(new Config())
        .addSubcommand(new Version())
        .addSubcommand(new Help())
        .setUsageHelpWidth(HELP_WIDTH)
        .setExecutionExceptionHandler(oneLine)
        .setParameterExceptionHandler(oneLine);
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
}
