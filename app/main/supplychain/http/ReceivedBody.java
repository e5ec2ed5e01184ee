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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * A body, received before its handler runs. No thread waits for the client. After an incomplete
 * body the connection takes no other request, because the next bytes could belong to either.
 */
final class ReceivedBody extends ByteArrayOutputStream {
  private static final String ATTRIBUTE = "body";
  private static final Set<HandlerType> WITH_BODY =
      Set.of(HandlerType.POST, HandlerType.PATCH, HandlerType.PUT);

  /** How long a client may go on sending a body that the service refused. */
  private static final Duration UNREAD_TIME = Duration.ofSeconds(1);

  /** In place of the most bytes: all bytes are thrown away. */
  private static final int NONE_KEPT = -1;

  private final Context ctx;
  private final Request request;
  private final int most;
  private final Duration time;
  private final long end;
  private final CompletableFuture<Void> reading = new CompletableFuture<>();
  private Scheduler.Task deadline;

  private ReceivedBody(Context ctx, int most, Duration time) {
    this.ctx = ctx;
    this.request = Server.request(ctx);
    this.most = most;
    this.time = time;
    this.end = System.nanoTime() + time.toNanos();
  }

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
    ReceivedBody body =
        new ReceivedBody(ctx, most, time.multipliedBy(isMany ? LinesRequest.TIMES : 1));
    ctx.attribute(ATTRIBUTE, body);
    body.readMore();
    if (!body.reading.isDone() || body.reading.isCompletedExceptionally()) {
      ctx.future(() -> body.reading);
    }
  }

  static ReceivedBody of(Context ctx) {
    ReceivedBody body = ctx.attribute(ATTRIBUTE);
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
    if (!Authentication.isIdentified(ctx) || ctx.header(Header.EXPECT) != null) {
      return;
    }
    ReceivedBody rest = new ReceivedBody(ctx, NONE_KEPT, UNREAD_TIME);
    rest.readMore();
    if (!rest.reading.isDone()) {
      // The answer is ready, whether the rest arrives or not.
      ctx.future(() -> rest.reading.exceptionally(failure -> null));
    }
  }

  private void readMore() {
    try {
      boolean isComplete = readAvailable();
      // Jetty does not tell a reader that is at work when the deadline passes.
      if (System.nanoTime() - end > 0 || (isComplete && deadline != null && !deadline.cancel())) {
        throw tooLate();
      }
      if (isComplete) {
        reading.complete(null);
        return;
      }
    } catch (RuntimeException | Error e) {
      if (deadline != null) {
        deadline.cancel();
      }
      reading.completeExceptionally(e);
      return;
    }
    if (deadline == null) {
      Scheduler scheduler = request.getComponents().getScheduler();
      deadline = scheduler.schedule(this::stop, time.toNanos(), TimeUnit.NANOSECONDS);
    }
    request.demand(this::readMore);
  }

  /** Reads the bytes that have arrived; returns whether the body ends with them. */
  private boolean readAvailable() {
    for (Content.Chunk chunk = request.read(); chunk != null; chunk = request.read()) {
      if (Content.Chunk.isFailure(chunk)) {
        throw chunk.getFailure() instanceof TimeoutException
            ? tooLate()
            : closing("The body did not arrive completely. Send the request again.");
      }
      try {
        add(chunk.getByteBuffer());
      } finally {
        chunk.release();
      }
      if (chunk.isLast()) {
        return true;
      }
    }
    return false;
  }

  private void add(ByteBuffer piece) {
    if (most == NONE_KEPT) {
      return;
    }
    if (size() + piece.remaining() > most) {
      throw tooLarge(most);
    }
    byte[] copy = new byte[piece.remaining()];
    piece.get(copy);
    writeBytes(copy);
  }

  /**
   * Ends the waiting for more. Jetty ends it only when the connection fails. The connection's own
   * idle time cannot do this: it may expire after the next request has come.
   */
  private void stop() {
    request
        .getConnectionMetaData()
        .getConnection()
        .onIdleExpired(new TimeoutException("a body took too long"));
  }

  private Problem tooLate() {
    return closing("The body took longer than " + time.toSeconds() + " s to arrive.");
  }

  /** A problem after which the service closes the connection. */
  private Problem closing(String detail) {
    ctx.header(Header.CONNECTION, "close");
    return new Problem(ProblemType.MALFORMED_REQUEST, detail);
  }

  private static Problem tooLarge(int mostBytes) {
    return new Problem(
        ProblemType.BODY_TOO_LARGE, "A body can have at most " + mostBytes + " bytes.");
  }

  /** Reads the bytes without a copy. */
  InputStream open() {
    return new ByteArrayInputStream(buf, 0, count);
  }

  void addTo(MessageDigest hash) {
    hash.update(buf, 0, count);
  }
}
