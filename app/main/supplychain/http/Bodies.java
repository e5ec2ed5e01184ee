package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.UUID;
import org.eclipse.jetty.server.Request;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/**
 * Takes in the bodies of those who may send one, before their handlers run. What is held of all of
 * them together, and of one company, until they are answered, is limited.
 */
final class Bodies {
  private static final String ATTRIBUTE = "body";
  private static final Set<HandlerType> WITH_BODY =
      Set.of(HandlerType.POST, HandlerType.PATCH, HandlerType.PUT);

  private final Limits limits;
  private final Held held;

  Bodies(Limits limits) {
    this.limits = limits;
    this.held = new Held(limits.bodyBytes());
  }

  /** After the route is found and the caller may use it: 415, 413, and 503 where all is taken. */
  void receive(Context ctx) {
    if (!WITH_BODY.contains(ctx.method())) {
      return;
    }
    Measure measure = Measure.of(ctx);
    if (ctx.req().getContentLengthLong() > measure.mostBytes()) {
      throw measure.tooLarge();
    }
    Receiving receiving = new Receiving(measure, Held.whose(ctx));
    Request.addCompletionListener(Arrival.request(ctx), failure -> receiving.letGo());
    Arrival arrival =
        new Arrival(ctx, limits.bodyTime().multipliedBy(measure.times()), receiving::take);
    ctx.attribute(ATTRIBUTE, receiving.bytes);
    if (!arrival.takeWhatIsThere()) {
      ctx.future(arrival::takeRest);
    }
  }

  /** The body of a request that was received. */
  static byte[] of(Context ctx) {
    return received(ctx).toByteArray();
  }

  /** The same, not copied. */
  static Received received(Context ctx) {
    Received bytes = ctx.attribute(ATTRIBUTE);
    if (bytes == null) {
      throw new IllegalStateException("no body was received");
    }
    return bytes;
  }

  /**
   * What a body may have.
   *
   * @param times how many times as long as others it may take to arrive
   * @param share how many of its bytes count as one of those that are held in all: lines are parsed
   *     a few at a time
   */
  private record Measure(int mostBytes, int times, int share) {
    private static final Measure RECORD = new Measure(JsonRequest.MOST_BYTES, 1, 1);
    private static final Measure LINES =
        new Measure(LinesRequest.MOST_BYTES, LinesRequest.TIMES, 4);

    /** That of the body which is announced; 415 where none such is taken. */
    static Measure of(Context ctx) {
      JsonRequest.requirePlain(ctx);
      if (LinesType.of(ctx).isPresent()) {
        return LINES;
      }
      JsonRequest.requireJson(ctx);
      return RECORD;
    }

    Problem tooLarge() {
      return new Problem(
          ProblemType.BODY_TOO_LARGE, "A body may have at most " + mostBytes + " bytes.");
    }
  }

  /** A body on its way in. */
  private final class Receiving {
    private final Received bytes = new Received();
    private final Measure measure;
    private final UUID whose;
    private long counted;

    Receiving(Measure measure, UUID whose) {
      this.measure = measure;
      this.whose = whose;
    }

    private boolean take(ByteBuffer piece) {
      int length = piece.remaining();
      if (bytes.size() + length > measure.mostBytes()) {
        throw measure.tooLarge();
      }
      byte[] copy = new byte[length];
      piece.get(copy);
      bytes.writeBytes(copy);
      long more = (bytes.size() + measure.share() - 1) / measure.share() - counted;
      counted += more;
      if (!held.add(whose, more)) {
        throw new Problem(
                ProblemType.UNAVAILABLE, "Too many bodies are under way: try again in a moment.")
            .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
      }
      return true;
    }

    private void letGo() {
      held.letGo(whose, counted);
    }
  }
}
