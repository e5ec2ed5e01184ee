package supplychain.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What waits. Each caller has a queue of its own; the queues take turns. */
final class Turns<T> {
  private final Map<Object, Deque<T>> queuesInTurn = new LinkedHashMap<>();

  /** How many wait. */
  int size() {
    return queuesInTurn.values().stream().mapToInt(Deque::size).sum();
  }

  int waiting(Object caller) {
    Deque<T> queue = queuesInTurn.get(caller);
    return queue == null ? 0 : queue.size();
  }

  void add(Object caller, T one) {
    queuesInTurn.computeIfAbsent(caller, newcomer -> new ArrayDeque<>()).add(one);
  }

  /** Removes one that need not wait any longer. Returns whether it was waiting. */
  boolean remove(Object caller, T one) {
    Deque<T> queue = queuesInTurn.get(caller);
    boolean isRemoved = queue != null && queue.remove(one);
    if (isRemoved && queue.isEmpty()) {
      queuesInTurn.remove(caller);
    }
    return isRemoved;
  }

  /** All that wait. */
  Stream<T> all() {
    return queuesInTurn.values().stream().flatMap(Deque::stream);
  }

  /** Takes the next one of the first caller in turn who may have it. */
  Optional<T> next(Predicate<Object> mayHave) {
    return queuesInTurn.keySet().stream().filter(mayHave).findFirst().map(this::takeOf);
  }

  private T takeOf(Object caller) {
    Deque<T> queue = queuesInTurn.remove(caller);
    T next = queue.remove();
    if (!queue.isEmpty()) {
      queuesInTurn.put(caller, queue);
    }
    return next;
  }
}
