package supplychain.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import supplychain.core.Problem;

/**
 * Permits to work, shared among callers. A caller gets another permit only while more permits are
 * free than it holds: one caller alone gets half of them, and a newcomer still finds one. A caller
 * without a permit waits in a queue of its own; the queues take turns.
 */
final class FairQueue {
  private final int queueLimit;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Turns<Permit> waiting = new Turns<>();
  private final Map<Object, Integer> held = new HashMap<>();
  private final int mostOfOne;
  private int free;

  /** {@code queueLimit} requests of one caller can wait, each as long as {@code patience}. */
  FairQueue(int permits, int queueLimit, Duration patience) {
    this.mostOfOne = (permits + 1) / 2;
    this.free = permits;
    this.queueLimit = queueLimit;
    this.patience = patience;
  }

  /** The permit of one request, which holds it until it is closed. */
  final class Permit implements AutoCloseable {
    private final Object caller;
    private final Condition granted = lock.newCondition();
    private boolean isHeld;

    private Permit(Object caller) {
      this.caller = caller;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (isHeld) {
          release(this);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  Duration patience() {
    return patience;
  }

  /** How many permits one caller can have at the same time. */
  int mostOfOne() {
    return mostOfOne;
  }

  /** Waits for a permit: 503 if the caller's queue is full, or if no permit is free in time. */
  Permit take(Object caller) {
    lock.lock();
    try {
      Permit permit = new Permit(caller);
      if (mayHave(caller)) {
        grant(permit);
      } else if (waiting.waiting(caller) < queueLimit) {
        waiting.add(caller, permit);
        await(permit);
      } else {
        throw busy();
      }
      return permit;
    } finally {
      lock.unlock();
    }
  }

  private void await(Permit permit) {
    long left = patience.toNanos();
    try {
      while (!permit.isHeld && left > 0) {
        left = permit.granted.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    if (!permit.isHeld) {
      waiting.remove(permit.caller, permit);
      throw busy();
    }
  }

  /** The refusal of a request that waited in vain, or that cannot wait. */
  static Problem busy() {
    return Problems.unavailable(
        "Too many of your requests are in progress. Retry after the given seconds.");
  }

  private boolean mayHave(Object caller) {
    return held.getOrDefault(caller, 0) < free;
  }

  private void grant(Permit permit) {
    permit.isHeld = true;
    held.merge(permit.caller, 1, Integer::sum);
    free--;
    permit.granted.signal();
  }

  private void release(Permit permit) {
    permit.isHeld = false;
    held.computeIfPresent(permit.caller, (same, count) -> count > 1 ? count - 1 : null);
    free++;
    Optional<Permit> next;
    do {
      next = waiting.next(this::mayHave);
      next.ifPresent(this::grant);
    } while (next.isPresent());
  }
}
