package supplychain.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import supplychain.core.Problem;

/**
 * Permits to work, shared among callers. A caller gets another permit only while more permits are
 * free than it holds: one caller alone gets half of them, and a newcomer still finds one. A caller
 * without a permit waits in a queue of its own; the queues take turns.
 */
public final class FairQueue {
  private final int queueLimit;
  private final Duration patience;
  private final Map<Object, Share> sharesInTurn = new LinkedHashMap<>();
  private int free;

  /**
   * A queue that nobody uses yet.
   *
   * @param permits how many requests work at the same time
   * @param queueLimit how many requests of one caller may wait
   * @param patience how long a request waits
   */
  FairQueue(int permits, int queueLimit, Duration patience) {
    this.free = permits;
    this.queueLimit = queueLimit;
    this.patience = patience;
  }

  private static final class Share {
    private final Deque<Permit> queue = new ArrayDeque<>();
    private int held;
  }

  private enum State {
    WAITING,
    GRANTED,
    /** The request works. Only the end of its work closes the permit. */
    BEGUN,
    CLOSED
  }

  /** The permit of one request, which waits for it or holds it until it is closed. */
  public final class Permit implements AutoCloseable {
    private final Object caller;
    private final CompletableFuture<Void> decided = new CompletableFuture<>();
    private State state = State.WAITING;

    private Permit(Object caller) {
      this.caller = caller;
    }

    /** Begins the work if the permit is granted; false if it is not, or if the work has begun. */
    boolean begin() {
      synchronized (FairQueue.this) {
        if (state != State.GRANTED) {
          return false;
        }
        state = State.BEGUN;
        return true;
      }
    }

    /**
     * Begins the work on a thread of the executor, as soon as the permit is granted.
     *
     * @return always completes. A failure closes the permit: it is a Problem, UNAVAILABLE, if no
     *     permit was free in time or the request has ended, unless the executor has stopped
     */
    CompletableFuture<Void> begin(Executor executor) {
      return decided
          .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
          .thenRunAsync(this::beginOrThrow, executor)
          .whenComplete(
              (nothing, failure) -> {
                if (failure != null) {
                  close();
                }
              });
    }

    /** Begins the work on this thread, which waits until the permit is granted. */
    void await() {
      decided.completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS).join();
      beginOrThrow();
    }

    private void beginOrThrow() {
      if (!begin()) {
        throw busy();
      }
    }

    /** Closes the permit of a request that has ended, unless its work still needs it. */
    void closeUnlessBegun() {
      FairQueue.this.close(this, false);
    }

    @Override
    public void close() {
      FairQueue.this.close(this, true);
    }
  }

  /**
   * Enters the queue.
   *
   * @throws Problem UNAVAILABLE if the caller's queue is full
   */
  synchronized Permit enter(Object caller) {
    Share share = sharesInTurn.computeIfAbsent(caller, newcomer -> new Share());
    Permit permit = new Permit(caller);
    if (share.held < free) {
      grant(share, permit);
      permit.decided.complete(null);
    } else if (share.queue.size() < queueLimit) {
      share.queue.add(permit);
    } else {
      throw busy();
    }
    return permit;
  }

  /** The refusal of a request that waited in vain, or that cannot wait. */
  static Problem busy() {
    return Problems.unavailable(
        "Too many of your requests are in progress. Retry after the given seconds.");
  }

  private void grant(Share share, Permit permit) {
    permit.state = State.GRANTED;
    share.held++;
    free--;
  }

  /** Work that continues with a future must not continue in the lock. */
  private void close(Permit permit, boolean evenIfBegun) {
    leave(permit, evenIfBegun).forEach(each -> each.decided.complete(null));
  }

  /** Returns the permits that are decided now. */
  private synchronized List<Permit> leave(Permit permit, boolean evenIfBegun) {
    State before = permit.state;
    if (before == State.CLOSED || (before == State.BEGUN && !evenIfBegun)) {
      return List.of();
    }
    permit.state = State.CLOSED;
    List<Permit> decided = new ArrayList<>(List.of(permit));
    Share share = sharesInTurn.get(permit.caller);
    if (before == State.WAITING) {
      share.queue.remove(permit);
    } else {
      share.held--;
      free++;
      grantNext(decided);
    }
    if (share.held == 0 && share.queue.isEmpty()) {
      sharesInTurn.remove(permit.caller);
    }
    return decided;
  }

  private void grantNext(List<Permit> granted) {
    for (var next = nextInTurn(); next.isPresent(); next = nextInTurn()) {
      Object caller = next.get().getKey();
      Share share = next.get().getValue();
      sharesInTurn.remove(caller);
      sharesInTurn.put(caller, share);
      granted.add(share.queue.remove());
      grant(share, granted.get(granted.size() - 1));
    }
  }

  private Optional<Map.Entry<Object, Share>> nextInTurn() {
    return sharesInTurn.entrySet().stream()
        .filter(each -> !each.getValue().queue.isEmpty() && each.getValue().held < free)
        .findFirst();
  }
}
