package supplychain.database;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Independent work, done on several connections at once. */
public final class Parallel {
  private Parallel() {}

  /** Runs all pieces, and each thread takes the next one. After a failure, no piece begins. */
  public static void run(int threads, List<Runnable> pieces) {
    Executor starting = work -> new Thread(work, "parallel").start();
    Queue<Runnable> left = new ConcurrentLinkedQueue<>(pieces);
    CompletableFuture<?>[] running =
        Stream.generate(() -> CompletableFuture.runAsync(() -> empty(left), starting))
            .limit(threads)
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(running).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  private static void empty(Queue<Runnable> left) {
    try {
      for (Runnable next = left.poll(); next != null; next = left.poll()) {
        next.run();
      }
    } finally {
      left.clear();
    }
  }
}
