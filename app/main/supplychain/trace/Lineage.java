package supplychain.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The steps on one side of a transaction, up or down, as far as a caller sees them, and what each
 * drew from which other.
 */
public final class Lineage {
  private final Step start;
  private final Map<UUID, Step> steps;
  private final Map<UUID, List<Draw>> parents = new HashMap<>();
  private final Map<UUID, List<Draw>> children = new HashMap<>();
  private final Map<UUID, List<Draw>> hidden = new HashMap<>();
  private final boolean leadsUp;

  /**
   * Puts it together.
   *
   * @param start the id of the transaction that is traced
   * @param found every step of it, the start too
   * @param draws in the order of their positions; a parent that is no step is hidden
   * @param leadsUp whether the steps are those that the start came from
   */
  Lineage(UUID start, Map<UUID, Step> found, Collection<Draw> draws, boolean leadsUp) {
    for (Draw draw : draws) {
      if (found.containsKey(draw.parent())) {
        parents.computeIfAbsent(draw.child(), id -> new ArrayList<>()).add(draw);
        children.computeIfAbsent(draw.parent(), id -> new ArrayList<>()).add(draw);
      } else {
        hidden.computeIfAbsent(draw.child(), id -> new ArrayList<>()).add(draw);
      }
    }
    this.start = found.get(start);
    this.leadsUp = leadsUp;
    this.steps = byDistance(found);
  }

  private Map<UUID, Step> byDistance(Map<UUID, Step> found) {
    Map<UUID, Step> ordered = new LinkedHashMap<>();
    Deque<UUID> open = new ArrayDeque<>(List.of(start.id()));
    ordered.put(start.id(), start);
    while (!open.isEmpty()) {
      for (UUID id : onward(open.remove())) {
        if (ordered.putIfAbsent(id, found.get(id)) == null) {
          open.add(id);
        }
      }
    }
    return ordered;
  }

  /** The steps that come next after a step, seen from the start. */
  List<UUID> onward(UUID step) {
    return leadsUp
        ? parents(step).stream().map(Draw::parent).toList()
        : children(step).stream().map(Draw::child).toList();
  }

  /**
   * Every step, each after all that lead to it from the start. What draws from itself, which only
   * damaged books have, is left out.
   */
  List<Step> inOrder() {
    Map<UUID, Integer> open = new HashMap<>();
    steps.keySet().forEach(id -> onward(id).forEach(next -> open.merge(next, 1, Integer::sum)));
    Deque<UUID> ready = new ArrayDeque<>(List.of(start.id()));
    List<Step> ordered = new ArrayList<>();
    while (!ready.isEmpty()) {
      UUID at = ready.remove();
      ordered.add(steps.get(at));
      for (UUID next : onward(at)) {
        if (open.merge(next, -1, Integer::sum) == 0) {
          ready.add(next);
        }
      }
    }
    return ordered;
  }

  /** Whether the steps are those that the start came from. */
  boolean leadsUp() {
    return leadsUp;
  }

  /** The transaction that is traced. */
  public Step start() {
    return start;
  }

  /** Every step by its id, the start first, then those next to it, and so on. */
  public Map<UUID, Step> steps() {
    return steps;
  }

  /** What a step drew from steps of this lineage, in the order of its parents. */
  public List<Draw> parents(UUID step) {
    return parents.getOrDefault(step, List.of());
  }

  /** What steps of this lineage drew from a step. */
  public List<Draw> children(UUID step) {
    return children.getOrDefault(step, List.of());
  }

  /** What a step drew from transactions that the caller may not see; nothing downwards. */
  public List<Draw> hidden(UUID step) {
    return hidden.getOrDefault(step, List.of());
  }

  /** Whether goods begin at this step: it drew from nothing, seen or not. */
  public boolean isOrigin(UUID step) {
    return parents(step).isEmpty() && hidden(step).isEmpty();
  }
}
