package supplychain.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The mistakes of a file, gathered so that its author sees them all at once. */
final class Mistakes {
  /** How many are named; one more ends the load. */
  static final int MOST = 1_000;

  private final List<Mistake> mistakes = new ArrayList<>();

  /** Adds one; throws what ends the load when it is one too many. */
  void add(String pointer, long line, String code, String detail) {
    if (mistakes.size() == MOST) {
      throw refusal(true);
    }
    mistakes.add(new Mistake(pointer, line, code, detail));
  }

  /** Refuses the file if there is any. */
  void refuseIfAny() {
    if (!mistakes.isEmpty()) {
      throw refusal(false);
    }
  }

  private LoadException refusal(boolean more) {
    mistakes.sort(Comparator.comparingLong(Mistake::line));
    return new LoadException(mistakes, more);
  }
}
