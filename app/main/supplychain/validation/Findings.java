package supplychain.validation;

import java.util.ArrayList;
import java.util.List;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** The mistakes of one body, gathered so that the client sees them all at once. */
public final class Findings {
  /** How many findings an answer names; what goes beyond is only counted. */
  public static final int MOST = 1_000;

  /** For how many names of an answer it is looked what was meant: it costs more than all else. */
  public static final int MOST_LOOKS = 50;

  private final List<Finding> findings = new ArrayList<>();
  private int count;
  private int looks;

  /** Adds one mistake. */
  public void add(String pointer, String code, String detail) {
    count++;
    if (findings.size() < MOST) {
      findings.add(new Finding(pointer, code, detail));
    }
  }

  /** Those that an answer names. */
  public List<Finding> named() {
    return List.copyOf(findings);
  }

  /** Whether it is to be looked once more what was meant by a name. */
  boolean mayLook() {
    return looks++ < MOST_LOOKS;
  }

  /** Refuses the request if there is any: 400 with all of them. */
  public void refuseIfAny(ProblemType type) {
    if (count > 0) {
      throw new Problem(type, summary(), findings);
    }
  }

  private String summary() {
    if (count > findings.size()) {
      return "%d mistakes; errors names the first %d.".formatted(count, findings.size());
    }
    return count == 1 ? "One mistake; errors names it." : count + " mistakes; errors names each.";
  }
}
