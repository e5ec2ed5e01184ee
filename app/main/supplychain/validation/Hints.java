package supplychain.validation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The hints of an answer. A hint takes the longest to find, so an answer has only a few. */
public final class Hints {
  /** The most mistakes about which an answer has a hint; the same mistake again has it too. */
  public static final int MOST = 50;

  private final Map<Object, String> found = new HashMap<>();

  /** The hint about a mistake, as often as it occurs; empty after the most hints. */
  String about(Object mistake, Supplier<String> hint) {
    String known = found.get(mistake);
    if (known != null || found.size() >= MOST) {
      return known == null ? "" : known;
    }
    String first = hint.get();
    found.put(mistake, first);
    return first;
  }
}
