package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * Reads a body while it arrives. No thread waits for it, so a slow client holds none. After an
 * incomplete body the connection takes no other request, because the next bytes could belong to
 * either.
 */
final class BodyReader {
  private final Context ctx;
  private final Request request;
  private final Duration time;
  private final long end;
  private final Predicate<ByteBuffer> taker;
  private final CompletableFuture<Void> rest = new CompletableFuture<>();
  private boolean over;

  /**
   * The body of a request.
   *
   * @param time how long it may take from now on
   * @param taker gets its bytes, piece by piece, and says whether it takes more; what it throws
   *     ends the arrival
   */
  BodyReader(Context ctx, Duration time, Predicate<ByteBuffer> taker) {
    this.ctx = ctx;
    this.request = request(ctx);
    this.time = time;
    this.end = System.nanoTime() + time.toNanos();
    this.taker = taker;
  }

  /** The request itself, below what servlets see of it: there a body is read without waiting. */
  static Request request(Context ctx) {
    return ServletContextRequest.getServletContextRequest(ctx.req());
  }

  /** Takes what has arrived; whether it is all that will be taken. */
  boolean takeWhatIsThere() {
    for (Content.Chunk chunk = request.read(); chunk != null; chunk = request.read()) {
      if (Content.Chunk.isFailure(chunk)) {
        throw failure(chunk.getFailure());
      }
      try {
        if (!taker.test(chunk.getByteBuffer()) || chunk.isLast()) {
          return true;
        }
      } finally {
        chunk.release();
      }
      if (end - System.nanoTime() < 0) {
        throw tooLate();
      }
    }
    return false;
  }

  /** Takes the rest, when it comes; done when there is no more, or failed with a Problem. */
  CompletableFuture<Void> takeRest() {
    long left = Math.max(0, end - System.nanoTime());
    Scheduler.Task deadline =
        request.getComponents().getScheduler().schedule(this::stop, left, TimeUnit.NANOSECONDS);
    request.demand(this::takeMore);
    return rest.whenComplete((done, failure) -> deadline.cancel());
  }

  private void takeMore() {
    try {
      if (!takeMoreUnlessOver()) {
        return;
      }
    } catch (RuntimeException | Error e) {
      rest.completeExceptionally(e);
      return;
    }
    rest.complete(null);
  }

  private synchronized boolean takeMoreUnlessOver() {
    over = true;
    if (!takeWhatIsThere()) {
      over = false;
      request.demand(this::takeMore);
    }
    return over;
  }

  /**
   * Ends the waiting for more. Only a failure of the connection does that; its own idle time would
   * be another clock, which can strike when the next request has come.
   */
  private synchronized void stop() {
    if (!over) {
      request
          .getConnectionMetaData()
          .getConnection()
          .onIdleExpired(new TimeoutException("a body took too long"));
    }
  }

  private Problem failure(Throwable failure) {
    return failure instanceof TimeoutException
        ? tooLate()
        : last(new Problem(ProblemType.MALFORMED_REQUEST, "The body did not arrive whole."));
  }

  private Problem tooLate() {
    return last(
        new Problem(
            ProblemType.MALFORMED_REQUEST,
            "The body took longer than " + time.toSeconds() + " s to arrive."));
  }

  /** The last thing that the connection tells. */
  private Problem last(Problem problem) {
    ctx.header(Header.CONNECTION, "close");
    return problem;
  }
}
