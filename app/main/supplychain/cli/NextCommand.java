package supplychain.cli;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import supplychain.cli.Settings.Source;
import supplychain.cli.Settings.Value;

/**
 * The commands that a message offers next: they use the records and the settings of this process.
 *
 * @param isInstalled whether the settings are those of the installed service
 * @param flags the values that the next command has to repeat
 */
record NextCommand(boolean isInstalled, List<Value> flags) {
  private static final String RESTART = "sudo systemctl restart supply-chain";

  /** The next commands for this file of settings, and the values that say where the records are. */
  static NextCommand of(Value config, List<Value> place) {
    boolean isInstalled =
        SystemdService.SETTINGS.equals(config.text())
            || (SystemdService.isInstalled() && SystemdService.RECORDS.equals(place.get(0).text()));
    Stream<Value> flags =
        isInstalled
            ? place.stream().filter(value -> !hasService(value))
            : Stream.concat(Stream.of(config).filter(Value::isGiven), place.stream());
    return new NextCommand(isInstalled, flags.toList());
  }

  /** Whether the installed service has the value, too. */
  private static boolean hasService(Value value) {
    return value.source().compareTo(Source.FILE) <= 0
        || value.text().equals(SystemdService.credential(value.setting().key()));
  }

  /** The line that runs another command. */
  String run(String words) {
    return (isInstalled ? "sudo supply-chain " : "java -jar supply-chain.jar ")
        + words
        + repeated();
  }

  /** The sentence that says how to start the service, without the period at its end. */
  String start() {
    if (!isInstalled) {
      return "Start it with: java -jar supply-chain.jar" + repeated();
    }
    if (flags.isEmpty()) {
      return "Start it with: " + RESTART;
    }
    StringBuilder run = new StringBuilder();
    List<String> lines = new ArrayList<>();
    for (Value flag : flags) {
      String key = flag.setting().key();
      switch (flag.setting()) {
        case DB_PASSWORD_FILE ->
            run.append(
                "sudo install -D -m 0600 %s %s && "
                    .formatted(quoted(flag.text()), SystemdService.credential(key)));
        case DATA -> {
          run.append("sudo chown -R supply-chain: %s && ".formatted(quoted(flag.text())));
          lines.add("data=%s in place of any db-url and db-user".formatted(flag.text()));
          if (!Path.of(flag.text()).startsWith(SystemdService.RECORDS)) {
            lines.add("let its units write there (systemctl edit, ReadWritePaths)");
          }
        }
        case DB_URL -> lines.add("db-url=%s in place of data".formatted(flag.text()));
        default -> lines.add("%s=%s".formatted(key, flag.text()));
      }
    }
    String change = lines.isEmpty() ? "Start it with: " : "In %s, set %s. Then run: ";
    return change.formatted(SystemdService.SETTINGS, String.join(", and ", lines)) + run + RESTART;
  }

  private String repeated() {
    return flags.stream()
        .map(value -> " " + value.setting().flag() + " " + quoted(value.text()))
        .collect(joining());
  }

  private static String quoted(String word) {
    return word.matches("[\\w./:@%+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
