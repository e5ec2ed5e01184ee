package supplychain.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.validation.FindingLine;
import supplychain.validation.Findings;
import supplychain.verify.Warning;

/**
 * Gathers the mistakes of a source, so that the user sees all of them at once. Findings that differ
 * in their record alone are one, at the place of the first, and its detail names their lines. The
 * same holds for values in a wrong format that differ in their digits alone, such as dates.
 */
public final class GroupedFindings {
  private static final int MOST_RANGES = 10;

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** What the findings of a group have in common. */
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
    private boolean hasOtherDetails;

    Group(Finding first) {
      this.first = first;
    }

    Range last() {
      return ranges.get(ranges.size() - 1);
    }

    void add(long line, Finding finding) {
      hasOtherDetails |= !finding.detail().equals(first.detail());
      if (!ranges.isEmpty() && more == 0 && line <= last().to() + 1) {
        ranges.set(ranges.size() - 1, new Range(last().from(), line));
      } else if (ranges.size() < MOST_RANGES) {
        ranges.add(new Range(line, line));
      } else {
        more++;
      }
    }

    Finding finding(String unit) {
      boolean isOne = ranges.size() == 1 && last().from() == last().to();
      String lines = ranges.stream().map(Range::toString).collect(Collectors.joining(", "));
      String others = more == 0 ? "" : " and " + more + " more";
      String example = hasOtherDetails ? "for example, " : "";
      String detail = (isOne ? "" : unit + "s " + lines + others + ": ") + example + first.detail();
      return new Finding(first.pointer(), first.code(), detail);
    }
  }

  private final String unit;
  private final int numbers;
  private final Map<Same, Group> groups = new LinkedHashMap<>();
  private ProblemType type;
  private long count;

  /**
   * No findings yet.
   *
   * @param unit what the lines are: Line or Feature
   * @param numbers how many numbers of a pointer tell the record: its line, and perhaps its index
   */
  public GroupedFindings(String unit, int numbers) {
    this.unit = unit;
    this.numbers = numbers;
  }

  /** Adds a finding; false if it differs from all of {@value Findings#MOST} others. */
  public boolean add(long line, Finding finding) {
    String place = finding.pointer();
    for (int i = 0; i < numbers; i++) {
      place = NUMBER.matcher(place).replaceFirst("");
    }
    String detail = finding.detail();
    boolean isFormat = finding.code().equals("format");
    String shape = isFormat ? NUMBER.matcher(detail).replaceAll("0") : detail;
    Group group = groups.get(new Same(place, finding.code(), shape));
    // Of several records on one line, the index alone tells which is meant.
    boolean isOnSameLine = group != null && group.last().to() == line;
    return add(line, finding, isOnSameLine ? finding.pointer() : place, shape);
  }

  private boolean add(long line, Finding finding, String place, String shape) {
    Same same = new Same(place, finding.code(), shape);
    if (groups.size() == Findings.MOST && !groups.containsKey(same)) {
      return false;
    }
    groups.computeIfAbsent(same, added -> new Group(finding)).add(line, finding);
    return true;
  }

  /** Adds the warnings about a record. Those with the same code are one finding. */
  public void addWarnings(Outcome outcome) {
    for (Warning one : outcome.warnings()) {
      Finding finding = new Finding("/" + outcome.line(), one.code(), one.detail());
      add(outcome.line(), finding, "", "");
    }
  }

  /** The findings as warnings in lines of text. */
  public List<String> warnings() {
    return named().stream()
        .map(one -> "WARNING " + one.code() + ", " + FindingLine.inFile(one, ""))
        .toList();
  }

  /** Adds the mistakes of a record, which will refuse the source. */
  void refuse(Outcome outcome) {
    outcome.findings().forEach(finding -> refuse(outcome.line(), outcome.refusal(), finding));
  }

  void refuse(long line, String pointer, String code, String detail) {
    refuse(line, ProblemType.INVALID_BODY, new Finding(pointer, code, detail));
  }

  /** Adds a mistake. More than {@value Findings#MOST} different ones end the work. */
  private void refuse(long line, ProblemType reason, Finding finding) {
    if (type == null || reason == ProblemType.INVALID_BODY) {
      type = reason;
    }
    if (!add(line, finding)) {
      String most =
          "There are more than %d mistakes. The answer names the first %d. Nothing was recorded.";
      throw new Problem(type, most.formatted(Findings.MOST, Findings.MOST), named());
    }
    count++;
  }

  boolean areAny() {
    return count > 0;
  }

  void refuseIfAny() {
    if (areAny()) {
      String mistakes = count == 1 ? "One mistake" : count + " mistakes";
      throw new Problem(type, mistakes + ". Nothing was recorded.", named());
    }
  }

  /** The findings, in the order of their first lines. */
  public List<Finding> named() {
    return groups.values().stream()
        .sorted(Comparator.comparingLong(group -> group.ranges.get(0).from()))
        .map(group -> group.finding(unit))
        .toList();
  }
}
