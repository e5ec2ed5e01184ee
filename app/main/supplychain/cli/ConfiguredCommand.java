package supplychain.cli;

import static java.time.format.DateTimeFormatter.ISO_INSTANT;
import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import supplychain.core.Finding;
import supplychain.validation.FindingLine;
import supplychain.validation.TerminalText;

/** A command that reads its settings from flags, variables and files, and prints its result. */
abstract class ConfiguredCommand implements Runnable {
  private static final int MOST_FINDINGS = 20;

  private final Set<Setting> used;
  private CommandSpec command;

  ConfiguredCommand(Set<Setting> used) {
    this.used = used;
  }

  /** Adds the settings to the options that the fields of the command declare. */
  @Spec
  final void setCommand(CommandSpec command) {
    this.command = command;
    ArgGroupSpec.Builder settings = ArgGroupSpec.builder().heading("%nSettings:%n").validate(false);
    used.forEach(setting -> settings.addArg(setting.option()));
    if (!used.isEmpty()) {
      command.addArgGroup(settings.build());
    }
  }

  @Override
  public final void run() {
    Commands all = (Commands) command.root().userObject();
    Settings settings = new Settings(command.commandLine().getParseResult(), all.variables);
    // Times in the answers, and days in PostgreSQL, follow the zone of the JVM.
    if (settings.get(Setting.TIME_ZONE).isGiven()) {
      TimeZone.setDefault(TimeZone.getTimeZone(settings.text(Setting.TIME_ZONE)));
    }
    run(settings);
  }

  abstract void run(Settings settings);

  final String words() {
    return Commands.words(command);
  }

  final PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** Prints a line for people to stderr, apart from the result on stdout. */
  final void say(String line) {
    OneLine.say(command.commandLine(), line);
  }

  /** Prints the first mistakes of a file with their places, and the number of the others. */
  final void say(List<Finding> findings) {
    findings.stream()
        .limit(MOST_FINDINGS)
        .forEach(each -> say(FindingLine.inFile(each, fieldWord())));
    if (findings.size() > MOST_FINDINGS) {
      say("\u2026 and " + (findings.size() - MOST_FINDINGS) + " more mistakes.");
    }
  }

  /** The word before the name of a field with a mistake; {@code column } in a table. */
  String fieldWord() {
    return "";
  }

  /** A time in UTC without fractions of a second; a dash for none. */
  static String time(OffsetDateTime time) {
    return time == null ? "-" : ISO_INSTANT.format(time.withNano(0));
  }

  /** Prints rows as the result. Each column is as wide as its widest cell. */
  final void print(List<?> headings, Stream<? extends List<?>> cells) {
    List<List<String>> rows =
        Stream.concat(Stream.of(headings), cells)
            .map(row -> row.stream().map(cell -> TerminalText.of(cell + "")).toList())
            .toList();
    String format =
        IntStream.range(0, headings.size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1))
            .mapToObj(width -> "%-" + width + "s")
            .collect(joining("  "));
    rows.forEach(row -> out().println(format.formatted(row.toArray()).stripTrailing()));
  }
}
