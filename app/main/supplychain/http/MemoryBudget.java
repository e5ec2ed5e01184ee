package supplychain.http;

import io.javalin.http.Context;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that bodies take from their arrival to their answer, and that answers take until their
 * clients have received them. One caller gets half of it. What a body takes once it is parsed is
 * limited by {@link Admission}, which lets a few requests at a time come so far.
 */
final class MemoryBudget {
  /**
   * A body or an answer of no more bytes is not counted: all connections together can bear them.
   */
  static final int SMALL = 16 << 10;

  /** All requests without a token are one caller. */
  private static final UUID NOBODY = new UUID(0, 0);

  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final Map<UUID, Long> usedByCaller = new ConcurrentHashMap<>();

  /** Nothing is used yet; so many bytes may be. */
  MemoryBudget(long limit) {
    this.limit = limit;
  }

  /** Whose share a request uses. */
  static UUID account(Context ctx) {
    return Authentication.isIdentified(ctx) ? Authentication.caller(ctx).account() : NOBODY;
  }

  /** How many bytes are counted of so many. */
  static long counted(int bytes) {
    return bytes > SMALL ? bytes : 0;
  }

  /** Counts these bytes until they are released; whether the caller and all stay in the budget. */
  boolean take(UUID caller, long bytes) {
    if (bytes == 0) {
      return true;
    }
    long usedNow = used.addAndGet(bytes);
    long usedByCallerNow = usedByCaller.merge(caller, bytes, Long::sum);
    return usedNow <= limit && usedByCallerNow <= limit / 2;
  }

  /** Whether nothing but so many bytes is used. */
  boolean isAll(long bytes) {
    return used.get() == bytes;
  }

  /** Counts these bytes no more. */
  void release(UUID caller, long bytes) {
    used.addAndGet(-bytes);
    usedByCaller.computeIfPresent(caller, (one, all) -> all == bytes ? null : all - bytes);
  }
}
