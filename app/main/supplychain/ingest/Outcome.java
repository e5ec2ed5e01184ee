package supplychain.ingest;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * The result for one record of a file or of a body with many records: it is recorded or refused.
 *
 * @param line the line on which the record begins, or the number of the feature
 * @param id the id of the new record; null if the service refused it
 * @param refusal why the service refused the record; null if it recorded the record
 */
public record Outcome(long line, UUID id, ProblemType refusal, List<Finding> findings) {
  static Outcome recorded(SourceRecord record, UUID id) {
    return new Outcome(record.line(), id, null, List.of());
  }

  /** The result for a refused record, without mistakes at the pointers that are judged already. */
  static Outcome refused(SourceRecord record, Set<String> judged, Problem problem) {
    String code = problem.type().name().toLowerCase(Locale.ROOT);
    Finding whole = new Finding(record.pointer(), code, problem.getMessage());
    List<Finding> all = problem.findings().isEmpty() ? List.of(whole) : problem.findings();
    List<Finding> findings =
        all.stream()
            .filter(finding -> judged.stream().noneMatch(judge -> isAt(judge, finding.pointer())))
            .map(finding -> complete(problem, finding))
            .toList();
    return new Outcome(record.line(), null, problem.type(), findings);
  }

  private static boolean isAt(String pointer, String above) {
    return (pointer + "/").startsWith(above + "/");
  }

  /** The finding of a conflict alone explains too little: its message goes before it. */
  private static Finding complete(Problem problem, Finding finding) {
    String message = problem.getMessage();
    boolean saysAll =
        problem.type() == ProblemType.INVALID_BODY || finding.detail().equals(message);
    String detail = saysAll ? finding.detail() : message + " " + finding.detail();
    return new Finding(finding.pointer(), finding.code(), detail);
  }

  public boolean isRefused() {
    return refusal != null;
  }
}
