package supplychain.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.validation.Findings;

/** Gathers the mistakes of a source, so that the user sees all of them at once. */
final class Refusals {
  private record Refusal(long line, Finding finding) {}

  private final boolean isDocument;
  private final List<Refusal> refusals = new ArrayList<>();
  private ProblemType type;

  /** A document needs the line beside a pointer; the pointers into other sources have the line. */
  Refusals(boolean isDocument) {
    this.isDocument = isDocument;
  }

  void add(Outcome outcome) {
    outcome.findings().forEach(finding -> add(outcome.line(), outcome.refusal(), finding));
  }

  void add(long line, String pointer, String code, String detail) {
    add(line, ProblemType.INVALID_BODY, new Finding(pointer, code, detail));
  }

  /** Adds a mistake. One more than {@value Findings#MOST} ends the work. */
  private void add(long line, ProblemType reason, Finding finding) {
    if (type == null || reason == ProblemType.INVALID_BODY) {
      type = reason;
    }
    if (refusals.size() == Findings.MOST) {
      String most = "More than %d mistakes; the first %d are named, and nothing is recorded.";
      throw problem(most.formatted(Findings.MOST, Findings.MOST));
    }
    String detail = (isDocument ? "Line " + line + ": " : "") + finding.detail();
    refusals.add(new Refusal(line, new Finding(finding.pointer(), finding.code(), detail)));
  }

  void refuseIfAny() {
    if (!refusals.isEmpty()) {
      String count = refusals.size() == 1 ? "One mistake" : refusals.size() + " mistakes";
      throw problem(count + "; nothing is recorded.");
    }
  }

  private Problem problem(String detail) {
    refusals.sort(Comparator.comparingLong(Refusal::line));
    return new Problem(type, detail, refusals.stream().map(Refusal::finding).toList());
  }
}
