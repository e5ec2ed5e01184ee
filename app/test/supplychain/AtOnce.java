package supplychain;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Does work in several threads at the same time. */
public final class AtOnce {
  private AtOnce() {}

  /** The results, in the order of the numbers that the threads get. */
  public static <T> List<T> send(int count, IntFunction<T> work) {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      return IntStream.range(0, count)
          .mapToObj(i -> CompletableFuture.supplyAsync(() -> work.apply(i), threads))
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    } finally {
      threads.shutdown();
    }
  }

  /** The statuses of the answers, the lowest one first. */
  public static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).sorted().toList();
  }

  /** How many of the answers have this status. */
  public static long count(List<Reply> replies, int status) {
    return replies.stream().filter(reply -> reply.status() == status).count();
  }
}
