package supplychain.proof.requests;

import java.util.List;
import java.util.Random;

/** Methods, paths and headers that nobody who means well sends; each character is one byte. */
final class OddHeads {
  private static final List<String> METHODS = OddWords.of("heads methods");

  private static final List<String> SEGMENTS = OddWords.of("heads segments");

  private static final List<String> PATHS = OddWords.of("heads paths");

  private static final List<String> NAMES = OddWords.of("heads names");

  private static final List<String> VALUES = OddWords.of("heads values");

  private final Random random;

  OddHeads(Random random) {
    this.random = random;
  }

  /** A method, which may be the right one. */
  String method(String right) {
    return random.nextInt(3) > 0 ? right : METHODS.get(random.nextInt(METHODS.size()));
  }

  /** A path, near the right one. */
  String path(String right) {
    if (random.nextInt(4) == 0) {
      return PATHS.get(random.nextInt(PATHS.size()));
    }
    String segment = SEGMENTS.get(random.nextInt(SEGMENTS.size()));
    int at = random.nextInt(right.length() + 1);
    return switch (random.nextInt(4)) {
      case 0 -> right + segment;
      case 1 ->
          right.replaceAll("[0-9a-f-]{36}", java.util.regex.Matcher.quoteReplacement(segment));
      case 2 -> right.substring(0, at) + segment + right.substring(at);
      default -> right.substring(0, at) + right.substring(Math.min(right.length(), at + 1));
    };
  }

  /** One to three headers, each with its line's end. */
  String headers() {
    StringBuilder headers = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      headers.append(NAMES.get(random.nextInt(NAMES.size()))).append(": ");
      headers.append(VALUES.get(random.nextInt(VALUES.size()))).append("\r\n");
    }
    return random.nextInt(50) == 0 ? headers.toString().repeat(100) : headers.toString();
  }
}
