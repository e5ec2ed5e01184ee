package supplychain.http;

import io.javalin.config.JavalinConfig;
import io.javalin.config.Key;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.util.UUID;
import org.eclipse.jetty.server.Request;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * Counts answers in the memory budget until their clients have received them. The service sends the
 * answer to a write in any case. Whole lists are sent in parts and not counted.
 */
final class PendingAnswers {
  private static final Key<MemoryBudget> BUDGET = new Key<>("memory");

  private PendingAnswers() {}

  /** Counts the answers of a service that is not started yet. */
  static void limit(JavalinConfig config, MemoryBudget budget) {
    config.appData(BUDGET, budget);
  }

  /**
   * Counts an answer until its client has received it.
   *
   * @throws Problem UNAVAILABLE if the budget is used, unless this answer is all that is counted
   */
  static void hold(Context ctx, int bytes) {
    if (MemoryBudget.counted(bytes) == 0 || !ctx.method().equals(HandlerType.GET)) {
      return;
    }
    MemoryBudget budget = ctx.appData(BUDGET);
    UUID account = MemoryBudget.account(ctx);
    if (!budget.take(account, bytes) && !budget.isAll(bytes)) {
      budget.release(account, bytes);
      throw new Problem(
              ProblemType.UNAVAILABLE,
              "Too many answers wait for their clients. Retry after the given seconds.")
          .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
    }
    Request.addCompletionListener(
        BodyReader.request(ctx), failure -> budget.release(account, bytes));
  }
}
