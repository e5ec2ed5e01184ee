package supplychain.ingest;

import java.util.Map;

/**
 * What a load did.
 *
 * @param counts for each kind in the file, in the order in which they are recorded
 */
public record LoadReport(Map<LoadKind, Count> counts) {
  /**
   * Of one kind.
   *
   * @param recorded records whose refs were new
   * @param known records whose refs were there already, left as they are
   */
  public record Count(long recorded, long known) {
    static final Count NONE = new Count(0, 0);

    Count plus(Count other) {
      return new Count(recorded + other.recorded, known + other.known);
    }
  }

  /** Whether everything was there already. */
  public boolean changedNothing() {
    return counts.values().stream().allMatch(count -> count.recorded() == 0);
  }
}
