package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import supplychain.Client;
import supplychain.proof.Seed;

/** Several clients that write at the same time, partly from the same lots. */
record Clerks(
    Cooperative records,
    Callable<Client> door,
    Ledger ledger,
    List<String> everybodysLots,
    List<Clerk> all,
    List<Future<Void>> work)
    implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 120;

  /**
   * They begin.
   *
   * @param door gives the client of the service that runs now
   */
  static Clerks begin(Cooperative records, Callable<Client> door, Ledger ledger, Seed seed) {
    Clerks clerks =
        new Clerks(
            records,
            door,
            ledger,
            new CopyOnWriteArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    ExecutorService threads = Executors.newFixedThreadPool(Cooperative.FARMERS);
    for (int i = 0; i < Cooperative.FARMERS; i++) {
      Clerk clerk = new Clerk(clerks, i, seed.random(i + 1));
      clerks.all.add(clerk);
      clerks.work.add(threads.submit(clerk));
    }
    threads.shutdown();
    return clerks;
  }

  /** Waits until each has finished what it was doing, and fails if one of them found a fault. */
  void finish() throws Exception {
    all.forEach(Clerk::tell);
    for (Future<Void> one : work) {
      one.get();
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
    all.forEach(Clerk::tell);
  }
}
