package supplychain.cli;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;
import supplychain.cli.Settings.Source;
import supplychain.cli.Settings.Value;

/**
 * How a message writes the command to run next, so that it uses the records and the settings of
 * this process.
 *
 * @param isInstalled whether the settings are those of the installed service
 * @param flags the values that the next command has to repeat
 */
record NextCommand(boolean isInstalled, List<Value> flags) {
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
        || value.text().equals(SystemdService.credential(value.setting()));
  }

  /** The line that runs another command. */
  String run(String words) {
    String program = isInstalled ? "sudo supply-chain " : "java -jar supply-chain.jar ";
    return program + words + repeated();
  }

  /** The sentence that says how to start the service, without the period at its end. */
  String start() {
    if (!isInstalled) {
      return "Start it with: java -jar supply-chain.jar" + repeated();
    }
    String changes =
        flags.stream()
            .map(value -> value.setting().key() + "=" + value.text())
            .collect(joining(" and "));
    String change =
        flags.isEmpty()
            ? "Start it with: "
            : "Let the service use %s, as the page \"Install\" of the manual says. Then run: "
                .formatted(changes);
    return change + "sudo systemctl restart supply-chain";
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
