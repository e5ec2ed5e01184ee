package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** JSON values that do not belong where they are put. */
final class OddValues {
  private static final List<String> PLAIN =
      List.of(
          "null",
          "true",
          "false",
          "{}",
          "[]",
          "[[]]",
          "[null]",
          "[{}]",
          "{\"\":0}",
          "[1,1]",
          "0",
          "-0",
          "-0.0",
          "-1",
          "1",
          "12.50",
          "90",
          "90.0000001",
          "-180",
          "180.1",
          "1e3",
          "1E+2",
          "1e400",
          "-1e400",
          "1e999999999",
          "1e-999999999",
          "1e2147483647",
          "1e2147483648",
          "1e-2147483648",
          "1e99999999999",
          "0e999999999",
          "9007199254740993",
          "18446744073709551616",
          "0.000001",
          "0.0000001",
          "9999999999999999999.999999",
          "99999999999999999999.999999");

  private static final List<String> NO_JSON =
      List.of(
          "01",
          "1.",
          ".5",
          "+1",
          "-",
          "0x1",
          "NaN",
          "-Infinity",
          "1e",
          "tru",
          "nul",
          "'a'",
          "\"",
          "undefined",
          "/**/1",
          "1,",
          "\u00a01");

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
