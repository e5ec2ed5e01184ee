package supplychain.core;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Log lines that anybody can cause again and again. The first line of a kind is written at once.
 * Further lines within {@link #WINDOW} are counted, and their number becomes one line.
 */
public final class RepeatedLines {
  /** How long lines of one kind are counted before their number is written. */
  public static final Duration WINDOW = Duration.ofSeconds(10);

  /** The most kinds that are counted at the same time. All other kinds are one kind. */
  public static final int MOST_KINDS = 100;

  private static final Object OTHER_KINDS = new Object();
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(WINDOW.toSeconds(), TimeUnit.SECONDS);

  private final Map<Object, Repeated> repeated = new HashMap<>();

  private static final class Repeated {
    private final String first;
    private final Consumer<String> log;
    private long more;

    Repeated(String first, Consumer<String> log) {
      this.first = first;
      this.log = log;
    }

    void write() {
      if (more > 0) {
        log.accept(more + " more within " + WINDOW.toSeconds() + " s like: " + first);
      }
    }
  }

  /** Writes the line to this log, or counts it if it is not the first of its kind. */
  public void write(Object kind, String line, Consumer<String> log) {
    if (isFirst(kind, line, log)) {
      log.accept(line);
    }
  }

  private synchronized boolean isFirst(Object kind, String line, Consumer<String> log) {
    boolean hasPlace = repeated.containsKey(kind) || repeated.size() < MOST_KINDS;
    Object counted = hasPlace ? kind : OTHER_KINDS;
    Repeated known = repeated.get(counted);
    if (known != null) {
      known.more++;
      return false;
    }
    repeated.put(counted, new Repeated(line, log));
    LATER.execute(() -> end(counted));
    return true;
  }

  private void end(Object kind) {
    Repeated ended;
    synchronized (this) {
      ended = repeated.remove(kind);
    }
    if (ended != null) {
      ended.write();
    }
  }

  /** Writes all numbers now, before the process ends. */
  public void end() {
    List<Object> kinds;
    synchronized (this) {
      kinds = List.copyOf(repeated.keySet());
    }
    kinds.forEach(this::end);
  }
}
