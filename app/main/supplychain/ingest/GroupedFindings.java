package supplychain.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import supplychain.core.Finding;
import supplychain.validation.Findings;

/**
 * The findings of a source. Findings that differ in their line alone are one, at the place of the
 * first, and its detail names their lines.
 */
public final class GroupedFindings {
  private static final int MOST_RANGES = 10;

  private record Same(String place, String code, String detail) {}

  private record Range(long from, long to) {
    @Override
    public String toString() {
      return from == to ? from + "" : from + "–" + to;
    }
  }

  private static final class Group {
    private final Finding first;
    private final List<Range> ranges = new ArrayList<>();
    private long more;

    Group(Finding first) {
      this.first = first;
    }

    void add(long line) {
      int last = ranges.size() - 1;
      if (last >= 0 && more == 0 && ranges.get(last).to() == line - 1) {
        ranges.set(last, new Range(ranges.get(last).from(), line));
      } else if (ranges.size() < MOST_RANGES) {
        ranges.add(new Range(line, line));
      } else {
        more++;
      }
    }

    Finding finding(String unit) {
      boolean isOne = ranges.size() == 1 && ranges.get(0).from() == ranges.get(0).to();
      String lines = ranges.stream().map(Range::toString).collect(Collectors.joining(", "));
      String others = more == 0 ? "" : " and " + more + " more";
      String detail = (isOne ? "" : unit + "s " + lines + others + ": ") + first.detail();
      return new Finding(first.pointer(), first.code(), detail);
    }
  }

  private final String unit;
  private final Map<Same, Group> groups = new LinkedHashMap<>();

  /**
   * No findings yet.
   *
   * @param unit what the lines are: Line or Feature
   */
  public GroupedFindings(String unit) {
    this.unit = unit;
  }

  /** Adds a finding; false if it differs from all of {@value Findings#MOST} others. */
  public boolean add(long line, Finding finding) {
    // The first number of a pointer is the line, or the index of the record.
    String place = finding.pointer().replaceFirst("[0-9]+", "");
    Same same = new Same(place, finding.code(), finding.detail());
    if (groups.size() == Findings.MOST && !groups.containsKey(same)) {
      return false;
    }
    groups.computeIfAbsent(same, added -> new Group(finding)).add(line);
    return true;
  }

  /** The findings, in the order of their first lines. */
  public List<Finding> named() {
    return groups.values().stream()
        .sorted(Comparator.comparingLong(group -> group.ranges.get(0).from()))
        .map(group -> group.finding(unit))
        .toList();
  }
}
