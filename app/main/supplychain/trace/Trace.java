package supplychain.trace;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;

/**
 * What a transaction came from, and what came from it.
 *
 * @param way what was asked for
 * @param up null where it was not asked for
 * @param down null where it was not asked for
 * @param steps every step by its id: the start, then what it came from, then what came from it
 * @param parties everybody who gave or got something, in the order of the steps
 */
public record Trace(
    TraceDirection way, Lineage up, Lineage down, Map<UUID, Step> steps, Map<UUID, Party> parties) {
  private static Trace of(TraceDirection way, Lineage up, Lineage down) {
    Map<UUID, Step> steps = new LinkedHashMap<>();
    Stream.of(up, down)
        .filter(Objects::nonNull)
        .forEach(side -> side.steps().forEach(steps::putIfAbsent));
    Map<UUID, Party> parties = new LinkedHashMap<>();
    for (Step step : steps.values()) {
      parties.put(step.source().id(), step.source());
      parties.put(step.destination().id(), step.destination());
    }
    return new Trace(way, up, down, steps, parties);
  }

  /**
   * Reads one.
   *
   * @return none where the caller does not see the transaction
   * @throws Problem if there is too much of it
   */
  public static Optional<Trace> read(
      DSLContext sql, Caller caller, UUID transaction, TraceDirection way) {
    Lineage up = way.leadsUp() ? LineageQueries.up(sql, caller, transaction).orElse(null) : null;
    Lineage down =
        way.leadsDown() ? LineageQueries.down(sql, caller, transaction).orElse(null) : null;
    boolean isThere = (up != null || !way.leadsUp()) && (down != null || !way.leadsDown());
    return isThere ? Optional.of(of(way, up, down)) : Optional.empty();
  }

  /** The transaction that is traced. */
  public Step start() {
    return up == null ? down.start() : up.start();
  }

  /** What was drawn between the steps: in the order of the steps that drew. */
  public List<Draw> draws() {
    List<Draw> draws = new ArrayList<>();
    for (Lineage side : sides()) {
      side.steps().keySet().forEach(step -> draws.addAll(side.parents(step)));
    }
    return draws;
  }

  /** What of a step's parents the caller may not see. */
  public List<Draw> hidden(UUID step) {
    return up == null ? List.of() : up.hidden(step);
  }

  /**
   * What a step drew. Null where another company's consent shows the step and not all of its
   * parents: it would tell what was drawn of those.
   */
  public BigDecimal sourceQuantity(Step step) {
    return step.isOwn() || hidden(step.id()).isEmpty() ? step.sourceQuantity() : null;
  }

  /** Whether a step is where goods begin: nothing was drawn for it. False where none looked. */
  public boolean isOrigin(UUID step) {
    return up != null && up.steps().containsKey(step) && up.isOrigin(step);
  }

  /** Whether goods begin at a step that has no farmer for its source. */
  public boolean isGap(Step step) {
    return isOrigin(step.id()) && !step.source().isFarmer() && !step.isReversed();
  }

  /** The lineages that were asked for. */
  List<Lineage> sides() {
    return Stream.of(up, down).filter(Objects::nonNull).toList();
  }
}
