package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
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

  /** How long a client may go on sending a body that the service refused. */
  private static final Duration UNREAD_TIME = Duration.ofSeconds(1);

  private static final int PIECE = 8 << 10;

  private RequestBody() {}

  /**
   * Receives the body after the route is found and the caller may use it: 415 or 413 if the route
   * does not take it, 400 if it does not arrive in time, 503 if the memory budget is used.
   *
   * @param time how long a body with one record may take; many may take {@link LinesRequest#TIMES}
   *     as long
   */
  static void receive(Context ctx, Duration time) {
    if (!Authentication.WRITES.contains(ctx.method())) {
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
      read(ctx, longest, most, body);
    } catch (IOException e) {
      ctx.header(Header.CONNECTION, "close");
      throw new Problem(
          ProblemType.MALFORMED_REQUEST,
          e.getCause() instanceof TimeoutException
              ? "The body took longer than " + longest.toSeconds() + " s to arrive."
              : "The body did not arrive completely. Send the request again.");
    }
    ctx.attribute(ATTRIBUTE, body.toByteArray());
  }

  static byte[] of(Context ctx) {
    return Objects.requireNonNull(ctx.attribute(ATTRIBUTE), "no body was received");
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
      read(ctx, UNREAD_TIME, Long.MAX_VALUE, OutputStream.nullOutputStream());
    } catch (IOException incomplete) {
      // The answer is ready, whether the rest arrives or not.
      ctx.header(Header.CONNECTION, "close");
    }
  }

  /**
   * Reads up to the end. The thread waits, but not longer than this time. The connection's own idle
   * time cannot end the waiting: it may expire after the next request has come.
   */
  private static void read(Context ctx, Duration time, long most, OutputStream target)
      throws IOException {
    long end = System.nanoTime() + time.toNanos();
    Request request = Server.request(ctx);
    Connection connection = request.getConnectionMetaData().getConnection();
    Scheduler scheduler = request.getComponents().getScheduler();
    Runnable stop = () -> connection.onIdleExpired(new TimeoutException("a body took too long"));
    Scheduler.Task deadline = scheduler.schedule(stop, time.toNanos(), TimeUnit.NANOSECONDS);
    try {
      InputStream stream = ctx.req().getInputStream();
      byte[] piece = new byte[PIECE];
      long total = 0;
      for (int count = stream.read(piece); count >= 0; count = stream.read(piece)) {
        total += count;
        if (total > most) {
          throw tooLarge(most);
        }
        target.write(piece, 0, count);
        if (System.nanoTime() - end > 0) {
          throw new IOException(new TimeoutException());
        }
      }
      if (!deadline.cancel()) {
        throw new IOException(new TimeoutException());
      }
    } finally {
      deadline.cancel();
    }
  }

  private static Problem tooLarge(long mostBytes) {
    return new Problem(
        ProblemType.BODY_TOO_LARGE, "A body can have at most " + mostBytes + " bytes.");
  }
}
