package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.UUID;
import org.eclipse.jetty.server.Request;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** Receives bodies before their handlers run, and counts them in the memory budget. */
final class RequestBodies {
  private static final String ATTRIBUTE = "body";
  private static final Set<HandlerType> WITH_BODY =
      Set.of(HandlerType.POST, HandlerType.PATCH, HandlerType.PUT);

  private final Limits limits;
  private final MemoryBudget budget;

  RequestBodies(Limits limits, MemoryBudget budget) {
    this.limits = limits;
    this.budget = budget;
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
    Receiving receiving = new Receiving(measure, MemoryBudget.account(ctx));
    Request.addCompletionListener(BodyReader.request(ctx), failure -> receiving.release());
    BodyReader arrival =
        new BodyReader(ctx, limits.bodyTime().multipliedBy(measure.times()), receiving::take);
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
  static ReceivedBytes received(Context ctx) {
    ReceivedBytes bytes = ctx.attribute(ATTRIBUTE);
    if (bytes == null) {
      throw new IllegalStateException("no body was received");
    }
    return bytes;
  }

  /**
   * What a body may have.
   *
   * @param times how many times as long as others it may take to arrive
   */
  private record Measure(int mostBytes, int times) {
    private static final Measure RECORD = new Measure(JsonRequest.MOST_BYTES, 1);
    private static final Measure LINES = new Measure(LinesRequest.MOST_BYTES, LinesRequest.TIMES);

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
    private final ReceivedBytes bytes = new ReceivedBytes();
    private final Measure measure;
    private final UUID account;
    private long counted;

    Receiving(Measure measure, UUID account) {
      this.measure = measure;
      this.account = account;
    }

    private boolean take(ByteBuffer piece) {
      int length = piece.remaining();
      if (bytes.size() + length > measure.mostBytes()) {
        throw measure.tooLarge();
      }
      byte[] copy = new byte[length];
      piece.get(copy);
      bytes.writeBytes(copy);
      long more = MemoryBudget.counted(bytes.size()) - counted;
      counted += more;
      if (!budget.take(account, more)) {
        throw new Problem(
                ProblemType.UNAVAILABLE,
                "Too many uploads are in progress. Retry after the given seconds.")
            .header(Header.RETRY_AFTER, Problems.RETRY_AFTER_SECONDS);
      }
      return true;
    }

    private void release() {
      budget.release(account, counted);
    }
  }
}
