package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** Receives bodies before their handlers run, and reads the rest of bodies that were refused. */
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

  /**
   * Receives the body after the route is found and the caller may use it.
   *
   * @throws Problem UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, or UNAVAILABLE if the memory budget is
   *     used
   */
  void receive(Context ctx) {
    if (!WITH_BODY.contains(ctx.method())) {
      return;
    }
    BodyLimit limit = BodyLimit.of(ctx);
    long announced = ctx.req().getContentLengthLong();
    if (announced > limit.mostBytes()) {
      throw limit.tooLarge();
    }
    if (!budget.take(ctx, announced < 0 ? limit.mostBytes() : (int) announced)) {
      throw MemoryBudget.tooManyBodies();
    }
    ReceivedBytes bytes = new ReceivedBytes();
    ctx.attribute(ATTRIBUTE, bytes);
    Duration time = limits.bodyTime().multipliedBy(limit.times());
    CompletableFuture<Void> reading =
        new BodyReader(ctx, time, piece -> limit.add(bytes, piece)).read();
    if (!reading.isDone() || reading.isCompletedExceptionally()) {
      ctx.future(() -> reading);
    }
  }

  static ReceivedBytes received(Context ctx) {
    ReceivedBytes bytes = ctx.attribute(ATTRIBUTE);
    if (bytes == null) {
      throw new IllegalStateException("no body was received");
    }
    return bytes;
  }

  /**
   * Reads the rest of a body that the service refused, for a short time. If the service closed the
   * connection instead, many clients would never see the answer.
   */
  void discardRest(Context ctx) {
    // A client that waits for "100 Continue" has sent nothing of the body, and need not send it.
    if (!Authentication.isIdentified(ctx) || ctx.header(Header.EXPECT) != null) {
      return;
    }
    CompletableFuture<Void> reading = new BodyReader(ctx, limits.unreadTime(), piece -> {}).read();
    if (!reading.isDone()) {
      // The answer is ready, whether the rest arrives or not.
      ctx.future(() -> reading.exceptionally(failure -> null));
    }
  }

  /** Gives its bytes away without a copy. */
  static final class ReceivedBytes extends ByteArrayOutputStream {
    InputStream open() {
      return new ByteArrayInputStream(buf, 0, count);
    }

    void addTo(MessageDigest hash) {
      hash.update(buf, 0, count);
    }
  }

  /**
   * The limits of one kind of body.
   *
   * @param times how many times as long as other bodies it may take to arrive
   */
  private record BodyLimit(int mostBytes, int times) {
    private static final BodyLimit RECORD = new BodyLimit(JsonRequest.MOST_BYTES, 1);
    private static final BodyLimit LINES =
        new BodyLimit(LinesRequest.MOST_BYTES, LinesRequest.TIMES);

    /** The limits of the body that the headers announce; 415 if the route does not take it. */
    static BodyLimit of(Context ctx) {
      JsonRequest.requirePlain(ctx);
      if (LinesType.of(ctx).isPresent()) {
        return LINES;
      }
      JsonRequest.requireJson(ctx);
      return RECORD;
    }

    void add(ReceivedBytes bytes, ByteBuffer piece) {
      if (bytes.size() + piece.remaining() > mostBytes) {
        throw tooLarge();
      }
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      bytes.writeBytes(copy);
    }

    Problem tooLarge() {
      return new Problem(
          ProblemType.BODY_TOO_LARGE, "A body may have at most " + mostBytes + " bytes.");
    }
  }
}
