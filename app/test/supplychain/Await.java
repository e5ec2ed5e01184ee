package supplychain;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what comes by itself, and not for longer than a minute. */
public final class Await {
  private static final long PATIENCE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final LocalTime LATE = LocalTime.of(23, 59, 45);

  /** Asks again and again, until it is so. */
  public static void until(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        fail("it does not come to that");
      }
      Thread.onSpinWait();
    }
  }

  /** Today, with enough left of the day for a test. */
  public static LocalDate today(ZoneId zone) {
    until(() -> LocalTime.now(zone).isBefore(LATE));
    return LocalDate.now(zone);
  }

  /** The answer to a request, once it has another status than this one. */
  public static Reply otherThan(int status, Supplier<Reply> request) {
    AtomicReference<Reply> reply = new AtomicReference<>();
    until(
        () -> {
          reply.set(request.get());
          return reply.get().status() != status;
        });
    return reply.get();
  }

  private Await() {}
}
