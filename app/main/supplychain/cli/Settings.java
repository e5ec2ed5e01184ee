package supplychain.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;
import supplychain.core.Failure;
import supplychain.validation.NearestName;
import supplychain.validation.TerminalText;

/**
 * The settings in force: a flag overrides the environment variable, which overrides the line in the
 * file of {@code --config}. Every value is a text, because a typed option of picocli would name the
 * flag in a message about a wrong variable or line.
 */
final class Settings {
  /** Where a value comes from. A later source overrides an earlier one. */
  enum Source {
    DEFAULT,
    CREDENTIAL,
    FILE,
    ENVIRONMENT,
    FLAG
  }

  /**
   * A value of a setting.
   *
   * @param name the flag, variable, line or credential that gives the value
   * @param text null if there is neither a value nor a default
   */
  record Value(Setting setting, Source source, String name, String text) {
    boolean overrides(Value other) {
      return source.compareTo(other.source) > 0;
    }

    boolean isGiven() {
      return source != Source.DEFAULT;
    }

    Path path() {
      return Path.of(text);
    }

    Failure wrong(String rule) {
      return Failure.wrongUse(name + " is \"" + shown() + "\"; it must be " + rule + ".");
    }

    String shown() {
      return text == null ? "-" : TerminalText.of(withoutSecrets(text));
    }
  }

  private static final Pattern USER_INFO = Pattern.compile("//[^/@?]*@");
  private static final Pattern PARAMETER = Pattern.compile("(?i)([?&][^=&]*password)=[^&]*");

  private final Map<Setting, Value> given = new EnumMap<>(Setting.class);

  /** The settings of a command. A {@link Failure} names the first wrong or unknown setting. */
  Settings(ParseResult command, Map<String, String> variables) {
    for (Setting setting : Setting.values()) {
      if (command.hasMatchedOption(setting.flag())) {
        add(setting, Source.FLAG, setting.flag(), command.matchedOption(setting.flag()).getValue());
      }
    }
    for (String name : new TreeSet<>(variables.keySet())) {
      if (name.startsWith(Setting.PREFIX)) {
        Setting setting = find(name, Setting::variable, "The environment variable " + name);
        add(setting, Source.ENVIRONMENT, name, variables.get(name));
      }
    }
    if (get(Setting.CONFIG).isGiven()) {
      addFile(get(Setting.CONFIG));
    }
    addCredentials(variables.get("CREDENTIALS_DIRECTORY"));
    for (Value value : given.values()) {
      boolean isUsed = command.commandSpec().findOption(value.setting.flag()) != null;
      if (isUsed && !value.setting.allows(value.text)) {
        throw value.wrong(value.setting.rule(value.text));
      }
    }
  }

  private void addFile(Value config) {
    Properties lines =
        new Properties() {
          @Override
          public synchronized Object put(Object key, Object value) {
            if (containsKey(key)) {
              throw Failure.wrongUse(key + " appears more than once in " + config.text + ".");
            }
            return super.put(key, value);
          }
        };
    try (Reader file = Files.newBufferedReader(config.path())) {
      lines.load(file);
    } catch (IOException | IllegalArgumentException e) {
      throw config.wrong(
          "a file of settings that user " + System.getProperty("user.name") + " may read");
    }
    for (String key : new TreeSet<>(lines.stringPropertyNames())) {
      String name = key + " in " + config.text;
      // One file cannot name another.
      Setting setting = find(key, each -> each == Setting.CONFIG ? "" : each.key(), name);
      add(setting, Source.FILE, name, lines.getProperty(key).strip());
    }
  }

  /** The credentials of a service of systemd; the folder is null without them. */
  private void addCredentials(String folder) {
    for (Setting setting : folder == null ? Set.<Setting>of() : Setting.CREDENTIALS) {
      Path file = Path.of(folder, setting.key());
      if (Files.exists(file)) {
        add(setting, Source.CREDENTIAL, setting.key(), file.toString());
      }
    }
  }

  /** Refuses an unknown name, because a misspelt one would leave the default in force. */
  private static Setting find(String name, Function<Setting, String> naming, String what) {
    Map<String, Setting> known =
        Stream.of(Setting.values()).collect(Collectors.toMap(naming, setting -> setting));
    if (!known.containsKey(name)) {
      String hint =
          NearestName.closest(name, known.keySet())
              .or(() -> known.keySet().stream().filter(key -> key.startsWith(name)).findFirst())
              .map(meant -> "did you mean " + meant + "?")
              .orElse("the command config lists all settings.");
      throw Failure.wrongUse(what + " is no setting: " + hint);
    }
    return known.get(name);
  }

  private void add(Setting setting, Source source, String name, String text) {
    given.putIfAbsent(setting, new Value(setting, source, name, text));
  }

  Value get(Setting setting) {
    Value value = given.get(setting);
    return value == null
        ? new Value(setting, Source.DEFAULT, setting.key(), setting.initial)
        : value;
  }

  String text(Setting setting) {
    return get(setting).text();
  }

  int number(Setting setting) {
    return Integer.parseInt(text(setting));
  }

  static String withoutSecrets(String url) {
    String anonymous = USER_INFO.matcher(url).replaceAll("//(hidden)@");
    return PARAMETER.matcher(anonymous).replaceAll("$1=(hidden)");
  }
}
