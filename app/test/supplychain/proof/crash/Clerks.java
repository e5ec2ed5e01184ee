package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import supplychain.Client;
import supplychain.proof.Seed;

/** Several clients that write at the same time, partly from the same lots. */
final class Clerks implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 120;

  final Cooperative records;

  /** Gives the client of the service that runs now. */
  final Callable<Client> door;

  final Ledger ledger = new Ledger();
  final List<String> everybodysLots = new CopyOnWriteArrayList<>();
  volatile boolean isOver;
  private final List<Clerk> all;
  private final List<Future<Void>> work;

  /** Starts a client for each farmer of the cooperative. */
  Clerks(Cooperative records, Callable<Client> door, Seed seed) {
    this.records = records;
    this.door = door;
    all =
        IntStream.range(0, Cooperative.FARMERS)
            .mapToObj(i -> new Clerk(this, i, seed.random(i + 1)))
            .toList();
    ExecutorService threads = Executors.newFixedThreadPool(Cooperative.FARMERS);
    work = all.stream().map(threads::submit).toList();
    threads.shutdown();
  }

  /** Waits until each has finished what it was doing, and fails if one of them found a fault. */
  void finish() throws Exception {
    isOver = true;
    for (Future<Void> one : work) {
      one.get();
    }
  }

  /** Sends each request once more. */
  void repeatAll() throws Exception {
    for (String key : ledger.entries.keySet()) {
      all.get(0).repeat(key);
    }
  }

  /** Waits until so many more writes were answered. */
  void awaitAnswers(int count) throws Exception {
    await(ledger.answered, count);
  }

  /** Waits until so many more requests were answered with 503. */
  void await503s(int count) throws Exception {
    await(ledger.unanswered, count);
  }

  private void await(Semaphore events, int count) throws Exception {
    events.drainPermits();
    for (int second = 0; !events.tryAcquire(count, 1, TimeUnit.SECONDS); second++) {
      for (Future<Void> one : work) {
        if (one.isDone()) {
          one.get();
        }
      }
      assertTrue(second < PATIENCE_SECONDS, "the clients got no further");
    }
  }

  @Override
  public void close() {
    isOver = true;
  }
}
