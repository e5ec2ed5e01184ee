package supplychain.cli;

import static java.util.stream.Collectors.joining;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import supplychain.backup.Retention;
import supplychain.cli.Settings.Value;
import supplychain.core.Failure;
import supplychain.core.Release;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.http.Limits;
import supplychain.ingest.IngestKind;
import supplychain.reports.Report;
import supplychain.reports.Reports;
import supplychain.trace.Trace;
import supplychain.validation.Formats;
import supplychain.validation.NearestName;

/** The command line: all commands, and what is the same for all of them. */
@Command(
    name = "java -jar supply-chain.jar",
    resourceBundle = Setting.HELP,
    synopsisSubcommandLabel = "[COMMAND]")
public final class Commands {
  @FunctionalInterface
  public interface ServiceFactory {
    /** The service with these limits, configured further by {@code more}. */
    Javalin create(Database database, Limits limits, Consumer<JavalinConfig> more);
  }

  private static final String DEFAULT = "serve";
  private static final Set<String> SERVICES = Set.of(DEFAULT, "demo");
  private static final String TIME =
      "a date (2027-01-31) or a date-time with its offset (2027-01-31T18:00:00Z)";
  private static final String ROLES = "MONITOR, REPORTER, MEMBER, ADMIN or OPERATOR";
  private static final Set<String> OF_NO_COMMAND = Set.of("-h", "--help", "-V", "--version");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT)
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true)
  boolean version;

  final Map<String, String> variables;

  private Commands(Map<String, String> variables) {
    this.variables = variables;
  }

  /**
   * Runs the command that the arguments name. Returns the exit code: 0 done, 1 the command failed,
   * 2 the arguments or settings are wrong, 3 verify found mistakes, a backup is bad, or status has
   * a warning.
   */
  public static int run(
      ServiceFactory service, Map<String, String> variables, String... arguments) {
    // Without this, Java 22 and later have a System.console() even without a terminal.
    System.setProperty("jdk.console", "java.base");
    return commandLine(service, variables).execute(withCommand(arguments));
  }

  static CommandLine commandLine(ServiceFactory service, Map<String, String> variables) {
    OneLine oneLine = new OneLine();
    String version = "supply-chain %s, Java %s".formatted(Release.version(), Runtime.version());
    CommandLine all =
        new CommandLine(new Commands(variables))
            .addSubcommand(new Serve(service))
            .addSubcommand(new ServeDemo(service))
            .addSubcommand(new LoadCommands.Load())
            .addSubcommand(new LoadCommands.Import())
            .addSubcommand(
                new CommandLine(new TokenCommands())
                    .addSubcommand(new TokenCommands.Create())
                    .addSubcommand(new TokenCommands.Listing())
                    .addSubcommand(new TokenCommands.Revocation()))
            .addSubcommand(new CommandLine(new History()).addSubcommand(new History.Archive()))
            .addSubcommand(new ShowTrace())
            .addSubcommand(new ShowReport())
            .addSubcommand(new Verify())
            .addSubcommand(new Status())
            .addSubcommand(new BackupCommands.Backup())
            .addSubcommand(new BackupCommands.Restore())
            .addSubcommand(new BackupCommands.Check())
            .addSubcommand(new Move())
            .addSubcommand(new Erase())
            .addSubcommand(new Migrate())
            .addSubcommand(new InstallCommands.Install())
            .addSubcommand(new InstallCommands.Uninstall())
            .addSubcommand(new Config())
            .addSubcommand(new Version())
            .addSubcommand(new Help())
            .registerConverter(UUID.class, converter(Formats::uuid, "the id of a record"))
            .registerConverter(Moment.class, converter(Moment::of, TIME))
            .registerConverter(Moment.Expiry.class, converter(Moment.Expiry::of, TIME + ", or 90d"))
            .registerConverter(
                Trace.Direction.class, converter(Trace.Direction::of, "up, down or both"))
            .registerConverter(Report.class, oneOf(Reports.ALL, Report::name))
            .registerConverter(Retention.class, converter(Retention::of, "like 7d,4w,12m"))
            .registerConverter(Role.class, converter(Commands::role, ROLES))
            .registerConverter(IngestKind.class, oneOf(IngestKind.OF_LINES, IngestKind::path))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(oneLine)
            .setParameterExceptionHandler(oneLine);
    all.getCommandSpec().version(version);
    return CommandHelp.arrange(all);
  }

  /** The words of a command, such as {@code token create}. */
  static String words(CommandSpec command) {
    return command.qualifiedName().substring(command.root().name().length() + 1);
  }

  /** Converts a text, or says what the text must be. */
  private static <T> ITypeConverter<T> converter(Function<String, Optional<T>> read, String rule) {
    return text ->
        read.apply(text).orElseThrow(() -> new TypeConversionException("it must be " + rule + "."));
  }

  private static Optional<Role> role(String text) {
    return Arrays.stream(Role.values())
        .filter(role -> role != Role.ANYONE && role.name().equalsIgnoreCase(text))
        .findFirst();
  }

  /** Converts the name of one of a few. */
  private static <T> ITypeConverter<T> oneOf(Collection<T> all, Function<T, String> name) {
    return converter(
        text -> all.stream().filter(one -> name.apply(one).equals(text)).findFirst(),
        all.stream().map(name).collect(joining(", ", "one of ", "")));
  }

  /** Whether the arguments start a service, which runs for long. */
  public static boolean isService(String... arguments) {
    return SERVICES.contains(withCommand(arguments)[0]);
  }

  /** The arguments with the command that they name, or with the command {@code serve}. */
  private static String[] withCommand(String... arguments) {
    boolean named =
        arguments.length > 0
            && (!arguments[0].startsWith("-") || OF_NO_COMMAND.contains(arguments[0]));
    return named ? arguments : ArrayUtils.addFirst(arguments, DEFAULT);
  }

  @Command(name = "version")
  static final class Version implements Runnable {
    @Spec CommandSpec command;

    @Override
    public void run() {
      command.root().commandLine().printVersionHelp(command.commandLine().getOut());
    }
  }

  /** Shows each setting, its value and where the value comes from. */
  @Command(name = "config")
  static final class Config extends ConfiguredCommand {
    Config() {
      super(EnumSet.allOf(Setting.class));
    }

    @Override
    void run(Settings settings) {
      Serve.tls(settings);
      DatabaseAddress address = DatabaseAddress.read(settings::get, DatabaseAddress.DEFAULT_FOLDER);
      print(
          List.of("SETTING", "VALUE", "FROM"),
          Stream.of(Setting.values())
              .map(settings::get)
              .map(value -> row(value, address.folder())));
    }

    private static List<Object> row(Value value, Path folder) {
      Setting setting = value.setting();
      String source = value.source().name().toLowerCase(Locale.ROOT);
      return List.of(
          setting.flag(),
          setting == Setting.DATA ? (folder == null ? "-" : folder) : value.shown(),
          value.isGiven() ? source + " " + value.name() : source);
    }
  }

  /** Upgrades the schema of existing records to this release. */
  @Command(name = "migrate")
  static final class Migrate extends DatabaseCommand {
    Migrate() {
      super(Needs.RECORDS);
    }

    @Override
    void run(Database database) {
      say("The schema is up to date.");
    }
  }

  @Command(name = "help")
  static final class Help implements Runnable {
    @Parameters(arity = "0..*", paramLabel = "COMMAND", descriptionKey = "help.COMMAND")
    List<String> words = List.of();

    @Spec CommandSpec command;

    @Override
    public void run() {
      CommandLine shown = command.parent().commandLine();
      for (String word : words) {
        Set<String> known = shown.getSubcommands().keySet();
        shown = shown.getSubcommands().get(word);
        if (shown == null) {
          throw Failure.wrongUse(
              "There is no command %s.%s"
                  .formatted(String.join(" ", words), NearestName.hint(word, known)));
        }
      }
      shown.usage(command.commandLine().getOut());
    }
  }
}
