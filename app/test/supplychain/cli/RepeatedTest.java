package supplychain.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work that the service repeats goes on after a failure. */
@Tag("unit")
class RepeatedTest {
  @Test
  void aFailureDoesNotEndTheNextRuns() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);
    Runnable failing =
        () -> {
          runs.countDown();
          throw new IllegalStateException("as it may happen");
        };
    try (OpenParts parts = new OpenParts(false)) {
      parts.repeat("test", failing, Duration.ZERO, Duration.ofMillis(1));
      assertTrue(runs.await(10, TimeUnit.SECONDS));
    }
  }
}
