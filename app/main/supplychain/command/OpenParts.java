package supplychain.command;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.ExitCode;

/**
 * What this process has opened. It is closed in reverse order, each part once the one before is
 * closed: at the end, or when the process is told to stop (SIGTERM, SIGINT).
 */
final class OpenParts implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CountDownLatch told = new CountDownLatch(1);
  private final boolean service;
  private final Thread hook = new Thread(this::stop, "stop");

  private OpenParts(boolean service) {
    this.service = service;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** For the service: being told to stop is how it ends, so it then exits with 0. */
  static OpenParts ofService() {
    return new OpenParts(true);
  }

  /** For a command: being told to stop cuts it short. */
  static OpenParts ofCommand() {
    return new OpenParts(false);
  }

  /** Does the work and closes what it opened; what a stop breaks off is no failure. */
  void run(Consumer<OpenParts> work) {
    try (this) {
      work.accept(this);
    } catch (RuntimeException e) {
      if (!isStopping()) {
        throw e;
      }
    }
  }

  /** Opens one more part. A stop waits for it, so that nothing stays behind half opened. */
  synchronized <T extends AutoCloseable> T open(Supplier<T> opening) {
    if (isStopping()) {
      throw stopped();
    }
    T part = opening.get();
    parts.push(part);
    return part;
  }

  boolean isStopping() {
    return told.getCount() == 0;
  }

  /** Waits until the process is told to stop. */
  void awaitStop() {
    try {
      told.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits a while, and no longer when the process is told to stop. */
  void pause(Duration time) {
    try {
      if (told.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
        throw stopped();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stopped();
    }
  }

  private static CancellationException stopped() {
    return new CancellationException("told to stop");
  }

  private void stop() {
    told.countDown();
    int code = ExitCode.SOFTWARE;
    try {
      closeAll();
      code = ExitCode.OK;
    } finally {
      if (service) {
        Runtime.getRuntime().halt(code);
      }
    }
  }

  @Override
  public void close() {
    if (!isStopping()) {
      forgetHook();
    }
    closeAll();
  }

  private void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      told.countDown(); // The hook has just begun to run; it waits for us in closeAll.
    }
  }

  private synchronized void closeAll() {
    RuntimeException failure = null;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        if (failure == null) {
          failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
