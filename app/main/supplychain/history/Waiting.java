package supplychain.history;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
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
  static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);

  private final Database database;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private final Timer looking = new Timer("changes-looked-for", true);
  private volatile boolean isOver;

  Waiting(Database database) {
    this.database = database;
    TimerTask look =
        new TimerTask() {
          @Override
          public void run() {
            look();
          }
        };
    looking.schedule(look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis());
  }

  /** A request that waits, and has seen what is before {@code seen}. Operators share one place. */
  private record Waiter(UUID company, AtomicLong seen, long end, CompletableFuture<Void> woken) {
    boolean reads(Set<UUID> news) {
      return company.equals(ChangeQueries.OPERATORS)
          ? !news.isEmpty()
          : news.contains(company) || news.contains(ChangeQueries.EVERYBODY);
    }
  }

  /** Whether the service stops, so that no request may wait. */
  boolean isOver() {
    return isOver;
  }

  /**
   * Done when there may be a change after {@code seen}, at the end ({@link System#nanoTime}), or
   * when the service stops; empty if too many requests wait, or too many of the caller's company.
   */
  synchronized Optional<CompletableFuture<Void>> join(Caller caller, long seen, long end) {
    UUID company = caller.isOperator() ? ChangeQueries.OPERATORS : caller.company();
    long ofCompany = waiters.stream().filter(one -> one.company.equals(company)).count();
    if (waiters.size() >= Changes.MOST_WAITING || ofCompany >= Changes.MOST_WAITING_OF_ONE) {
      return Optional.empty();
    }
    Waiter waiter = new Waiter(company, new AtomicLong(seen), end, new CompletableFuture<>());
    waiters.add(waiter);
    if (isOver) {
      wake(waiter);
    }
    return Optional.of(waiter.woken);
  }

  private void wake(Waiter waiter) {
    waiters.remove(waiter);
    waiter.woken.complete(null);
  }

  private void look() {
    long begin = System.nanoTime();
    List<Waiter> all = List.copyOf(waiters);
    if (all.isEmpty()) {
      return;
    }
    try {
      wakeThoseWithNews(all);
      all.stream().filter(waiter -> waiter.end - begin <= 0).forEach(this::wake);
    } catch (RuntimeException | OutOfMemoryError e) {
      // Each request then asks for itself, and its answer tells what is wrong.
      LOG.warn("could not look for new changes: {}", e.toString());
      all.forEach(this::wake);
    }
  }

  private void wakeThoseWithNews(List<Waiter> all) {
    long horizon = database.read(ChangeFeed::now).horizon();
    List<Waiter> behind = all.stream().filter(waiter -> waiter.seen.get() < horizon).toList();
    long from = behind.stream().mapToLong(waiter -> waiter.seen.get()).min().orElse(horizon);
    Set<UUID> news = database.read(sql -> ChangeQueries.news(sql, from, horizon));
    for (Waiter waiter : behind) {
      if (waiter.reads(news)) {
        wake(waiter);
      } else {
        waiter.seen.set(horizon);
      }
    }
  }

  @Override
  public synchronized void close() {
    isOver = true;
    looking.cancel();
    List.copyOf(waiters).forEach(this::wake);
  }
}
