package supplychain.ingest;

import java.util.ArrayList;
import java.util.List;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.validation.Findings;

/** Why a bulk is refused as a whole: the mistakes of its lines, gathered so that all are seen. */
final class Refusals {
  private final List<Finding> findings = new ArrayList<>();
  private ProblemType type;

  /** Adds those of a line; ends the bulk where there are more than an answer names. */
  void add(Outcome outcome) {
    boolean mistaken = outcome.refusal().type() == ProblemType.INVALID_BODY;
    if (type == null || mistaken) {
      type = outcome.refusal().type();
    }
    findings.addAll(outcome.findings());
    if (findings.size() > Findings.MOST) {
      throw refusal(
          "More than %d mistakes; errors names these, and nothing is recorded."
              .formatted(Findings.MOST));
    }
  }

  /** Refuses the bulk if there is any. */
  void refuseIfAny() {
    if (!findings.isEmpty()) {
      String count = findings.size() == 1 ? "One mistake" : findings.size() + " mistakes";
      throw refusal(count + "; nothing is recorded.");
    }
  }

  private Problem refusal(String detail) {
    return new Problem(type, detail, findings.subList(0, Math.min(findings.size(), Findings.MOST)));
  }
}
