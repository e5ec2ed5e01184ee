package supplychain.http;

import io.javalin.config.JavalinConfig;
import io.javalin.config.Key;
import io.javalin.http.Context;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.server.Request;

/**
 * Limits the memory of large bodies and of large answers to reads, until their requests end. A part
 * of it is for requests without a token, so that they cannot take the memory of the others. {@link
 * Admission} limits how many bodies are parsed at the same time.
 */
final class MemoryBudget {
  /** The budget does not count a smaller body or answer: all connections can have one of these. */
  static final int SMALL = 16 << 10;

  /** Requests without a token have this part of the budget. */
  static final int PART_WITHOUT_TOKEN = 4;

  private static final Key<MemoryBudget> KEY = new Key<>("memory");

  private final Share withToken;
  private final Share withoutToken;

  private MemoryBudget(long bytes) {
    withoutToken = Share.of(bytes / PART_WITHOUT_TOKEN);
    withToken = Share.of(bytes - bytes / PART_WITHOUT_TOKEN);
  }

  /** Sets the budget of a service that is not started yet. */
  static void limit(JavalinConfig config, long bytes) {
    config.appData(KEY, new MemoryBudget(bytes));
  }

  /**
   * Takes these bytes until the request ends.
   *
   * @throws Problem UNAVAILABLE if too much of the budget is used
   */
  static void take(Context ctx, int bytes) {
    if (bytes <= SMALL) {
      return;
    }
    MemoryBudget budget = ctx.appData(KEY);
    Share share = Authentication.isIdentified(ctx) ? budget.withToken : budget.withoutToken;
    // An answer that is longer than the whole budget can be sent alone.
    int taken = Math.min(bytes, share.limit);
    if (!share.free.tryAcquire(taken)) {
      throw Problems.unavailable(
          "Too many large bodies and answers are in progress. Retry after the given seconds.");
    }
    try {
      Request.addCompletionListener(Server.request(ctx), failure -> share.free.release(taken));
    } catch (RuntimeException ended) {
      // Jetty accepts no listener once the request has ended.
      share.free.release(taken);
      throw ended;
    }
  }

  /** The bytes that some requests can take. */
  private record Share(int limit, Semaphore free) {
    static Share of(long bytes) {
      int limit = (int) Math.min(Integer.MAX_VALUE, bytes);
      return new Share(limit, new Semaphore(limit));
    }
  }
}
