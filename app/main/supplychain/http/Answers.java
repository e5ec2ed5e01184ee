package supplychain.http;

import io.javalin.config.JavalinConfig;
import io.javalin.config.Key;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.util.UUID;
import org.eclipse.jetty.server.Request;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/**
 * Answers that wait in memory until their clients take them. Of what is read, only so much waits in
 * all; what was written is answered in any case. Whole lists are sent by parts, and not counted.
 */
final class Answers {
  /** Answers of no more bytes are not counted: all connections together can bear them. */
  static final int SMALL = 16 << 10;

  private static final Key<Answers> KEY = new Key<>("answers");

  private final Held held;

  private Answers(Held held) {
    this.held = held;
  }

  /** Limits those of a service that is not started yet. */
  static void limit(JavalinConfig config, Limits limits) {
    config.appData(KEY, new Answers(new Held(limits.answerBytes())));
  }

  /** Counts an answer until its client has it; 503 where too many wait, unless it waits alone. */
  static void hold(Context ctx, int bytes) {
    if (bytes > SMALL && ctx.method().equals(HandlerType.GET)) {
      ctx.appData(KEY).hold(ctx, Held.whose(ctx), bytes);
    }
  }

  private void hold(Context ctx, UUID whose, int bytes) {
    if (!held.add(whose, bytes) && !held.isAll(bytes)) {
      held.letGo(whose, bytes);
      throw new Problem(
              ProblemType.UNAVAILABLE, "Too many answers wait to be taken: try again in a moment.")
          .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
    }
    Request.addCompletionListener(Arrival.request(ctx), failure -> held.letGo(whose, bytes));
  }
}
