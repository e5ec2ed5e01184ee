package supplychain.http;

import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line a request: what was asked and what came of it, without a token or personal data. */
public final class RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("request");
  private static final int LONGEST_PATH = 200;

  private RequestLog() {}

  /** Writes the line; {@code ms} is the time from the first byte read to the answer's last. */
  public static void write(Context ctx, float ms) {
    // The undecoded path: no line break of a client's gets into the log.
    String path = ctx.req().getRequestURI();
    LOG.info(
        "{} {} {} {}ms {}",
        ctx.req().getMethod(),
        path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path,
        ctx.statusCode(),
        Math.round(ms * 10) / 10.0,
        RequestId.of(ctx));
  }
}
