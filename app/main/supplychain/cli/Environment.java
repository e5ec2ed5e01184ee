package supplychain.cli;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import supplychain.validation.Spelling;

/** The environment variables: one stands for each setting and gives way to its flag. */
record Environment(Map<String, String> variables) implements IDefaultValueProvider {
  static final String PREFIX = "SUPPLY_CHAIN_";

  /** The variable that stands for a flag: SUPPLY_CHAIN_POOL_SIZE for --pool-size. */
  static String variable(String flag) {
    return PREFIX + flag.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  Optional<String> value(String variable) {
    return Optional.ofNullable(variables.get(variable));
  }

  @Override
  public String defaultValue(ArgSpec argument) {
    if (argument instanceof OptionSpec option) {
      String variable = variable(option.longestName());
      return Settings.VARIABLES.contains(variable) ? variables.get(variable) : null;
    }
    return null;
  }

  /** A misspelt setting must not leave the service with the default unnoticed. */
  void refuseUnknown() {
    for (String name : new TreeSet<>(variables.keySet())) {
      if (name.startsWith(PREFIX) && !Settings.VARIABLES.contains(name)) {
        String hint =
            Spelling.closest(name, Settings.VARIABLES)
                .map(meant -> "did you mean " + meant + "?")
                .orElse("the command config lists all settings.");
        throw Failure.wrongUse("The environment variable " + name + " is no setting: " + hint);
      }
    }
  }
}
