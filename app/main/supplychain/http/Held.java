package supplychain.http;

import io.javalin.http.Context;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that are held in memory for clients. Of what may be held in all, one company may have four
 * fifths, so that it leaves room for the others.
 */
final class Held {
  /** All who send no token are one. */
  private static final UUID NOBODY = new UUID(0, 0);

  private final long most;
  private final AtomicLong all = new AtomicLong();
  private final Map<UUID, Long> ofOne = new ConcurrentHashMap<>();

  /** Nothing is held yet; so many bytes may be. */
  Held(long most) {
    this.most = most;
  }

  /** Who is counted together: a company, and each operator. */
  static UUID whose(Context ctx) {
    if (!Authentication.isIdentified(ctx)) {
      return NOBODY;
    }
    Caller caller = Authentication.caller(ctx);
    return Objects.requireNonNullElse(caller.company(), caller.user());
  }

  /** Counts these, until they are let go; whether no more are held now than may be. */
  boolean add(UUID whose, long bytes) {
    long now = all.addAndGet(bytes);
    long nowOfOne = ofOne.merge(whose, bytes, Long::sum);
    return now <= most && nowOfOne <= most - most / 5;
  }

  /** Whether nothing else is held than so many bytes. */
  boolean isAll(long bytes) {
    return all.get() == bytes;
  }

  /** Counts these no more. */
  void letGo(UUID whose, long bytes) {
    all.addAndGet(-bytes);
    ofOne.computeIfPresent(whose, (one, held) -> held == bytes ? null : held - bytes);
  }
}
