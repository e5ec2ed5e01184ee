package supplychain.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import io.javalin.plugin.bundled.RateLimitPlugin;
import java.util.concurrent.TimeUnit;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * Answers 429 to a caller that sends too many requests. A caller is a user with a role in a
 * company, so more tokens do not allow more requests. Requests without a token don't count against
 * any limit.
 */
public final class RateLimit {
  private static final String NEXT_SECOND = "1";

  private RateLimit() {}

  public static void configure(JavalinConfig config, int requestsPerSecond) {
    config.registerPlugin(
        new RateLimitPlugin(
            plugin -> plugin.setKeyFunction(ctx -> Authentication.caller(ctx).toString())));
    config.routes.before(ctx -> count(ctx, requestsPerSecond));
  }

  private static void count(Context ctx, int requestsPerSecond) {
    if (!Authentication.isIdentified(ctx)) {
      return;
    }
    try {
      ctx.with(RateLimitPlugin.class).requestPerTimeUnit(requestsPerSecond, TimeUnit.SECONDS);
    } catch (HttpResponseException tooMany) {
      throw new Problem(
              ProblemType.TOO_MANY_REQUESTS,
              "You can send " + requestsPerSecond + " requests a second. Retry in the next second.")
          .header(Header.RETRY_AFTER, NEXT_SECOND);
    }
  }
}
