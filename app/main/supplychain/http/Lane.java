package supplychain.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import supplychain.core.Problem;

/**
 * Places to work in, shared among callers. A caller gets another place only while more places are
 * free than it holds: one caller alone gets half of them, and a newcomer still finds one. A caller
 * without a place waits in a queue of its own; the queues take turns.
 */
public final class Lane {
  private final int queueLimit;
  private final Duration patience;
  private final Map<UUID, Share> sharesInTurn = new LinkedHashMap<>();
  private int free;

  /**
   * A lane that nobody uses yet.
   *
   * @param places how many requests work at the same time
   * @param queueLimit how many requests of one caller may wait
   * @param patience how long a request waits
   */
  Lane(int places, int queueLimit, Duration patience) {
    this.free = places;
    this.queueLimit = queueLimit;
    this.patience = patience;
  }

  /** The share of one caller in the lane. */
  private static final class Share {
    private final Deque<Place> queue = new ArrayDeque<>();
    private int held;
  }

  /** A request in the lane: it waits for a place or holds one, until it is closed. */
  public final class Place implements AutoCloseable {
    private final UUID caller;
    private final CompletableFuture<Void> granted = new CompletableFuture<>();
    private boolean isHeld;
    private boolean hasLeft;

    private Place(UUID caller) {
      this.caller = caller;
    }

    /**
     * Done when the request holds the place, or when its time is over. Continue asynchronously: the
     * thread that completes it has locked the lane.
     */
    CompletableFuture<Void> granted() {
      return granted.completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether the request holds the place now. */
    boolean isHeld() {
      synchronized (Lane.this) {
        return isHeld;
      }
    }

    /** Leaves the lane; false if the request has left it before. */
    boolean leave() {
      return Lane.this.leave(this);
    }

    @Override
    public void close() {
      leave();
    }
  }

  /**
   * Enters the lane.
   *
   * @throws Problem UNAVAILABLE if the caller's queue is full
   */
  synchronized Place enter(UUID caller) {
    Share share = sharesInTurn.computeIfAbsent(caller, newcomer -> new Share());
    Place place = new Place(caller);
    if (share.held < free) {
      grant(share, place);
    } else if (share.queue.size() < queueLimit) {
      share.queue.add(place);
    } else {
      throw busy();
    }
    return place;
  }

  /** The refusal of a request that waited in vain, or that cannot wait. */
  static Problem busy() {
    return Problems.unavailable(
        "Too many of your requests are in progress. Retry after the given seconds.");
  }

  private void grant(Share share, Place place) {
    place.isHeld = true;
    share.held++;
    free--;
    place.granted.complete(null);
  }

  private synchronized boolean leave(Place place) {
    if (place.hasLeft) {
      return false;
    }
    place.hasLeft = true;
    Share share = sharesInTurn.get(place.caller);
    if (place.isHeld) {
      place.isHeld = false;
      share.held--;
      free++;
      grantNext();
    } else {
      share.queue.remove(place);
    }
    if (share.held == 0 && share.queue.isEmpty()) {
      sharesInTurn.remove(place.caller);
    }
    return true;
  }

  private void grantNext() {
    for (var next = nextInTurn(); next.isPresent(); next = nextInTurn()) {
      UUID caller = next.get().getKey();
      Share share = next.get().getValue();
      sharesInTurn.remove(caller);
      sharesInTurn.put(caller, share);
      grant(share, share.queue.remove());
    }
  }

  private Optional<Map.Entry<UUID, Share>> nextInTurn() {
    return sharesInTurn.entrySet().stream()
        .filter(each -> !each.getValue().queue.isEmpty() && each.getValue().held < free)
        .findFirst();
  }
}
