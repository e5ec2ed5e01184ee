package supplychain.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** The mistakes of a body, which the client receives together. */
public final class Findings {
  /** The most findings in an answer; further ones are only counted. */
  public static final int MOST = 1_000;

  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> settled = new HashSet<>();
  private final Map<String, String> written = new HashMap<>();
  private final Hints hints;
  private int count;

  public Findings() {
    this(new Hints());
  }

  /** The mistakes of one of several bodies, which share the hints of an answer. */
  Findings(Hints hints) {
    this.hints = hints;
  }

  public void add(String pointer, String code, String detail) {
    if (settled.contains(pointer)) {
      return;
    }
    count++;
    if (findings.size() < MOST) {
      findings.add(new Finding(pointer, code, detail));
    }
  }

  /**
   * Adds a mistake that makes further ones at the value meaningless. It is in the value at {@code
   * pointer}, or in a part of it.
   */
  public void settle(String pointer, String part, String code, String detail) {
    add(part, code, detail);
    settled.add(pointer);
  }

  public boolean areNone() {
    return count == 0;
  }

  /** The findings that an answer names. */
  public List<Finding> named() {
    return List.copyOf(findings);
  }

  /** Notes the name that the client wrote, at a place that has the id of its record now. */
  public void note(String pointer, String name) {
    written.put(pointer, name);
  }

  /** The name that the client wrote at a place in place of an id. */
  public Optional<String> written(String pointer) {
    return Optional.ofNullable(written.get(pointer));
  }

  /** What helps with a mistake, beside the finding itself. */
  public Hints hints() {
    return hints;
  }

  /** Refuses the request with all findings, if there are any. */
  public void refuseIfAny(ProblemType type) {
    if (count > 0) {
      throw new Problem(type, summary(), findings);
    }
  }

  private String summary() {
    if (count > findings.size()) {
      return "There are %d mistakes. `errors` names the first %d."
          .formatted(count, findings.size());
    }
    return count == 1
        ? "There is one mistake. `errors` names it."
        : "There are " + count + " mistakes. `errors` names each.";
  }
}
