package supplychain.http;

import io.javalin.http.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.NanoTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line a request: what was asked and what came of it, without a token or personal data. */
public final class RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("request");
  private static final int LONGEST_METHOD = 20;
  private static final int LONGEST_PATH = 200;

  private RequestLog() {}

  /** Writes the line; {@code ms} is the time until the answer is made. */
  public static void write(Context ctx, float ms) {
    // The undecoded path: no line break of a client's gets into the log.
    String path = ctx.req().getRequestURI();
    write(ctx.req().getMethod(), path, ctx.statusCode(), ms, RequestId.of(ctx));
  }

  /** Writes the line of a request that HTTP itself refused. */
  static void write(Request request, String path, int status, String id) {
    float ms = NanoTime.since(request.getBeginNanoTime()) / 1e6f;
    write(request.getMethod(), path, status, ms, id);
  }

  private static void write(String method, String path, int status, float ms, String id) {
    LOG.info(
        "{} {} {} {}ms {}",
        cut(method, LONGEST_METHOD),
        cut(Tokens.hide(path), LONGEST_PATH),
        status,
        Math.round(ms * 10) / 10.0,
        id);
  }

  private static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) + "…" : text;
  }
}
