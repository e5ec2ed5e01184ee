package supplychain.records;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads that requests share. One request at a time reads what a key names. Requests that ask for
 * the same meanwhile share the next read. It begins after all of them have come, so each sees what
 * was recorded before it came.
 */
final class SharedReads<K, V> {
  /** Of each key that is being read: the read that began last, or the next one. */
  private final Map<K, Read<V>> last = new ConcurrentHashMap<>();

  private static final class Read<V> {
    /** Gives what was read, or throws the failure; null if there was no memory for either. */
    private final CompletableFuture<Supplier<V>> end = new CompletableFuture<>();

    /** The read of the same key that must end first; null if there is none. */
    private Read<V> before;

    /** Nobody joins it from now on. The map's lock for the key guards this. */
    private boolean hasBegun;
  }

  /**
   * Reads what the key names, or waits for another request to do so. All share a failure.
   *
   * @param reading runs its argument right before it reads, when it need not wait any more
   */
  V get(K key, Function<Runnable, V> reading) {
    Read<V> own = new Read<>();
    Read<V> shared =
        last.compute(
            key,
            (same, other) -> {
              own.before = other;
              return other == null || other.hasBegun ? own : other;
            });
    if (shared == own) {
      read(key, own, reading);
    }
    return Objects.requireNonNull(shared.end.join(), "a read without an end").get();
  }

  private void read(K key, Read<V> own, Function<Runnable, V> reading) {
    try {
      if (own.before != null) {
        own.before.end.join();
        own.before = null;
      }
      V found = reading.apply(() -> begin(key, own));
      own.end.complete(() -> found);
    } catch (RuntimeException | Error e) {
      own.end.complete(
          () -> {
            throw e;
          });
    } finally {
      last.remove(key, own);
      // Has an effect only without memory for an end: the others must not wait for ever.
      own.end.complete(null);
    }
  }

  private void begin(K key, Read<V> own) {
    last.computeIfPresent(
        key,
        (same, one) -> {
          own.hasBegun = true;
          return one;
        });
  }
}
