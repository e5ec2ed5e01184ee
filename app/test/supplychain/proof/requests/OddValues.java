package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** JSON values that do not belong where they are put. */
final class OddValues {
  private static final List<String> PLAIN = OddWords.of("values plain");

  private static final List<String> NO_JSON = OddWords.of("values no json");

  private OddValues() {}

  /** A value, or what looks like one; {@code ids} are those of records of other kinds. */
  static String next(Random random, List<UUID> ids) {
    return switch (random.nextInt(20)) {
      case 0 -> NO_JSON.get(random.nextInt(NO_JSON.size()));
      case 1, 2, 3, 4, 5, 6 -> PLAIN.get(random.nextInt(PLAIN.size()));
      case 7, 8, 9, 10, 11, 12 -> OddTexts.next(random);
      case 13, 14, 15, 16 -> "\"" + ids.get(random.nextInt(ids.size())) + '"';
      case 17, 18 -> digits(random);
      default -> nested(random);
    };
  }

  private static String digits(Random random) {
    int length = List.of(24, 25, 26, 27, 399, 400, 401, 5_000).get(random.nextInt(8));
    String digits = "9".repeat(length);
    return switch (random.nextInt(4)) {
      case 0 -> digits;
      case 1 -> "-" + digits;
      case 2 -> "0." + digits;
      default -> digits + "e-" + random.nextInt(500);
    };
  }

  private static String nested(Random random) {
    int depth = List.of(2, 30, 31, 32, 33, 2_000).get(random.nextInt(6));
    return random.nextBoolean()
        ? "[".repeat(depth) + "]".repeat(depth)
        : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
  }

  /** A text as a node that is written as it is. */
  static JsonNode raw(String text) {
    return new POJONode(new RawValue(text));
  }
}
