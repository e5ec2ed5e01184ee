package supplychain.http;

import io.javalin.config.JavalinConfig;
import io.javalin.config.Key;
import io.javalin.http.Context;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.server.Request;

/**
 * Limits the memory of large bodies and of large answers to reads, until their requests end.
 * Requests without a token have a budget of their own, so that they cannot take the memory of the
 * others. {@link Admission} limits how many bodies are parsed at the same time.
 */
final class MemoryBudget {
  /** The budget does not count a smaller body or answer: all connections can have one of these. */
  static final int SMALL = 16 << 10;

  /** Requests without a token have this part of the memory. */
  static final int PART_WITHOUT_TOKEN = 4;

  private static final Key<MemoryBudget> WITH_TOKEN = new Key<>("memory");
  private static final Key<MemoryBudget> WITHOUT_TOKEN = new Key<>("memory-without-token");

  private final int limit;
  private final Semaphore free;

  private MemoryBudget(long bytes) {
    limit = (int) Math.min(Integer.MAX_VALUE, bytes);
    free = new Semaphore(limit);
  }

  static void limit(JavalinConfig config, long bytes) {
    long part = bytes / PART_WITHOUT_TOKEN;
    config.appData(WITHOUT_TOKEN, new MemoryBudget(part));
    config.appData(WITH_TOKEN, new MemoryBudget(bytes - part));
  }

  /** Takes these bytes until the request ends: 503 if too much of the budget is used. */
  static void take(Context ctx, int bytes) {
    if (bytes <= SMALL) {
      return;
    }
    MemoryBudget budget =
        ctx.appData(Authentication.isIdentified(ctx) ? WITH_TOKEN : WITHOUT_TOKEN);
    // An answer that is longer than the whole budget can be sent alone.
    int taken = Math.min(bytes, budget.limit);
    if (!budget.free.tryAcquire(taken)) {
      throw Problems.unavailable(
          "Too many large bodies and answers are in progress. Retry after the given seconds.");
    }
    try {
      Request.addCompletionListener(Server.request(ctx), failure -> budget.free.release(taken));
    } catch (RuntimeException ended) {
      // Jetty accepts no listener once the request has ended.
      budget.free.release(taken);
      throw ended;
    }
  }
}
