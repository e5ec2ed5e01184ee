package supplychain.proof.requests;

import java.util.List;
import java.util.Random;

/** Strings as JSON writes them, with everything that Unicode and the limits make hard. */
final class OddTexts {
  /** The limits of the interface in characters; a string is that long, or one more or less. */
  private static final int[] LIMITS = {10, 36, 50, 64, 100, 255, 500, 2_000, 10_000, 50_000};

  private static final List<String> CHARACTERS = OddWords.of("texts characters");

  private static final List<String> WHOLE = OddWords.of("texts whole");

  private OddTexts() {}

  /** A string token of JSON. */
  static String next(Random random) {
    if (random.nextInt(3) > 0) {
      return '"' + WHOLE.get(random.nextInt(WHOLE.size())) + '"';
    }
    int length = LIMITS[random.nextInt(random.nextInt(LIMITS.length) + 1)] + random.nextInt(3) - 1;
    String character = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
    return '"' + character.repeat(length) + '"';
  }

  /** A name of a field. */
  static String name(Random random) {
    return random.nextBoolean() ? next(random) : "\"x" + random.nextInt() + '"';
  }
}
