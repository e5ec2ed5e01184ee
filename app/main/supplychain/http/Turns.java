package supplychain.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

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

  /** Removes one that waits in vain; false if it does not wait. */
  boolean remove(Object caller, T one) {
    Deque<T> queue = queuesInTurn.get(caller);
    boolean waited = queue != null && queue.remove(one);
    if (waited && queue.isEmpty()) {
      queuesInTurn.remove(caller);
    }
    return waited;
  }

  /** The first of the caller whose turn it is. It goes on waiting. */
  Optional<T> peek() {
    return queuesInTurn.values().stream().map(Deque::element).findFirst();
  }

  /** Takes the next one of the first caller in turn who may have it. */
  Optional<T> next(Predicate<Object> mayHave) {
    Iterator<Map.Entry<Object, Deque<T>>> callers = queuesInTurn.entrySet().iterator();
    while (callers.hasNext()) {
      Map.Entry<Object, Deque<T>> caller = callers.next();
      if (mayHave.test(caller.getKey())) {
        Deque<T> queue = caller.getValue();
        T next = queue.remove();
        callers.remove();
        if (!queue.isEmpty()) {
          queuesInTurn.put(caller.getKey(), queue);
        }
        return Optional.of(next);
      }
    }
    return Optional.empty();
  }
}
