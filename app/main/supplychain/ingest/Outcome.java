package supplychain.ingest;

import java.util.List;
import java.util.UUID;
import supplychain.core.Finding;
import supplychain.core.ProblemType;

/**
 * Whether a record of a source was recorded.
 *
 * @param line the line on which the record begins, or the number of the feature
 * @param id its id; null where the service refused it
 * @param refusal the kind of refusal; null where the service recorded it
 * @param findings the mistakes of a refused record
 */
public record Outcome(long line, UUID id, ProblemType refusal, List<Finding> findings) {
  /** Whether the record is not recorded. */
  public boolean isRefused() {
    return refusal != null;
  }
}
