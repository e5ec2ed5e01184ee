package supplychain.http;

import io.javalin.http.Context;
import org.eclipse.jetty.server.Request;

/** An answer that the service sends while it writes it, and that can take longer than others. */
public final class LongAnswer {
  /** How many times as long as another request one with such an answer may take. */
  static final int TIMES = 12;

  private static final String ATTRIBUTE = LongAnswer.class.getName();

  private LongAnswer() {}

  /** Lets the answer of this request take {@value #TIMES} times as long as others. */
  public static void allow(Context ctx) {
    BodyReader.request(ctx).setAttribute(ATTRIBUTE, true);
  }

  static boolean isAllowed(Request request) {
    return request.getAttribute(ATTRIBUTE) != null;
  }

  /** Closes the connection, so that a part of the answer does not pass for the whole. */
  public static void cut(Context ctx, Throwable cause) {
    RequestLog.warn(ctx, "the answer was cut short", cause);
    BodyReader.request(ctx).getConnectionMetaData().getConnection().getEndPoint().close();
  }
}
