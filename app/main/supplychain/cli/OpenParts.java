package supplychain.cli;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;

/**
 * Everything that this process has opened. It closes the parts in reverse order, at the end or when
 * the process is told to stop (SIGTERM, SIGINT).
 */
final class OpenParts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenParts.class);

  /** How long a stop waits for the work to end, once its parts are closed. */
  private static final int WAIT_SECONDS = 2;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Complete as soon as the process is told to stop. */
  private final CompletableFuture<Boolean> told = new CompletableFuture<>();

  private final boolean isService;
  private final Thread hook = new Thread(this::stop, "stop");

  /** Whether the work came to its end. The first value counts. */
  private final CompletableFuture<Boolean> isDone = new CompletableFuture<>();

  private volatile Runnable ifInterrupted = () -> {};

  /** Nothing is open yet. A service exits with 0 when it is told to stop: that is its usual end. */
  OpenParts(boolean isService) {
    this.isService = isService;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Does the work and closes everything. After a stop, failures do not matter. */
  void run(Consumer<OpenParts> work) {
    try (this) {
      work.accept(this);
      isDone.complete(true);
    } catch (RuntimeException e) {
      if (!isStopping()) {
        throw e;
      }
    } finally {
      isDone.complete(false);
    }
  }

  /** Sets what a command says if it is told to stop before its work is done. */
  void ifInterrupted(Runnable say) {
    ifInterrupted = say;
  }

  /** Opens a part. A stop waits until it is open, so that no part is half open. */
  synchronized <T extends AutoCloseable> T open(Supplier<T> part) {
    if (isStopping()) {
      throw new CancellationException("told to stop");
    }
    T opened = part.get();
    parts.push(opened);
    return opened;
  }

  /** Repeats work on a thread of its own until the parts close. */
  void repeat(String name, Runnable work, Duration first, Duration every) {
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            try {
              work.run();
            } catch (RuntimeException e) {
              // Without this catch, it would end all further runs.
              LOG.warn("{} failed and will be tried again: {}", name, OneLine.of(e));
            }
          }
        };
    Timer timer = new Timer(name, true);
    this.<AutoCloseable>open(() -> timer::cancel);
    timer.schedule(task, first.toMillis(), every.toMillis());
  }

  private boolean isStopping() {
    return told.isDone();
  }

  /** Waits for a stop, this long at the most. Returns whether the process is told to stop. */
  boolean awaitStop(Duration time) {
    return told.copy().completeOnTimeout(false, time.toSeconds(), TimeUnit.SECONDS).join();
  }

  private void stop() {
    told.complete(true);
    int code = ExitCode.SOFTWARE;
    try {
      closeAll();
      code = ExitCode.OK;
      // Without its parts, the work ends at once, unless it waits for another process.
      if (!isService && !isDone.completeOnTimeout(false, WAIT_SECONDS, TimeUnit.SECONDS).join()) {
        ifInterrupted.run();
      }
    } finally {
      if (isService) {
        // Java would exit with the status of the signal.
        Runtime.getRuntime().halt(code);
      }
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      told.complete(true); // The hook runs already, and waits for this thread in closeAll.
    }
    closeAll();
  }

  private synchronized void closeAll() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // The other parts close all the same.
        closeAll();
        throw e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
      }
    }
  }
}
