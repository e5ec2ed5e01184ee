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

  /** How long a client may go on sending a body that the service refused. */
  private static final Duration UNREAD_TIME = Duration.ofSeconds(1);

  private RequestBodies() {}

  /**
   * Receives the body after the route is found and the caller may use it.
   *
   * @param time how long a body with one record may take to arrive
   * @throws Problem UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, or UNAVAILABLE if the memory budget is
   *     used
   */
  static void receive(Context ctx, Duration time) {
    if (!WITH_BODY.contains(ctx.method())) {
      return;
    }
    JsonRequest.requirePlain(ctx);
    boolean isMany = LinesType.of(ctx).isPresent();
    if (!isMany) {
      JsonRequest.requireJson(ctx);
    }
    int most = isMany ? LinesRequest.MOST_BYTES : JsonRequest.MOST_BYTES;
    long announced = ctx.req().getContentLengthLong();
    if (announced > most) {
      throw tooLarge(most);
    }
    MemoryBudget.take(ctx, announced < 0 ? most : (int) announced);
    ReceivedBytes bytes = new ReceivedBytes();
    ctx.attribute(ATTRIBUTE, bytes);
    Duration allowed = time.multipliedBy(isMany ? LinesRequest.TIMES : 1);
    CompletableFuture<Void> reading =
        BodyReader.read(ctx, allowed, piece -> bytes.add(piece, most));
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
  static void discardRest(Context ctx) {
    // A client that waits for "100 Continue" has sent nothing of the body, and need not send it.
    if (!Authentication.isIdentified(ctx) || ctx.header(Header.EXPECT) != null) {
      return;
    }
    CompletableFuture<Void> reading = BodyReader.read(ctx, UNREAD_TIME, piece -> {});
    if (!reading.isDone()) {
      // The answer is ready, whether the rest arrives or not.
      ctx.future(() -> reading.exceptionally(failure -> null));
    }
  }

  private static Problem tooLarge(int mostBytes) {
    return new Problem(
        ProblemType.BODY_TOO_LARGE, "A body can have at most " + mostBytes + " bytes.");
  }

  /** Gives its bytes away without a copy. */
  static final class ReceivedBytes extends ByteArrayOutputStream {
    private void add(ByteBuffer piece, int mostBytes) {
      if (size() + piece.remaining() > mostBytes) {
        throw tooLarge(mostBytes);
      }
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      writeBytes(copy);
    }

    InputStream open() {
      return new ByteArrayInputStream(buf, 0, count);
    }

    void addTo(MessageDigest hash) {
      hash.update(buf, 0, count);
    }
  }
}
