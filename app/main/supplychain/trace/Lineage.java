package supplychain.trace;

import static java.util.stream.Collectors.groupingBy;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import supplychain.validation.Formats;

/**
 * The transactions that a lot came from, or that came from it, as far as the caller sees them.
 *
 * @param steps every step by its id; the nearest to the start come first
 * @param parents the draws of each step from steps of this lineage, in the order of its parents
 * @param children the draws from each step
 * @param hidden the draws of each step from transactions that the caller does not see
 * @param leadsUp whether it leads to the origins of the start, not to its later transactions
 */
public record Lineage(
    Step start,
    Map<UUID, Step> steps,
    Map<UUID, List<Draw>> parents,
    Map<UUID, List<Draw>> children,
    Map<UUID, List<Draw>> hidden,
    boolean leadsUp) {

  /**
   * A farmer or a company.
   *
   * @param number the number of the caller's own farmer; null for any other party
   * @param name null for a farmer of another company without consent
   */
  public record Party(UUID id, boolean isFarmer, String number, String name) {
    String shown() {
      String shown = name != null ? name : isFarmer ? "a farmer" : "a company";
      return number == null ? shown : number + " " + shown;
    }
  }

  /**
   * One product transaction.
   *
   * @param date in UTC, as the documents of records show it
   * @param company the company that recorded it
   * @param sourceQuantity how much it drew from its parents; without parents, its own quantity
   * @param currentQuantity the quantity that is left if the caller acts for the destination;
   *     otherwise the quantity that moved; null if the caller is no party
   * @param isOwn whether the caller's company recorded it or is a party to it
   * @param isReversed only the transaction that is traced can be reversed
   */
  public record Step(
      UUID id,
      String number,
      String date,
      String type,
      UUID company,
      Party source,
      Party destination,
      UUID product,
      String productName,
      BigDecimal quantity,
      BigDecimal sourceQuantity,
      BigDecimal currentQuantity,
      boolean isOwn,
      boolean isReversed) {
    String goods() {
      return (quantity == null ? "unknown quantity of " : quantity.toPlainString() + " kg ")
          + productName;
    }

    /** In the service's time zone, as people write it. */
    String day() {
      return Formats.day(OffsetDateTime.parse(date)).toString();
    }

    String shown() {
      String reversed = isReversed ? " (reversed)" : "";
      return "%s of %s: %s from %s to %s%s"
          .formatted(number, day(), goods(), source.shown(), destination.shown(), reversed);
    }
  }

  /** The quantity that a child drew from a parent; null for all of an unknown quantity. */
  public record Draw(UUID child, UUID parent, BigDecimal drawn) {
    String shown() {
      return drawn == null ? "all" : drawn.toPlainString() + " kg";
    }
  }

  /**
   * Orders the steps and the draws.
   *
   * @param found every step by its id, with the start
   * @param draws each child's in the order of its parents; a parent that is no step is hidden
   */
  static Lineage of(UUID start, Map<UUID, Step> found, Collection<Draw> draws, boolean leadsUp) {
    Predicate<Draw> isShown = draw -> found.containsKey(draw.parent());
    Lineage lineage =
        new Lineage(
            found.get(start),
            new LinkedHashMap<>(Map.of(start, found.get(start))),
            draws.stream().filter(isShown).collect(groupingBy(Draw::child)),
            draws.stream().filter(isShown).collect(groupingBy(Draw::parent)),
            draws.stream().filter(isShown.negate()).collect(groupingBy(Draw::child)),
            leadsUp);
    Deque<UUID> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      for (UUID id : lineage.onward(open.remove())) {
        if (lineage.steps.putIfAbsent(id, found.get(id)) == null) {
          open.add(id);
        }
      }
    }
    return lineage;
  }

  /** The draws between a step and the steps next to it, away from the start. */
  List<Draw> draws(UUID step) {
    return (leadsUp ? parents : children).getOrDefault(step, List.of());
  }

  UUID onward(Draw draw) {
    return leadsUp ? draw.parent() : draw.child();
  }

  List<UUID> onward(UUID step) {
    return draws(step).stream().map(this::onward).toList();
  }

  /**
   * Every step, each after all steps that lead to it from the start. Steps of a cycle, which only
   * damaged records have, are left out.
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

  public List<Draw> parents(UUID step) {
    return parents.getOrDefault(step, List.of());
  }

  public List<Draw> hidden(UUID step) {
    return hidden.getOrDefault(step, List.of());
  }

  /** Whether nobody recorded where the goods of a step came from. */
  public boolean isGap(Step step) {
    return leadsUp
        && parents(step.id()).isEmpty()
        && hidden(step.id()).isEmpty()
        && !step.source().isFarmer()
        && !step.isReversed();
  }
}
