package supplychain.http;

import io.javalin.http.Context;
import org.apache.commons.lang3.StringUtils;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.NanoTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Tokens;

/** Writes one line for each request, without a token or personal data. */
final class RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("request");
  private static final int LONGEST_METHOD = 20;
  private static final int LONGEST_PATH = 200;

  private RequestLog() {}

  /** Writes the line; {@code ms} is the time until the answer is ready. */
  static void write(Context ctx, float ms) {
    // The path is not decoded, so that no client writes a line break into the log.
    String path = ctx.req().getRequestURI();
    write(ctx.req().getMethod(), path, ctx.statusCode(), ms, RequestId.of(ctx));
  }

  /** Writes the line of a request that is not valid HTTP. Returns its time in milliseconds. */
  static float write(Request request, String path, int status, RequestId id) {
    float ms = NanoTime.since(request.getBeginNanoTime()) / 1e6f;
    write(request.getMethod(), path, status, ms, id);
    return ms;
  }

  static void warn(Context ctx, String what, Throwable cause) {
    LOG.warn("request {}: {}: {}", RequestId.of(ctx), what, cause.toString());
  }

  private static void write(String method, String path, int status, float ms, RequestId id) {
    LOG.info(
        "{} {} {} {}ms {}",
        StringUtils.abbreviate(method, "…", LONGEST_METHOD + 1),
        StringUtils.abbreviate(Tokens.hide(path), "…", LONGEST_PATH + 1),
        status,
        Math.round(ms * 10) / 10.0,
        id);
  }
}
