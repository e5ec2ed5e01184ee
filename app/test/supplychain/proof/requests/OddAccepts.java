package supplychain.proof.requests;

import java.util.List;
import java.util.Random;

/** What a client says it likes (RFC 9110, 12.5.1), and does not always mean well. */
final class OddAccepts {
  private static final List<String> TYPES = OddWords.of("accepts types");

  private static final List<String> WEIGHTS = OddWords.of("accepts weights");

  private final Random random;

  OddAccepts(Random random) {
    this.random = random;
  }

  /** A whole header with its line's end; it names a type by which the answer may differ. */
  String next() {
    StringBuilder header = new StringBuilder("Accept: ").append(type());
    for (int i = random.nextInt(3) * random.nextInt(2); i > 0; i--) {
      String comma = List.of(",", ", ", "\r\nAccept: ", ",,").get(random.nextInt(4));
      header.append(comma).append(type());
    }
    return header.append("\r\n").toString();
  }

  private String type() {
    String type = TYPES.get(random.nextInt(TYPES.size()));
    String cased = random.nextInt(20) == 0 ? type.toUpperCase(java.util.Locale.ROOT) : type;
    return random.nextInt(3) == 0 ? cased + WEIGHTS.get(random.nextInt(WEIGHTS.size())) : cased;
  }
}
