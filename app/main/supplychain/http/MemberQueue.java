package supplychain.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Problem;

/**
 * The requests that wait for a group. Each caller has a queue of its own; the queues take turns.
 */
final class MemberQueue {
  private final Map<UUID, Deque<GroupMember>> queuesInTurn = new LinkedHashMap<>();
  private int size;

  int size() {
    return size;
  }

  /**
   * Adds a request.
   *
   * @throws Problem UNAVAILABLE if the caller's queue is full
   */
  void add(GroupMember member) {
    Deque<GroupMember> queue =
        queuesInTurn.computeIfAbsent(member.account(), newcomer -> new ArrayDeque<>());
    if (queue.size() == Admission.QUEUE_LIMIT) {
      throw FairQueue.busy();
    }
    queue.add(member);
    size++;
  }

  /** Removes a request; false if it does not wait. */
  boolean remove(GroupMember member) {
    Deque<GroupMember> queue = queuesInTurn.get(member.account());
    if (queue == null || !queue.remove(member)) {
      return false;
    }
    size--;
    if (queue.isEmpty()) {
      queuesInTurn.remove(member.account());
    }
    return true;
  }

  /** Takes requests from the callers in turn. */
  List<GroupMember> take(int most) {
    List<GroupMember> taken = new ArrayList<>();
    while (taken.size() < most && size > 0) {
      Iterator<Map.Entry<UUID, Deque<GroupMember>>> callers = queuesInTurn.entrySet().iterator();
      Map.Entry<UUID, Deque<GroupMember>> next = callers.next();
      UUID caller = next.getKey();
      Deque<GroupMember> queue = next.getValue();
      callers.remove();
      taken.add(queue.remove());
      size--;
      if (!queue.isEmpty()) {
        queuesInTurn.put(caller, queue);
      }
    }
    return taken;
  }
}
