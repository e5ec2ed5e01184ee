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

  private final Map<String, Group> groups = new LinkedHashMap<>();

  /** The warnings of one code: the number of all, the first lines, and the first sentence. */
  private static final class Group {
    private long count;
    private final List<Long> lines = new ArrayList<>();
    private String first;
  }

  /** Adds the warnings about a record. */
  public void add(Outcome outcome) {
    for (Warning warning : outcome.warnings()) {
      Group group = groups.computeIfAbsent(warning.code(), code -> new Group());
      group.count++;
      if (group.count == 1) {
        group.first = warning.detail();
      }
      if (group.lines.size() < MOST_LINES) {
        group.lines.add(outcome.line());
      }
    }
  }

  /** The report, with one text for each code. */
  public List<String> report() {
    return groups.entrySet().stream()
        .map(group -> report(group.getKey(), group.getValue()))
        .toList();
  }

  private static String report(String code, Group group) {
    String lines = group.lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
    long more = group.count - group.lines.size();
    String where =
        (group.count == 1 ? "line " : "lines ")
            + lines
            + (more > 0 ? " and " + more + " more" : "");
    String first = group.count == 1 ? group.first : "The first: " + group.first;
    return "WARNING %s, %s. %s".formatted(code, where, first);
  }
}
