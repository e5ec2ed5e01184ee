package supplychain.ingest;

import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.validation.Findings;

/** Gathers the mistakes of a source, so that the user sees all of them at once. */
final class Refusals {
  private final GroupedFindings findings;
  private final boolean isDocument;
  private ProblemType type;
  private long count;

  /** The line goes before the pointers into a document; the pointers into others begin with it. */
  Refusals(GroupedFindings findings, boolean isDocument) {
    this.findings = findings;
    this.isDocument = isDocument;
  }

  void add(Outcome outcome) {
    outcome.findings().forEach(finding -> add(outcome.line(), outcome.refusal(), finding));
  }

  void add(long line, String pointer, String code, String detail) {
    add(line, ProblemType.INVALID_BODY, new Finding(pointer, code, detail));
  }

  /** Adds a mistake. More than {@value Findings#MOST} different ones end the work. */
  private void add(long line, ProblemType reason, Finding finding) {
    if (type == null || reason == ProblemType.INVALID_BODY) {
      type = reason;
    }
    String pointer = (isDocument ? SourceRecord.pointer(line) : "") + finding.pointer();
    if (!findings.add(line, new Finding(pointer, finding.code(), finding.detail()))) {
      String most = "More than %d mistakes; the first %d are named, and nothing is recorded.";
      throw problem(most.formatted(Findings.MOST, Findings.MOST));
    }
    count++;
  }

  void refuseIfAny() {
    if (count > 0) {
      String mistakes = count == 1 ? "One mistake" : count + " mistakes";
      throw problem(mistakes + "; nothing is recorded.");
    }
  }

  private Problem problem(String detail) {
    return new Problem(type, detail, findings.named());
  }
}
