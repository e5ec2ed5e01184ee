package supplychain.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The settings and the commands, as the manual lists them. */
public final class CommandLineTables {
  private CommandLineTables() {}

  /** An item for each setting. */
  public static String settings() {
    return Arrays.stream(Setting.values())
        .map(
            setting ->
                "- `%s %s` or `%s`: %s%n"
                    .formatted(
                        setting.flag(),
                        setting.option().paramLabel(),
                        setting.variable(),
                        description(setting)))
        .collect(Collectors.joining());
  }

  private static String description(Setting setting) {
    String text = setting.description();
    return setting == Setting.TIME_ZONE ? text.replace(", " + setting.initial, "") : text;
  }

  /** An item for each command, with its options except the settings. */
  public static String commands() {
    CommandLine all = Commands.commandLine((database, limits, more) -> null, Map.of());
    return commands(all, "");
  }

  private static String commands(CommandLine parent, String words) {
    return parent.getSubcommands().entrySet().stream()
        .map(
            each -> {
              String name = words + each.getKey();
              return item(name, each.getValue()) + commands(each.getValue(), name + " ");
            })
        .collect(Collectors.joining());
  }

  private static String item(String name, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    String parameters =
        spec.positionalParameters().stream()
            .map(parameter -> " " + label(parameter))
            .collect(Collectors.joining());
    Stream<String> head = Stream.of("- `%s%s`: %s%n".formatted(name, parameters, text(spec)));
    List<String> settings = Arrays.stream(Setting.values()).map(Setting::flag).toList();
    Stream<String> options =
        spec.options().stream()
            .filter(option -> !option.hidden() && !option.usageHelp())
            .filter(option -> !settings.contains(option.longestName()))
            .map(CommandLineTables::option);
    return Stream.concat(head, options).collect(Collectors.joining());
  }

  private static String label(PositionalParamSpec parameter) {
    return parameter.required() ? parameter.paramLabel() : "[" + parameter.paramLabel() + "]";
  }

  private static String option(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    return "  - `%s%s`: %s%n".formatted(option.longestName(), value, text(option));
  }

  private static String text(CommandSpec command) {
    return String.join(" ", command.usageMessage().description());
  }

  private static String text(ArgSpec option) {
    String initial = String.valueOf(option.defaultValue());
    return String.join(" ", option.description()).replace("${DEFAULT-VALUE}", initial);
  }
}
