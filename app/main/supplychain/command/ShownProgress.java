package supplychain.command;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import supplychain.load.LoadKind;
import supplychain.load.Progress;

/** Shows how far a load is: a bar on stderr where a person looks at a terminal, else nothing. */
final class ShownProgress implements Progress, AutoCloseable {
  private static final int EVERY_MILLIS = 200;

  private ProgressBar bar;

  @Override
  public void at(LoadKind kind, long done, long total) {
    if (bar == null && isTerminal()) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(total)
              .setUpdateIntervalMillis(EVERY_MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(System.err))
              .build();
    }
    if (bar != null) {
      bar.setExtraMessage(kind.title());
      bar.stepTo(done);
    }
  }

  // Commands sets jdk.console, with which a newer Java answers as Java 17 does.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    return System.console() != null;
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
