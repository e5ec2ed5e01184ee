package supplychain.trace;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The direction of a trace: to the origins, or to the holders. */
public enum TraceDirection {
  /** To what goods were drawn from. */
  UP,
  /** To what was drawn from them. */
  DOWN,
  /** Both. */
  BOTH;

  /** Whether it leads to parents. */
  boolean leadsUp() {
    return this != DOWN;
  }

  /** Whether it leads to children. */
  boolean leadsDown() {
    return this != UP;
  }

  /** As it stands in a query or on the command line. */
  public String written() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one that is written so. */
  public static Optional<TraceDirection> of(String written) {
    return Arrays.stream(values()).filter(way -> way.written().equals(written)).findFirst();
  }
}
