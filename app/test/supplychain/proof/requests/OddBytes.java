package supplychain.proof.requests;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Bodies as bytes that are not always those of their text; each character is one byte. */
final class OddBytes {
  private static final List<String> NO_UTF_8 = OddWords.of("bytes no utf 8");

  private static final List<Charset> OTHERS =
      List.of(
          StandardCharsets.UTF_16,
          StandardCharsets.UTF_16LE,
          Charset.forName("UTF-32"),
          StandardCharsets.ISO_8859_1);

  private static final List<String> ENDS = List.of("}", "{}", " x", "\u0000", ",", "\n\n");

  private final Random random;

  OddBytes(Random random) {
    this.random = random;
  }

  /** The text in UTF-8, and in one of five cases in something else. */
  String next(String text) {
    return random.nextInt(5) == 0 ? odd(text) : utf8(text);
  }

  private String odd(String text) {
    String body = utf8(text);
    int at = random.nextInt(body.length() + 1);
    int end = Math.min(body.length(), at + random.nextInt(20));
    return switch (random.nextInt(9)) {
      case 0 -> body.substring(0, at);
      case 1 -> body.substring(0, at) + body.substring(end);
      case 2 -> body.substring(0, end) + body.substring(at);
      case 3 -> "\u00ef\u00bb\u00bf" + body;
      case 4 -> latin(text.getBytes(OTHERS.get(random.nextInt(OTHERS.size()))));
      case 5 -> body + ENDS.get(random.nextInt(ENDS.size()));
      case 6 -> body.isEmpty() ? "\u0000" : flipped(body, Math.min(at, body.length() - 1));
      case 7 -> isLong(body) ? body + " ".repeat((1 << 20) - body.length() + 1) : " " + body;
      default ->
          body.substring(0, at)
              + NO_UTF_8.get(random.nextInt(NO_UTF_8.size()))
              + body.substring(at);
    };
  }

  private boolean isLong(String body) {
    return random.nextInt(200) == 0 && body.length() < 1 << 20;
  }

  private String flipped(String body, int at) {
    char flipped = (char) ((body.charAt(at) ^ (1 << random.nextInt(8))) & 0xff);
    return body.substring(0, at) + flipped + body.substring(at + 1);
  }

  /** The bytes of a text in UTF-8. */
  static String utf8(String text) {
    return latin(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
