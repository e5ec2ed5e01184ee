package supplychain.http;

import io.javalin.http.Header;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/**
 * Places for work that takes much memory. Who finds none free waits, but neither long nor with many
 * others. Of the places, and of those who wait, half are one company's at the most, so that it
 * never shuts out the others; operators count as one.
 */
public final class Places {
  /** How many may wait at the same time. */
  public static final int MOST_WAITING = 8;

  /** How long any of them waits. */
  public static final Duration WAIT = Duration.ofSeconds(5);

  private final int count;
  private final Duration wait;
  private final String refusal;
  private final Semaphore places;
  private final Map<UUID, Share> shares = new HashMap<>();
  private int present;

  /**
   * So many places.
   *
   * @param refusal what is told who gets none
   */
  public Places(int count, String refusal) {
    this(count, WAIT, refusal);
  }

  Places(int count, Duration wait, String refusal) {
    this.count = count;
    this.wait = wait;
    this.refusal = refusal;
    this.places = new Semaphore(count, true);
  }

  /** What a company may take of the places, and how many of its requests are here, or wait. */
  private static final class Share {
    private final Semaphore places;
    private int present;

    Share(int count) {
      places = new Semaphore(count, true);
    }
  }

  /**
   * Does the work in a place, as soon as there is one; who came first gets it first. It waits
   * before it asks the database for anything, so that no connection waits with it.
   *
   * @throws Problem UNAVAILABLE where too many wait already, or no place gets free in time
   */
  public <T> T hold(Caller caller, Supplier<T> work) {
    long end = System.nanoTime() + wait.toNanos();
    Share share = enter(caller.company());
    try {
      return in(share.places, end, () -> in(places, end, work));
    } finally {
      leave(caller.company(), share);
    }
  }

  private synchronized Share enter(UUID company) {
    Share share = shares.get(company);
    if (present == count + MOST_WAITING
        || (share != null && share.present == half(count) + half(MOST_WAITING))) {
      throw refused();
    }
    if (share == null) {
      share = new Share(half(count));
      shares.put(company, share);
    }
    share.present++;
    present++;
    return share;
  }

  private synchronized void leave(UUID company, Share share) {
    present--;
    share.present--;
    if (share.present == 0) {
      shares.remove(company);
    }
  }

  private <T> T in(Semaphore some, long end, Supplier<T> work) {
    take(some, end);
    try {
      return work.get();
    } finally {
      some.release();
    }
  }

  private void take(Semaphore some, long end) {
    try {
      if (some.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw refused();
  }

  private Problem refused() {
    return new Problem(ProblemType.UNAVAILABLE, refusal)
        .header(Header.RETRY_AFTER, Long.toString(WAIT.toSeconds()));
  }

  /** Rounded up: of one place each may have all. */
  private static int half(int all) {
    return (all + 1) / 2;
  }
}
