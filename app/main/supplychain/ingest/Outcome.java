package supplychain.ingest;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * What came of a record.
 *
 * @param line the line on which it begins
 * @param id its id; null where it was refused
 * @param refusal why it was refused; null where it was not
 */
public record Outcome(long line, UUID id, Problem refusal) {
  private static final int CREATED = 201;

  /** Whether it is not recorded. */
  public boolean isRefused() {
    return refusal != null;
  }

  /** The status that it would have been answered alone. */
  public int status() {
    return isRefused() ? refusal.type().status() : CREATED;
  }

  /** What is wrong with it, at least one where it is refused. */
  public List<Finding> findings() {
    if (!isRefused()) {
      return List.of();
    }
    if (refusal.findings().isEmpty()) {
      String code = refusal.type().name().toLowerCase(Locale.ROOT);
      return List.of(new Finding(Line.pointer(line), code, refusal.getMessage()));
    }
    return refusal.findings().stream().map(this::complete).toList();
  }

  /** A finding that a refusal's own words explain has them before its own. */
  private Finding complete(Finding finding) {
    boolean saysAll =
        refusal.type() == ProblemType.INVALID_BODY || finding.detail().equals(refusal.getMessage());
    return saysAll
        ? finding
        : new Finding(
            finding.pointer(), finding.code(), refusal.getMessage() + " " + finding.detail());
  }
}
