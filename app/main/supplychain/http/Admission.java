package supplychain.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Request;

/**
 * Admits requests to the database, in front of its connection pool, so that no caller takes the
 * service away from the others. A caller is a company, or an operator's user. Short work and long
 * work (many records, whole lists, traces, origins, large documents) have a lane each;
 * authentication, health checks and the service's own tasks have connections that no request takes.
 */
public final class Admission {
  /** How many requests of one caller may wait in a lane. */
  public static final int QUEUE_LIMIT = 250;

  /** How many whole lists are sent at once: each holds a thread while its client reads. */
  public static final int EXPORTS = 16;

  /** How long a request waits for its place in the lane of long work. */
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
  private final Lane shortWork;
  private final Lane longWork;
  private final Lane exports = new Lane(EXPORTS, QUEUE_LIMIT, LONG_WAIT);

  /** By the Context itself: its attributes are gone once Jetty takes the request back. */
  private final Map<Context, Lane.Place> places = new ConcurrentHashMap<>();

  private final Set<String> largeRecords = ConcurrentHashMap.newKeySet();

  /**
   * Lanes for a connection pool.
   *
   * @param connections how many connections the pool has
   * @param wait how long a request waits for its place in the lane of short work
   */
  public Admission(int connections, Duration wait) {
    int longPlaces = Math.max(1, connections / LONG_SHARE);
    int shortPlaces = Math.max(1, connections - RESERVED - longPlaces);
    this.longWork = new Lane(longPlaces, QUEUE_LIMIT, LONG_WAIT);
    this.shortWork = new Lane(shortPlaces, QUEUE_LIMIT, wait);
    this.shortWait = wait;
  }

  /** Before the handler: takes a place, or waits for one without holding a thread. */
  void admit(Context ctx) {
    if (!Authentication.isIdentified(ctx)) {
      return;
    }
    Lane.Place place = enter(ctx, lane(ctx));
    if (!place.isHeld()) {
      ctx.future(() -> granted(ctx, place));
    }
  }

  /**
   * Takes a place again for a request that gave it back; completes on a thread of the server.
   *
   * @return fails with a Problem, UNAVAILABLE, when no place was free in time
   */
  public CompletableFuture<Void> readmit(Context ctx) {
    return granted(ctx, enter(ctx, lane(ctx)));
  }

  /** How long a request waits for its place in the lane of short work. */
  Duration shortWait() {
    return shortWait;
  }

  /** A place in the lane of short work for writes of several callers together. */
  Lane.Place enterGroup(UUID group) {
    return shortWork.enter(group);
  }

  /** After the handler: gives the place back, and remembers whether the record is large. */
  void end(Context ctx) {
    leave(ctx);
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

  /** Gives the place back: when the handler goes on without the database. */
  public void leave(Context ctx) {
    Lane.Place place = places.remove(ctx);
    if (place != null) {
      place.close();
    }
  }

  /**
   * Releases the request's place and waits for one to send a whole list from, without a thread.
   *
   * @return completes on a thread of the server; fails with a Problem, UNAVAILABLE, when no place
   *     was free in time
   */
  public CompletableFuture<Void> beginExport(Context ctx) {
    leave(ctx);
    return granted(ctx, enter(ctx, exports));
  }

  /**
   * Does long work as soon as the caller has a place for it; the thread waits.
   *
   * @throws Problem UNAVAILABLE if that takes too long
   */
  public <T> T longWork(Context ctx, Supplier<T> work) {
    try (Lane.Place place = longWork.enter(account(ctx))) {
      place.granted().join();
      if (!place.isHeld()) {
        throw Lane.busy();
      }
      return work.get();
    }
  }

  private Lane.Place enter(Context ctx, Lane lane) {
    Lane.Place place = lane.enter(account(ctx));
    places.put(ctx, place);
    // A request that ends in the queue leaves it. Its handler, once begun, ends with end(ctx).
    Request.addCompletionListener(
        BodyReader.request(ctx),
        failure -> {
          if (!place.isHeld()) {
            leave(ctx);
          }
        });
    return place;
  }

  private static CompletableFuture<Void> granted(Context ctx, Lane.Place place) {
    return place
        .granted()
        .thenComposeAsync(
            nothing -> {
              if (place.isHeld()) {
                return CompletableFuture.completedFuture(null);
              }
              // A request that ended while it waited is not continued.
              return place.leave()
                  ? CompletableFuture.failedFuture(Lane.busy())
                  : new CompletableFuture<>();
            },
            BodyReader.request(ctx).getComponents().getExecutor());
  }

  private Lane lane(Context ctx) {
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
}
