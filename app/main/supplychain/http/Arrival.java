package supplychain.http;

import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/** Takes in a body as it comes. No thread waits for it: a slow client holds none. */
final class Arrival {
  private final Request request;
  private final Duration time;
  private final long end;
  private final Predicate<ByteBuffer> taker;
  private final CompletableFuture<Void> rest = new CompletableFuture<>();

  /**
   * The body of a request.
   *
   * @param time how long it may take from now on
   * @param taker gets its bytes, piece by piece, and says whether it takes more; what it throws
   *     ends the arrival
   */
  Arrival(Context ctx, Duration time, Predicate<ByteBuffer> taker) {
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
    wake();
    return rest;
  }

  private void wake() {
    // A client that sends nothing is woken for by the connection's idle time.
    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    endPoint().setIdleTimeout(Math.max(1, left));
    request.demand(this::takeMore);
  }

  private void takeMore() {
    try {
      if (!takeWhatIsThere()) {
        wake();
        return;
      }
    } catch (RuntimeException | Error e) {
      endPoint().setIdleTimeout(idleTime());
      rest.completeExceptionally(e);
      return;
    }
    endPoint().setIdleTimeout(idleTime());
    rest.complete(null);
  }

  private EndPoint endPoint() {
    return request.getConnectionMetaData().getConnection().getEndPoint();
  }

  private long idleTime() {
    return request.getConnectionMetaData().getConnector().getIdleTimeout();
  }

  private Problem failure(Throwable failure) {
    return failure instanceof TimeoutException
        ? tooLate()
        : new Problem(ProblemType.MALFORMED_REQUEST, "The body did not arrive whole.");
  }

  private Problem tooLate() {
    return new Problem(
        ProblemType.MALFORMED_REQUEST,
        "The body took longer than " + time.toSeconds() + " s to arrive.");
  }
}
