package supplychain.proof.stock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What lots may have had while requests changed them at the same time. A request happened at one
 * moment between its sending and its answer; what a lot had at that moment is what it once had,
 * with all that was answered before, and some of what was under way.
 */
final class StockLedger {
  /**
   * What a request did to a lot.
   *
   * @param request the id of what it recorded
   * @param change how much came or went; for a lot of unknown quantity 1 and -1
   * @param ends whether the lot itself was reversed: nothing is left of it
   */
  private record Event(String request, long change, boolean ends, long sent, long answered) {}

  private final Map<String, List<Event>> events = new HashMap<>();

  /** Notes that a move drew from a lot; null: one of unknown quantity, whole. */
  void draw(String lot, Long quantity, StockModel.Move move) {
    long change = quantity == null ? -1 : -quantity;
    note(lot, new Event(move.id(), change, false, move.sent(), move.answered()));
  }

  /** Notes that a reversal gave a lot back what had been drawn from it. */
  void giveBack(String lot, Long quantity, StockModel.Reversal reversal) {
    note(lot, event(reversal, quantity == null ? 1 : quantity, false));
  }

  /** Notes that a lot was reversed. */
  void end(StockModel.Reversal reversal) {
    note(reversal.lot().id(), event(reversal, 0, true));
  }

  private static Event event(StockModel.Reversal reversal, long change, boolean ends) {
    String id = reversal.answer().get("id").asText();
    return new Event(id, change, ends, reversal.sent(), reversal.answered());
  }

  private void note(String lot, Event event) {
    if (event.change() != 0 || event.ends()) {
      events.computeIfAbsent(lot, id -> new ArrayList<>()).add(event);
    }
  }

  /**
   * What a lot may have had at the moment of a request; null stands for untouched and unknown.
   *
   * @param request the id of what it recorded itself; empty for none
   */
  Set<Long> had(StockLot lot, String request, long sent, long answered) {
    List<Event> before = new ArrayList<>();
    List<Event> underWay = new ArrayList<>();
    for (Event event : events.getOrDefault(lot.id(), List.of())) {
      if (event.request().equals(request) || event.sent() > answered) {
        continue;
      }
      (event.answered() < sent ? before : underWay).add(event);
    }
    return lot.quantity() == null ? unknown(before, underWay) : known(lot, before, underWay);
  }

  private static Set<Long> known(StockLot lot, List<Event> before, List<Event> underWay) {
    if (before.stream().anyMatch(Event::ends)) {
      return Set.of(0L);
    }
    Set<Long> possible = new HashSet<>();
    possible.add(lot.quantity() + before.stream().mapToLong(Event::change).sum());
    for (Event event : underWay) {
      for (long left : List.copyOf(possible)) {
        possible.add(left + event.change());
      }
    }
    possible.removeIf(left -> left < 0 || left > lot.quantity());
    if (underWay.stream().anyMatch(Event::ends)) {
      possible.add(0L);
    }
    return possible;
  }

  private static Set<Long> unknown(List<Event> before, List<Event> underWay) {
    boolean taken =
        before.stream().anyMatch(Event::ends) || before.stream().mapToLong(Event::change).sum() < 0;
    Set<Long> possible = new HashSet<>();
    possible.add(taken ? 0L : null);
    if (!underWay.isEmpty()) {
      possible.add(taken ? null : 0L);
    }
    return possible;
  }
}
