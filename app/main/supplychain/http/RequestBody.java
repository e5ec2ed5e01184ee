package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * The body of a request, received before its handler runs. After an incomplete body the connection
 * takes no other request, because the next bytes could belong to either.
 */
final class RequestBody {
  private static final String ATTRIBUTE = "body";
  private static final Set<HandlerType> WITH_BODY =
      Set.of(HandlerType.POST, HandlerType.PATCH, HandlerType.PUT);

  /** How long a client may go on sending a body that the service refused. */
  private static final Duration UNREAD_TIME = Duration.ofSeconds(1);

  private static final int PIECE = 8 << 10;

  private RequestBody() {}

  /**
   * Receives the body after the route is found and the caller may use it.
   *
   * @param time how long a body with one record may take to arrive
   * @throws Problem UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_REQUEST if it does not arrive
   *     in time, or UNAVAILABLE if the memory budget is used
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
    Duration longest = time.multipliedBy(isMany ? LinesRequest.TIMES : 1);
    ByteArrayOutputStream body = new ByteArrayOutputStream(Math.max(PIECE, (int) announced));
    try {
      read(
          ctx,
          longest,
          (piece, count) -> {
            if (body.size() + count > most) {
              throw tooLarge(most);
            }
            body.write(piece, 0, count);
          });
    } catch (TimeoutException late) {
      throw closing(ctx, "The body took longer than " + longest.toSeconds() + " s to arrive.");
    } catch (IOException e) {
      throw closing(ctx, "The body did not arrive completely. Send the request again.");
    }
    ctx.attribute(ATTRIBUTE, body.toByteArray());
  }

  static byte[] of(Context ctx) {
    byte[] body = ctx.attribute(ATTRIBUTE);
    if (body == null) {
      throw new IllegalStateException("no body was received");
    }
    return body;
  }

  /**
   * Reads the rest of a body that the service refused, for a short time. If the service closed the
   * connection instead, many clients would never see the answer.
   */
  static void discardRest(Context ctx) {
    // A client that waits for "100 Continue" has sent nothing of the body, and need not send it.
    if (ctx.header(Header.EXPECT) != null) {
      return;
    }
    try {
      read(ctx, UNREAD_TIME, (piece, count) -> {});
    } catch (TimeoutException | IOException incomplete) {
      // The answer is ready, whether the rest arrives or not.
      ctx.header(Header.CONNECTION, "close");
    }
  }

  /** What happens to each piece of a body. */
  @FunctionalInterface
  private interface Piece {
    void take(byte[] bytes, int count);
  }

  /** Reads up to the end. The thread waits, but not longer than this time. */
  private static void read(Context ctx, Duration time, Piece piece)
      throws IOException, TimeoutException {
    long end = System.nanoTime() + time.toNanos();
    Request request = Server.request(ctx);
    Scheduler scheduler = request.getComponents().getScheduler();
    Scheduler.Task deadline =
        scheduler.schedule(() -> stopReading(request), time.toNanos(), TimeUnit.NANOSECONDS);
    try {
      InputStream stream = ctx.req().getInputStream();
      byte[] bytes = new byte[PIECE];
      for (int count = stream.read(bytes); count >= 0; count = stream.read(bytes)) {
        piece.take(bytes, count);
        if (System.nanoTime() - end > 0) {
          throw new TimeoutException();
        }
      }
      if (!deadline.cancel()) {
        throw new TimeoutException();
      }
    } catch (IOException e) {
      if (e.getCause() instanceof TimeoutException late) {
        throw late;
      }
      throw e;
    } finally {
      deadline.cancel();
    }
  }

  /**
   * Ends the waiting for more. The connection's own idle time cannot do this: it may expire after
   * the next request has come.
   */
  private static void stopReading(Request request) {
    request
        .getConnectionMetaData()
        .getConnection()
        .onIdleExpired(new TimeoutException("a body took too long"));
  }

  /** A problem after which the service closes the connection. */
  private static Problem closing(Context ctx, String detail) {
    ctx.header(Header.CONNECTION, "close");
    return new Problem(ProblemType.MALFORMED_REQUEST, detail);
  }

  private static Problem tooLarge(int mostBytes) {
    return new Problem(
        ProblemType.BODY_TOO_LARGE, "A body can have at most " + mostBytes + " bytes.");
  }
}
