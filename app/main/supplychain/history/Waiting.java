package supplychain.history;

import java.time.Duration;
import java.util.HashSet;
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
 * Those who wait for changes. No thread and no connection to the database is held for them: one
 * thread looks for all of them, and only while there is anybody, whether the changes come from this
 * process or from another.
 */
final class Waiting implements AutoCloseable {
  /** How many may wait at the same time. */
  static final int MOST = 1_000;

  /** How many of them may be of the same company, or operators. */
  static final int MOST_OF_ONE = MOST / 10;

  /** How often somebody looks. */
  static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** A look that took long is followed by so many times as long a pause. */
  private static final int PAUSE_TIMES = 9;

  /** However long it took: whose time is over waits for the next look. */
  private static final Duration MOST_PAUSE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);

  private final Database database;
  private final Numbering numbering;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor looking;
  private boolean isLooking;
  private Future<?> next = CompletableFuture.completedFuture(null);
  private volatile boolean isOver;

  Waiting(Database database, Numbering numbering) {
    this.database = database;
    this.numbering = numbering;
    this.looking = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "changes-looked-for"));
    // Threads that nobody needs end.
    looking.setKeepAliveTime(1, TimeUnit.SECONDS);
    looking.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Somebody who waits. */
  private static final class Waiter {
    private final UUID company;
    private final Set<UUID> readers;
    private final long end;
    private final CompletableFuture<Void> woken = new CompletableFuture<>();
    private volatile long position;

    Waiter(Caller caller, long position, long end) {
      this.company = company(caller);
      this.readers = ChangeQueries.readers(caller);
      this.position = position;
      this.end = end;
    }

    /** Whose place it takes; all operators are one. */
    static UUID company(Caller caller) {
      return caller.isOperator() ? Touched.EVERYBODY : caller.company();
    }
  }

  /** Whether nobody may wait any more. */
  boolean isOver() {
    return isOver;
  }

  /**
   * Done when there may be a change, when the time is over, or when the service stops; empty where
   * too many wait, or too many of the caller's company.
   *
   * @param caller whose changes
   * @param position after which number
   * @param end the time, as {@link System#nanoTime} has it
   */
  synchronized Optional<CompletableFuture<Void>> join(Caller caller, long position, long end) {
    if (waiters.size() >= MOST || ofOne(Waiter.company(caller)) >= MOST_OF_ONE) {
      return Optional.empty();
    }
    Waiter waiter = new Waiter(caller, position, end);
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
      // Each asks for itself then, and is told what is wrong.
      LOG.warn("nobody could look for changes: {}", e.toString());
      all.forEach(this::wake);
    }
    long took = System.nanoTime() - begin;
    long pause = Math.min(took * PAUSE_TIMES, MOST_PAUSE.toNanos());
    lookAfter(Math.max(LOOK_EVERY.toNanos(), pause));
  }

  private void wakeThoseWithNews(List<Waiter> all) {
    numbering.goOn(Numbering.end());
    long last = database.read(ChangeQueries::last);
    List<Waiter> behind = all.stream().filter(waiter -> waiter.position < last).toList();
    if (behind.isEmpty()) {
      return;
    }
    long after = behind.stream().mapToLong(waiter -> waiter.position).min().orElseThrow();
    Set<UUID> readers = new HashSet<>();
    behind.forEach(waiter -> readers.addAll(waiter.readers));
    Set<UUID> news = database.read(sql -> ChangeQueries.news(sql, readers, after));
    for (Waiter waiter : behind) {
      if (waiter.readers.isEmpty() || waiter.readers.stream().anyMatch(news::contains)) {
        wake(waiter);
      } else {
        waiter.position = last;
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
