package supplychain.validation;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text of others, made safe for a terminal: characters that move the cursor, change colours or turn
 * the writing direction appear as their numbers.
 */
public final class TerminalText {
  /**
   * Control characters of 7 and 8 bits, invisible formats, separators of lines, half characters.
   */
  private static final Pattern HARMFUL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  /** What not every terminal, pipe or locale carries unchanged. */
  private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]");

  private TerminalText() {}

  /** The text with the escapes of JSON in place of these. */
  public static String of(String text) {
    return HARMFUL.matcher(text).replaceAll(found -> escape(found.group()));
  }

  /** JSON of one line in ASCII, which is the same in every locale. */
  public static String ascii(String json) {
    return NOT_ASCII.matcher(json).replaceAll(found -> escape(found.group()));
  }

  private static String escape(String character) {
    return character
        .chars()
        .mapToObj(unit -> String.format(Locale.ROOT, "\\\\u%04x", unit))
        .collect(Collectors.joining());
  }
}
