package supplychain.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.function.Uncheck;
import supplychain.core.Progress;

/** Shows a progress bar on stderr if stderr is a terminal. */
final class ShownProgress implements Progress, AutoCloseable {
  private static final int EVERY_MILLIS = 200;

  private final boolean isTerminal = isTerminal();
  private ProgressBar bar;

  static <T> T during(IOFunction<Progress, T> work) {
    try (ShownProgress progress = new ShownProgress()) {
      T result = Uncheck.apply(work, progress);
      if (progress.bar != null) {
        progress.bar.stepTo(progress.bar.getMax()); // 100 %, which only the end of the work reaches
      }
      return result;
    }
  }

  @Override
  public synchronized void at(String what, long done, long total) {
    if (bar == null && isTerminal) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(total)
              .setUpdateIntervalMillis(EVERY_MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(System.err))
              .build();
    }
    if (bar != null) {
      bar.setExtraMessage(what);
      bar.maxHint(total);
      bar.stepTo(Math.max(0, Math.min(done, total - 1)));
    }
  }

  /** Java cannot tell whether stderr is a terminal. Every POSIX system has the program test. */
  private static boolean isTerminal() {
    try {
      Process test = new ProcessBuilder("test", "-t", "2").redirectError(Redirect.INHERIT).start();
      return test.onExit().join().exitValue() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
