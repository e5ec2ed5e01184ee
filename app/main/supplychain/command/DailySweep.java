package supplychain.command;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what has been kept long enough, shortly after the start and then once a day. */
final class DailySweep extends TimerTask implements AutoCloseable {
  static final Duration FIRST = Duration.ofMinutes(1);
  static final Duration EVERY = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(DailySweep.class);

  private final IntSupplier sweep;
  private final Timer timer = new Timer("sweep", true);

  private DailySweep(IntSupplier sweep) {
    this.sweep = sweep;
  }

  /** Begins; {@code sweep} deletes and says how many rows it were. */
  static DailySweep begin(IntSupplier sweep, Duration first, Duration every) {
    DailySweep begun = new DailySweep(sweep);
    begun.timer.schedule(begun, first.toMillis(), every.toMillis());
    return begun;
  }

  /** An exception would end all further runs, so it ends here. */
  @Override
  public void run() {
    try {
      LOG.info("{} answers kept for retries were old enough to be deleted", sweep.getAsInt());
    } catch (RuntimeException e) {
      LOG.warn("old answers kept for retries stay until the next sweep: {}", OneLine.of(e));
    }
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
