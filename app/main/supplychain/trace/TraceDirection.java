package supplychain.trace;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The direction of a trace. */
public enum TraceDirection {
  /** To the origins. */
  UP,
  /** To the holders. */
  DOWN,
  /** To both. */
  BOTH;

  /** The name in a query and on the command line. */
  public String written() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The direction with this name. */
  public static Optional<TraceDirection> of(String written) {
    return Arrays.stream(values()).filter(each -> each.written().equals(written)).findFirst();
  }
}
