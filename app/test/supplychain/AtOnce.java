package supplychain;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Sends many requests at the same time. */
public final class AtOnce {
  private AtOnce() {}

  /** The answers, in the order of the requests. */
  public static List<Reply> send(int count, IntFunction<Reply> request) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Callable<Reply>> requests =
          IntStream.range(0, count)
              .mapToObj(i -> (Callable<Reply>) () -> request.apply(i))
              .toList();
      List<Reply> replies = new ArrayList<>();
      for (Future<Reply> reply : threads.invokeAll(requests)) {
        replies.add(result(reply));
      }
      return replies;
    } finally {
      threads.shutdown();
    }
  }

  /** The statuses of the answers, the lowest one first. */
  public static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).sorted().toList();
  }

  private static Reply result(Future<Reply> reply) throws InterruptedException {
    try {
      return reply.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a request got no answer", e.getCause());
    }
  }
}
