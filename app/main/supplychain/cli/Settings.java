package supplychain.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import supplychain.cli.Setting.Source;

/** A group of settings, each a flag and an environment variable; the flag wins. */
abstract class Settings {
  /** The environment variables that stand for settings. */
  static final Set<String> VARIABLES = variables();

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  private final Environment environment;

  Settings(Environment environment) {
    this.environment = environment;
  }

  /** The setting of a flag, with the text that picocli found for it. */
  final Setting setting(String flag, String text) {
    String variable = Environment.variable(flag);
    if (command.commandLine().getParseResult().hasMatchedOption(flag)) {
      return new Setting(flag, variable, Source.FLAG, text);
    }
    Source source = environment.value(variable).isPresent() ? Source.ENVIRONMENT : Source.DEFAULT;
    return new Setting(flag, variable, source, text);
  }

  /** A setting that only the environment can give. */
  final Setting secret(String variable) {
    return environment
        .value(variable)
        .map(text -> new Setting(null, variable, Source.ENVIRONMENT, text))
        .orElse(new Setting(null, variable, Source.DEFAULT, null));
  }

  /** Every setting of the group. */
  abstract List<Setting> all();

  private static Set<String> variables() {
    Environment none = new Environment(Map.of());
    Set<String> names = new TreeSet<>(Set.of(DatabaseSettings.PASSWORD));
    for (Settings group : List.of(new DatabaseSettings(none), new ServerSettings(none))) {
      for (OptionSpec option : CommandSpec.forAnnotatedObject(group).options()) {
        names.add(Environment.variable(option.longestName()));
      }
    }
    return names;
  }
}
