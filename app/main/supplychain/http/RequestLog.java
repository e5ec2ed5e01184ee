package supplychain.http;

import io.javalin.config.JavalinConfig;
import io.javalin.config.Key;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.util.UUID;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.NanoTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.RepeatedLines;
import supplychain.core.Tokens;

/**
 * Writes one line for each request, without a token or personal data. Refused requests that repeat
 * are counted, so that nobody can fill the disk with them.
 */
public final class RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("request");
  private static final Key<RequestLog> KEY = new Key<>("request-log");
  private static final int LONGEST_METHOD = 20;
  private static final int LONGEST_PATH = 200;
  private static final int FAULT = 500;

  private final RepeatedLines refusals = new RepeatedLines();

  private RequestLog() {}

  static RequestLog of(JavalinConfig config) {
    RequestLog log = new RequestLog();
    config.appData(KEY, log);
    config.requestLogger.http(log::write);
    config.events.serverStopped(log.refusals::end);
    config.events.serverStopFailed(log.refusals::end);
    return log;
  }

  /**
   * Refusals that are counted together. All requests without a valid token are of one kind for each
   * status.
   *
   * @param endpoint the route; null if there is none or the request has no valid token
   * @param caller the user; null if the request has no valid token
   * @param why the status, or the failure
   */
  private record Kind(Endpoint endpoint, UUID caller, String why) {
    static Kind of(Context ctx, String why) {
      return Authentication.isIdentified(ctx)
          ? new Kind(ctx.endpoints().matchedHttpEndpoint(), Authentication.caller(ctx).user(), why)
          : new Kind(null, null, why);
    }
  }

  /** Writes the line; {@code ms} is the time until the answer is ready. */
  private void write(Context ctx, float ms) {
    // The path is not decoded, so that no client writes a line break into the log.
    String path = ctx.req().getRequestURI();
    int status = ctx.statusCode();
    String line = line(ctx.req().getMethod(), path, status, ms, RequestId.of(ctx));
    if (status < 400 || status == FAULT) {
      LOG.info(line);
    } else {
      refusals.write(Kind.of(ctx, Integer.toString(status)), line, LOG::info);
    }
  }

  void write(Request request, String path, int status, RequestId id) {
    float ms = NanoTime.since(request.getBeginNanoTime()) / 1e6f;
    String line = line(request.getMethod(), path, status, ms, id);
    refusals.write(new Kind(null, null, Integer.toString(status)), line, LOG::info);
  }

  static void warn(Context ctx, String what, Throwable cause) {
    String line = "request " + RequestId.of(ctx) + ": " + what + ": " + cause;
    Kind kind = Kind.of(ctx, what + cause.getClass().getName());
    ctx.appData(KEY).refusals.write(kind, line, LOG::warn);
  }

  private static String line(String method, String path, int status, float ms, RequestId id) {
    return String.join(
        " ",
        cut(method, LONGEST_METHOD),
        cut(Tokens.hide(path), LONGEST_PATH),
        Integer.toString(status),
        Math.round(ms * 10) / 10.0 + "ms",
        id.toString());
  }

  private static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) + "…" : text;
  }
}
