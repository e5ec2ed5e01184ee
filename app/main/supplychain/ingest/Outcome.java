package supplychain.ingest;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.verify.Warning;

/**
 * The result for one record of a file or of a body with many records.
 *
 * @param line the line on which the record begins, or the number of the feature
 * @param id the id of the record; null if the service refused a new one
 * @param refusal why the service refused the record; null if it did not
 * @param warnings what looks wrong about a new record
 */
public record Outcome(
    long line,
    Result result,
    UUID id,
    ProblemType refusal,
    List<Finding> findings,
    List<Warning> warnings) {
  /** What happened to a record. */
  public enum Result {
    NEW,
    /** It is recorded already, with the same content. */
    KNOWN,
    CHANGED,
    /** It is recorded already with other content, and stays as it is. */
    DIFFERENT,
    REFUSED;

    /** Its name in answers. */
    public String title() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Outcome done(SourceRecord record, Result result, UUID id) {
    return new Outcome(record.line(), result, id, null, List.of(), List.of());
  }

  static Outcome different(SourceRecord record, UUID id, List<Finding> differences) {
    List<Finding> findings =
        differences.stream()
            .map(one -> new Finding(record.place().apply(one.pointer()), one.code(), one.detail()))
            .filter(finding -> finding.pointer() != null)
            .toList();
    return new Outcome(
        record.line(), Result.DIFFERENT, id, ProblemType.CONFLICT, findings, List.of());
  }

  /** The result for a refused record, without mistakes at the pointers that are judged already. */
  static Outcome refused(SourceRecord record, Set<String> judged, Problem problem) {
    String code = problem.type().name().toLowerCase(Locale.ROOT);
    Finding whole = new Finding(record.pointer(), code, problem.getMessage());
    List<Finding> all = problem.findings().isEmpty() ? List.of(whole) : problem.findings();
    List<Finding> findings =
        all.stream()
            .filter(finding -> judged.stream().noneMatch(judge -> isAt(judge, finding.pointer())))
            .map(finding -> complete(record, problem, finding))
            .filter(finding -> finding.pointer() != null)
            .toList();
    return new Outcome(record.line(), Result.REFUSED, null, problem.type(), findings, List.of());
  }

  Outcome with(List<Warning> warnings) {
    return new Outcome(line, result, id, refusal, findings, warnings);
  }

  /** This outcome with another detail in a finding. */
  Outcome withDetail(String pointer, String code, String detail) {
    Finding better = new Finding(pointer, code, detail);
    UnaryOperator<Finding> replaced =
        one -> one.pointer().equals(pointer) && one.code().equals(code) ? better : one;
    return new Outcome(
        line, result, id, refusal, findings.stream().map(replaced).toList(), warnings);
  }

  private static boolean isAt(String pointer, String above) {
    return (pointer + "/").startsWith(above + "/");
  }

  /** The finding of a conflict alone explains too little: its message goes before it. */
  private static Finding complete(SourceRecord record, Problem problem, Finding finding) {
    String message = problem.getMessage();
    boolean saysAll =
        problem.type() == ProblemType.INVALID_BODY || finding.detail().equals(message);
    String detail = saysAll ? finding.detail() : message + " " + finding.detail();
    return new Finding(record.place().apply(finding.pointer()), finding.code(), detail);
  }

  public boolean isRefused() {
    return refusal != null;
  }
}
