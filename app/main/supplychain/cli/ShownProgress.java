package supplychain.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Shows how far a long work is: a bar on stderr where that is a terminal, else nothing. */
final class ShownProgress implements AutoCloseable {
  private static final int EVERY_MILLIS = 200;

  private final boolean isTerminal = isTerminal();
  private ProgressBar bar;

  /** Shows what is at work, and how much of all is done. */
  void show(String what, long done, long total) {
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
      bar.stepTo(done);
    }
  }

  /** Asks a program that every POSIX system has: Java knows of stdin and stdout, not of stderr. */
  private static boolean isTerminal() {
    try {
      return new ProcessBuilder("test", "-t", "2").redirectError(Redirect.INHERIT).start().waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
