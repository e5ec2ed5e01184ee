package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Problem;
import supplychain.http.FairQueue.Permit;

/**
 * Admits requests to the threads of the service and to the database, so that no caller takes the
 * service away from the others. A caller is a company, or an operator's user. A request holds a
 * thread from the arrival of its header until its answer is ready, or until it waits for a group.
 * So it needs a permit for the thread, and gets none if its caller has too many. Then it waits for
 * a permit to use the database. Short work and long work (many records, whole lists, traces,
 * origins, large documents) have a queue each; authentication, health checks and the service's own
 * tasks have connections that no request takes.
 */
public final class Admission {
  /** The most requests of all callers in progress; one caller alone may have half of them. */
  public static final int REQUESTS = 400;

  /** How many whole lists are sent at once: each holds a thread while its client reads. */
  public static final int EXPORTS = 16;

  /** How long a request waits for its permit to do long work. */
  public static final Duration LONG_WAIT = Duration.ofMinutes(1);

  /** A record with a longer document and a request with a longer body are long work, in bytes. */
  public static final int LARGE = 64 << 10;

  private static final int MOST_LARGE_RECORDS = 1_000;

  /** Connections for authentication, health checks and the service's own tasks. */
  private static final int RESERVED = 3;

  /** Of this many connections, one is for long work. */
  private static final int LONG_SHARE = 6;

  private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
  private static final String LENGTH = "length";
  private static final String PERMIT = "permit";
  private static final String THREAD = "thread";

  private final Duration bodyTime;
  private final FairQueue requests = new FairQueue(REQUESTS, 0, Duration.ZERO);
  private final FairQueue shortWork;
  private final FairQueue longWork;
  private final FairQueue exports = new FairQueue(EXPORTS, REQUESTS, LONG_WAIT);
  private final Set<String> largeRecords = ConcurrentHashMap.newKeySet();

  /**
   * Queues for a connection pool.
   *
   * @param connections how many connections the pool has
   * @param wait how long a request waits for its permit to do short work
   * @param bodyTime how long a body with one record may take to arrive
   */
  public Admission(int connections, Duration wait, Duration bodyTime) {
    int longPermits = Math.max(1, connections / LONG_SHARE);
    int shortPermits = Math.max(1, connections - RESERVED - longPermits);
    this.longWork = new FairQueue(longPermits, REQUESTS, LONG_WAIT);
    this.shortWork = new FairQueue(shortPermits, REQUESTS, wait);
    this.bodyTime = bodyTime;
  }

  /**
   * Receives the body, waits for a permit, and handles the request: 503 if none is free in time.
   * The handler of a {@link Work#ONE_RECORD} route takes its permit itself.
   */
  void handle(Context ctx, Handler handler) throws Exception {
    if (!Authentication.isIdentified(ctx)) {
      handler.handle(ctx);
      return;
    }
    ctx.attribute(THREAD, thread(ctx));
    try {
      RequestBody.receive(ctx, bodyTime);
      if (!ctx.routeRoles().contains(Work.ONE_RECORD)) {
        enter(ctx);
      }
      handler.handle(ctx);
    } finally {
      leave(ctx);
      Permit request = ctx.attribute(THREAD);
      if (request != null) {
        end(ctx, request);
      }
    }
  }

  private void end(Context ctx, Permit request) {
    request.close();
    noteLargeRecord(ctx);
  }

  /**
   * Lets the handler return before the answer: the request ends when this is complete. Meanwhile it
   * needs no thread, but keeps its permit for one.
   */
  void endLater(Context ctx, Supplier<CompletableFuture<Void>> sent) {
    Permit request = ctx.attribute(THREAD);
    ctx.attribute(THREAD, null);
    ctx.future(() -> sent.get().whenComplete((done, failure) -> end(ctx, request)));
  }

  /** Does work of a {@link Work#ONE_RECORD} route with a permit to use the database. */
  public <T> T work(Context ctx, Supplier<T> work) {
    if (ctx.attribute(PERMIT) != null) {
      throw new IllegalStateException("a request with two permits can wait for itself");
    }
    try (Permit permit = queue(ctx).take(account(ctx))) {
      return work.get();
    }
  }

  /** Does short work of a request that has waited without a thread. */
  public <T> T again(Context ctx, Supplier<T> work) {
    try (Permit request = thread(ctx);
        Permit permit = shortWork.take(account(ctx))) {
      return work.get();
    }
  }

  private Permit thread(Context ctx) {
    return requests.take(account(ctx));
  }

  /**
   * Reads the rest of the body of a refused request, unless the caller has too many in progress.
   */
  void discardBody(Context ctx) {
    try (Permit request = thread(ctx)) {
      RequestBody.discardRest(ctx);
    } catch (Problem busy) {
      ctx.header(Header.CONNECTION, "close");
    }
  }

  /** Takes the permit to use the database. */
  void enter(Context ctx) {
    ctx.attribute(PERMIT, queue(ctx).take(account(ctx)));
  }

  /** Gives the permit back, if the request has one: its handler goes on without the database. */
  void leave(Context ctx) {
    Permit permit = ctx.attribute(PERMIT);
    if (permit != null) {
      permit.close();
    }
  }

  /** Takes a permit to send a whole list in place of the one to use the database. */
  public void beginExport(Context ctx) {
    leave(ctx);
    ctx.attribute(PERMIT, exports.take(account(ctx)));
  }

  FairQueue shortWork() {
    return shortWork;
  }

  private void noteLargeRecord(Context ctx) {
    Integer length = ctx.attribute(LENGTH);
    if (length == null || ctx.pathParamMap().isEmpty()) {
      return;
    }
    if (length <= LARGE) {
      largeRecords.remove(ctx.path());
    } else if (largeRecords.size() < MOST_LARGE_RECORDS) {
      largeRecords.add(ctx.path());
    }
  }

  static void noteLength(Context ctx, int bytes) {
    ctx.attribute(LENGTH, bytes);
  }

  /** Does long work as soon as the caller has a permit for it: 503 if that takes too long. */
  public <T> T longWork(Context ctx, Supplier<T> work) {
    try (Permit permit = longWork.take(account(ctx))) {
      return work.get();
    }
  }

  private FairQueue queue(Context ctx) {
    boolean isLong =
        ctx.routeRoles().contains(Work.LONG)
            || LinesType.of(ctx).isPresent()
            || largeRecords.contains(ctx.path())
            || ctx.req().getContentLengthLong() > LARGE;
    return isLong ? longWork : shortWork;
  }

  private static UUID account(Context ctx) {
    return Authentication.caller(ctx).account();
  }

  /** The threads of the server. */
  public static Executor executor(Context ctx) {
    return Server.request(ctx).getComponents().getExecutor();
  }

  /**
   * Runs a task in a thread of the server. Jetty keeps the task before it starts a thread. If there
   * is no memory for a thread, another one takes the task later; if the service stops, none does.
   */
  static void execute(Executor threads, Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.warn("a task waits for a thread: {}", e.toString());
    }
  }
}
