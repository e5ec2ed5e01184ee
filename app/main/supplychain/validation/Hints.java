package supplychain.validation;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/** The hints of an answer. A hint takes the longest to find, so an answer has only a few. */
public final class Hints {
  /** The most mistakes about which an answer has a hint; the same mistake again has it too. */
  public static final int MOST = 50;

  private final Map<Object, String> found = new HashMap<>();
  private final BinaryOperator<String> inFile;

  /** Hints for a body that is not in a file. */
  public Hints() {
    this((table, name) -> null);
  }

  /** Hints for a file; {@code inFile} says where it names a record of a table, or null. */
  public Hints(BinaryOperator<String> inFile) {
    this.inFile = inFile;
  }

  /** Where the file of the record gives a name to a record of this table, as a sentence. */
  public Optional<String> inFile(String table, String name) {
    return Optional.ofNullable(inFile.apply(table, name));
  }

  /** The hint about a mistake, as often as it occurs; empty after the most hints. */
  public String about(Object mistake, Supplier<String> hint) {
    return found.size() < MOST
        ? found.computeIfAbsent(mistake, first -> hint.get())
        : found.getOrDefault(mistake, "");
  }
}
