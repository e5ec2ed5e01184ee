package supplychain.history;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Caller;
import supplychain.database.Database;

/**
 * The requests that wait for changes. They hold no thread and no connection to the database: one
 * thread looks for all of them, and only while a request waits. The changes may come from this
 * process or from another.
 */
final class Waiting implements AutoCloseable {
  /** The most requests that may wait at the same time. */
  static final int MOST = 1_000;

  /** The most waiting requests of one company, or of all operators together. */
  static final int MOST_OF_ONE = MOST / 10;

  /** The pause between two looks. */
  static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** After a long look, the pause is so many times as long as the look. */
  private static final int PAUSE_TIMES = 9;

  /** The longest pause: a request whose time is over waits for the next look. */
  private static final Duration MOST_PAUSE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);

  private final Database database;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor looking;
  private boolean isLooking;
  private Future<?> next = CompletableFuture.completedFuture(null);
  private volatile boolean isOver;

  Waiting(Database database) {
    this.database = database;
    this.looking = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "changes-looked-for"));
    // Without waiting requests, the thread ends.
    looking.setKeepAliveTime(1, TimeUnit.SECONDS);
    looking.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** A waiting request. */
  private static final class Waiter {
    private final UUID company;
    private final Set<UUID> readers;
    private final long end;
    private final CompletableFuture<Void> woken = new CompletableFuture<>();
    private volatile long seen;

    Waiter(Caller caller, long seen, long end) {
      this.company = company(caller);
      this.readers = ChangeQueries.readers(caller);
      this.seen = seen;
      this.end = end;
    }

    /** The company whose place the request takes; all operators share one. */
    static UUID company(Caller caller) {
      return caller.isOperator() ? ChangeQueries.EVERYBODY : caller.company();
    }
  }

  /** Whether the service stops, so that no request may wait. */
  boolean isOver() {
    return isOver;
  }

  /**
   * Done when there may be a change, when the time is over, or when the service stops; empty if too
   * many requests wait, or too many of the caller's company.
   *
   * @param caller the caller who waits for its changes
   * @param seen the caller has seen all changes of transactions before this one
   * @param end the time, as {@link System#nanoTime} has it
   */
  synchronized Optional<CompletableFuture<Void>> join(Caller caller, long seen, long end) {
    if (waiters.size() >= MOST || ofOne(Waiter.company(caller)) >= MOST_OF_ONE) {
      return Optional.empty();
    }
    Waiter waiter = new Waiter(caller, seen, end);
    waiters.add(waiter);
    if (isOver) {
      wake(waiter);
    } else if (!isLooking) {
      isLooking = true;
      lookAfter(LOOK_EVERY.toNanos());
    }
    return Optional.of(waiter.woken);
  }

  private long ofOne(UUID company) {
    return waiters.stream().filter(waiter -> waiter.company.equals(company)).count();
  }

  private void wake(Waiter waiter) {
    waiters.remove(waiter);
    waiter.woken.complete(null);
  }

  private synchronized void lookAfter(long nanos) {
    if (waiters.isEmpty() || isOver) {
      isLooking = false;
    } else {
      next = looking.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void look() {
    long begin = System.nanoTime();
    List<Waiter> all = List.copyOf(waiters);
    try {
      wakeThoseWithNews(all);
      all.stream().filter(waiter -> waiter.end - begin <= 0).forEach(this::wake);
    } catch (RuntimeException | OutOfMemoryError e) {
      // Each request then asks for itself, and its answer tells what is wrong.
      LOG.warn("the look for changes failed: {}", e.toString());
      all.forEach(this::wake);
    }
    long took = System.nanoTime() - begin;
    long pause = Math.min(took * PAUSE_TIMES, MOST_PAUSE.toNanos());
    lookAfter(Math.max(LOOK_EVERY.toNanos(), pause));
  }

  private void wakeThoseWithNews(List<Waiter> all) {
    long horizon = database.read(ChangeFeed::now).horizon();
    List<Waiter> behind = all.stream().filter(waiter -> waiter.seen < horizon).toList();
    long from = behind.stream().mapToLong(waiter -> waiter.seen).min().orElse(horizon);
    Set<UUID> news = database.read(sql -> ChangeQueries.news(sql, from, horizon));
    for (Waiter waiter : behind) {
      boolean isOperator = waiter.readers.isEmpty();
      if (isOperator ? !news.isEmpty() : waiter.readers.stream().anyMatch(news::contains)) {
        wake(waiter);
      } else {
        waiter.seen = horizon;
      }
    }
  }

  @Override
  public synchronized void close() {
    isOver = true;
    next.cancel(false);
    List.copyOf(waiters).forEach(this::wake);
  }
}
