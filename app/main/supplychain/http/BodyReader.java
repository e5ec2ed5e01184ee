package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * Reads a body while it arrives. No thread waits for the client. After an incomplete body the
 * connection takes no other request, because the next bytes could belong to either.
 */
final class BodyReader {
  private final Context ctx;
  private final Request request;
  private final Duration time;
  private final long end;
  private final Consumer<ByteBuffer> taker;
  private final CompletableFuture<Void> reading = new CompletableFuture<>();
  private Scheduler.Task deadline;

  private BodyReader(Context ctx, Duration time, Consumer<ByteBuffer> taker) {
    this.ctx = ctx;
    this.request = request(ctx);
    this.time = time;
    this.end = System.nanoTime() + time.toNanos();
    this.taker = taker;
  }

  /** Jetty's request below the servlet: only Jetty's can be read without waiting. */
  static Request request(Context ctx) {
    return ServletContextRequest.getServletContextRequest(ctx.req());
  }

  /**
   * Begins to read the body of a request.
   *
   * @param time how long the body may take from now on
   * @param taker gets each piece of the body; an exception that it throws ends the reading
   * @return completes at the end of the body, or fails with a Problem
   */
  static CompletableFuture<Void> read(Context ctx, Duration time, Consumer<ByteBuffer> taker) {
    BodyReader reader = new BodyReader(ctx, time, taker);
    reader.readMore();
    return reader.reading;
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
        taker.accept(chunk.getByteBuffer());
      } finally {
        chunk.release();
      }
      if (chunk.isLast()) {
        return true;
      }
    }
    return false;
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
}
