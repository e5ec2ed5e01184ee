package supplychain.ingest;

import java.util.List;
import java.util.Locale;

/** A file that has mistakes; nothing of it was recorded. */
public final class LoadException extends RuntimeException {
  private final transient List<Mistake> mistakes;
  private final boolean more;

  LoadException(List<Mistake> mistakes, boolean more) {
    super(summary(mistakes.size(), more), null, false, false);
    this.mistakes = List.copyOf(mistakes);
    this.more = more;
  }

  private static String summary(int count, boolean more) {
    String mistakes = count == 1 ? "1 mistake" : String.format(Locale.ROOT, "%,d mistakes", count);
    return more
        ? "The file has more than " + mistakes + "; nothing was loaded."
        : "The file has " + mistakes + "; nothing was loaded.";
  }

  /** The mistakes in the order of their lines, the first {@value Mistakes#MOST} that were found. */
  public List<Mistake> mistakes() {
    return mistakes;
  }

  /** Whether there are more than these; what comes after was not looked at. */
  public boolean hasMore() {
    return more;
  }
}
