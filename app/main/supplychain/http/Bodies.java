package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.Request;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/**
 * Takes in the bodies of those who may send one, before their handlers run. What is held of all of
 * them together, until they are answered, is limited.
 */
final class Bodies {
  private static final String ATTRIBUTE = "body";
  private static final Set<HandlerType> WITH_BODY =
      Set.of(HandlerType.POST, HandlerType.PATCH, HandlerType.PUT);

  private final Limits limits;
  private final AtomicLong held = new AtomicLong();

  Bodies(Limits limits) {
    this.limits = limits;
  }

  /** After the route is found and the caller may use it: 415, 413, and 503 where all is taken. */
  void receive(Context ctx) {
    if (!WITH_BODY.contains(ctx.method())) {
      return;
    }
    JsonRequest.requireJson(ctx);
    if (ctx.req().getContentLengthLong() > JsonRequest.MOST_BYTES) {
      throw tooLarge();
    }
    Received received = new Received();
    Request.addCompletionListener(Arrival.request(ctx), failure -> received.letGo());
    Arrival arrival = new Arrival(ctx, limits.bodyTime(), received::take);
    ctx.attribute(ATTRIBUTE, received.bytes);
    if (!arrival.takeWhatIsThere()) {
      ctx.future(arrival::takeRest);
    }
  }

  /** The body of a request that was received. */
  static byte[] of(Context ctx) {
    ByteArrayOutputStream bytes = ctx.attribute(ATTRIBUTE);
    if (bytes == null) {
      throw new IllegalStateException("no body was received");
    }
    return bytes.toByteArray();
  }

  private static Problem tooLarge() {
    return new Problem(
        ProblemType.BODY_TOO_LARGE,
        "A body may have at most " + JsonRequest.MOST_BYTES + " bytes.");
  }

  /** What has come of one body. */
  private final class Received {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long counted;

    private boolean take(ByteBuffer piece) {
      int length = piece.remaining();
      if (bytes.size() + length > JsonRequest.MOST_BYTES) {
        throw tooLarge();
      }
      counted += length;
      if (held.addAndGet(length) > limits.bodyBytes()) {
        throw new Problem(
                ProblemType.UNAVAILABLE, "Too many bodies are under way: try again in a moment.")
            .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
      }
      byte[] copy = new byte[length];
      piece.get(copy);
      bytes.writeBytes(copy);
      return true;
    }

    private void letGo() {
      held.addAndGet(-counted);
    }
  }
}
