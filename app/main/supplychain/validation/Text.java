package supplychain.validation;

import java.util.Optional;

final class Text {
  private static final char REPLACEMENT = '\uFFFD';

  private Text() {}

  /** The reason why PostgreSQL or UTF-8 cannot hold this string; empty if they can. */
  static Optional<String> flaw(String text) {
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      if (c == 0) {
        return Optional.of("has a NUL character.");
      }
      if (isUnpaired(c)) {
        return Optional.of("has an unpaired surrogate, which is no Unicode character.");
      }
    }
    return Optional.empty();
  }

  /** The same text with each unpaired surrogate replaced, so that UTF-8 can hold it. */
  static String wellFormed(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints().map(c -> isUnpaired(c) ? REPLACEMENT : c).forEach(result::appendCodePoint);
    return result.toString();
  }

  /** Whether it is half of a surrogate pair. Java joins a whole pair to one code point. */
  private static boolean isUnpaired(int c) {
    return Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE;
  }

  /** The length in code points, as the limits of the interface count it. */
  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Whether a text has only spaces and invisible characters of Unicode. */
  static boolean isBlank(String text) {
    return text.codePoints()
        .allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || isInvisible(c));
  }

  private static boolean isInvisible(int c) {
    return Character.getType(c) == Character.FORMAT || Character.getType(c) == Character.CONTROL;
  }
}
