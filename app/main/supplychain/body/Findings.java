package supplychain.body;

import java.util.ArrayList;
import java.util.List;
import supplychain.problem.Finding;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/** The mistakes of one body, gathered so that the client sees them all at once. */
public final class Findings {
  /** How many findings an answer names; what goes beyond is only counted. */
  public static final int MOST = 1_000;

  private final List<Finding> findings = new ArrayList<>();
  private int count;

  /** Adds one mistake. */
  public void add(String pointer, String code, String detail) {
    count++;
    if (findings.size() < MOST) {
      findings.add(new Finding(pointer, code, detail));
    }
  }

  /** Whether what is added from now on is only counted. */
  boolean isFull() {
    return findings.size() == MOST;
  }

  /** Refuses the body if there is any: 400 with all of them. */
  public void refuseIfAny() {
    if (count > 0) {
      throw new Problem(ProblemType.INVALID_BODY, summary(), findings);
    }
  }

  private String summary() {
    if (count > findings.size()) {
      return "%d mistakes; errors names the first %d.".formatted(count, findings.size());
    }
    return count == 1 ? "One mistake; errors names it." : count + " mistakes; errors names each.";
  }
}
