package supplychain.ingest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import supplychain.verify.Warning;

/** The warnings about the records of a file, gathered by their code for a report. */
public final class WarningLines {
  /** The report names this many lines of the file for each code, and counts the others. */
  private static final int MOST_LINES = 20;

  private record Group(String first, List<Long> lines) {}

  private final Map<String, Group> groups = new LinkedHashMap<>();

  /** Adds the warnings about a record. */
  public void add(Outcome outcome) {
    for (Warning warning : outcome.warnings()) {
      groups
          .computeIfAbsent(warning.code(), code -> new Group(warning.detail(), new ArrayList<>()))
          .lines()
          .add(outcome.line());
    }
  }

  /** The report, with one text for each code. */
  public List<String> report() {
    return groups.entrySet().stream()
        .map(group -> report(group.getKey(), group.getValue()))
        .toList();
  }

  private static String report(String code, Group group) {
    String lines =
        group.lines().stream()
            .limit(MOST_LINES)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    int count = group.lines().size();
    String more = count > MOST_LINES ? " and " + (count - MOST_LINES) + " more" : "";
    return count == 1
        ? "WARNING %s, line %s. %s".formatted(code, lines, group.first())
        : "WARNING %s, lines %s%s. The first: %s".formatted(code, lines, more, group.first());
  }
}
