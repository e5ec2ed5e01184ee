package supplychain.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Request;
import supplychain.http.FairQueue.Permit;

/**
 * Admits requests to the database, in front of its connection pool, so that no caller takes the
 * service away from the others. A caller is a company, or an operator's user. Short work and long
 * work (many records, whole lists, traces, origins, large documents) have a queue each;
 * authentication, health checks and the service's own tasks have connections that no request takes.
 */
public final class Admission {
  /** How many requests of one caller may wait in a queue. */
  public static final int QUEUE_LIMIT = 250;

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

  private static final String LENGTH = "length";

  private final Duration shortWait;
  private final FairQueue shortWork;
  private final FairQueue longWork;
  private final FairQueue exports = new FairQueue(EXPORTS, QUEUE_LIMIT, LONG_WAIT);

  /** By the Context itself: its attributes are gone once Jetty takes the request back. */
  private final Map<Context, Turns> requests = new ConcurrentHashMap<>();

  private final Set<String> largeRecords = ConcurrentHashMap.newKeySet();

  /**
   * Queues for a connection pool.
   *
   * @param connections how many connections the pool has
   * @param wait how long a request waits for its permit to do short work
   */
  public Admission(int connections, Duration wait) {
    int longPermits = Math.max(1, connections / LONG_SHARE);
    int shortPermits = Math.max(1, connections - RESERVED - longPermits);
    this.longWork = new FairQueue(longPermits, QUEUE_LIMIT, LONG_WAIT);
    this.shortWork = new FairQueue(shortPermits, QUEUE_LIMIT, wait);
    this.shortWait = wait;
  }

  /** The permits of one request, one after another. */
  private static final class Turns {
    private final UUID account;
    private final FairQueue queue;
    private final Executor executor;
    private volatile Permit permit;
    private boolean hasEnded;

    Turns(Context ctx, FairQueue queue) {
      this.account = Authentication.caller(ctx).account();
      this.queue = queue;
      this.executor = executor(ctx);
      this.permit = queue.enter(account);
    }

    void end() {
      synchronized (this) {
        hasEnded = true;
      }
      permit.closeUnlessBegun();
    }

    /** Takes the next permit: none that a request which has ended could lose. */
    synchronized Permit next(FairQueue other) {
      if (hasEnded) {
        throw FairQueue.busy();
      }
      permit = other.enter(account);
      return permit;
    }
  }

  /** Before the handler: takes a permit, or waits for one without holding a thread. */
  void admit(Context ctx) {
    if (!Authentication.isIdentified(ctx)) {
      return;
    }
    Turns turns = new Turns(ctx, queue(ctx));
    requests.put(ctx, turns);
    Request.addCompletionListener(Server.request(ctx), failure -> turns.end());
    if (!turns.permit.begin()) {
      ctx.future(() -> turns.permit.begin(turns.executor));
    }
  }

  /**
   * Takes a permit again for a request that gave it back; completes on a thread of the server.
   *
   * @return fails with a Problem, UNAVAILABLE, when no permit was free in time
   */
  public CompletableFuture<Void> readmit(Context ctx) {
    return again(ctx, requests.get(ctx).queue);
  }

  /**
   * Releases the request's permit and waits for one to send a whole list, without a thread.
   *
   * @return completes on a thread of the server; fails with a Problem, UNAVAILABLE, when no permit
   *     was free in time
   */
  public CompletableFuture<Void> beginExport(Context ctx) {
    return again(ctx, exports);
  }

  private CompletableFuture<Void> again(Context ctx, FairQueue queue) {
    leave(ctx);
    Turns turns = requests.get(ctx);
    return turns.next(queue).begin(turns.executor);
  }

  /** How long a request waits for its permit to do short work. */
  Duration shortWait() {
    return shortWait;
  }

  /** A permit to do short work for several callers together. */
  Permit enterGroup(UUID group) {
    return shortWork.enter(group);
  }

  /** After the handler: gives the permit back, and remembers whether the record is large. */
  void end(Context ctx) {
    leave(ctx);
    requests.remove(ctx);
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

  /** Notes how long the document of the answer is, in bytes. */
  static void noteLength(Context ctx, int bytes) {
    ctx.attribute(LENGTH, bytes);
  }

  /** Gives the permit back: when the handler goes on without the database. */
  public void leave(Context ctx) {
    Turns turns = requests.get(ctx);
    if (turns != null) {
      turns.permit.close();
    }
  }

  /**
   * Does long work as soon as the caller has a permit for it; the thread waits.
   *
   * @throws Problem UNAVAILABLE if that takes too long
   */
  public <T> T longWork(Context ctx, Supplier<T> work) {
    try (Permit permit = longWork.enter(Authentication.caller(ctx).account())) {
      permit.await();
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

  /** The threads of the server. */
  static Executor executor(Context ctx) {
    return Server.request(ctx).getComponents().getExecutor();
  }
}
