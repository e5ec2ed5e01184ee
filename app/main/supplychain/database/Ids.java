package supplychain.database;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the ids of records: UUIDs of version 7 (RFC 9562, 6.2, method 1), each greater than the
 * previous one. Nobody can guess an id from another one: 62 bits of each are random.
 */
public final class Ids {
  /** The time in milliseconds, above the {@code COUNTER_BITS} bits of a counter in each of them. */
  private static final AtomicLong LAST = new AtomicLong();

  private static final int COUNTER_BITS = 12;
  private static final long COUNTER = (1L << COUNTER_BITS) - 1;
  private static final int VERSION = 0x7000;
  private static final long VARIANT = 1L << 63;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Ids() {}

  /** A new id. */
  public static UUID next() {
    long time = LAST.updateAndGet(last -> after(last, System.currentTimeMillis()));
    long high = ((time >> COUNTER_BITS) << 16) | VERSION | (time & COUNTER);
    return new UUID(high, (RANDOM.nextLong() >>> 2) | VARIANT);
  }

  /** The time and counter of the next id. It keeps counting when the clock goes back. */
  static long after(long last, long millis) {
    return Math.max(last + 1, millis << COUNTER_BITS);
  }
}
