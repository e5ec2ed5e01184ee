package supplychain.cli;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work that the service repeats on a thread of its own. */
final class Repeated extends TimerTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Repeated.class);

  private final String name;
  private final Runnable work;
  private final Timer timer;

  private Repeated(String name, Runnable work) {
    this.name = name;
    this.work = work;
    timer = new Timer(name, true);
  }

  static Repeated begin(String name, Runnable work, Duration first, Duration every) {
    Repeated begun = new Repeated(name, work);
    begun.timer.schedule(begun, first.toMillis(), every.toMillis());
    return begun;
  }

  /** Logs an exception, which would end all further runs. */
  @Override
  public void run() {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.warn("{} failed and will be tried again: {}", name, OneLine.of(e));
    }
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
