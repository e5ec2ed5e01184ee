package supplychain.load;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on stderr from the first record on; nothing where stderr is no terminal. */
public final class TerminalProgress implements Progress, AutoCloseable {
  private final boolean isTerminal = isTerminal();
  private ProgressBar bar;

  @Override
  public void at(LoadKind kind, long done, long total) {
    if (!isTerminal) {
      return;
    }
    if (bar == null) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("Loading")
              .setStyle(ProgressBarStyle.ASCII)
              .setInitialMax(total)
              .build();
    }
    bar.setExtraMessage(" " + kind.title()).stepTo(done);
  }

  /** Leaves the bar as it is and ends its line. */
  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  /** Asks a program that every POSIX system has; Java cannot say it of stderr alone. */
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
}
