package supplychain.validation;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes text safe for a terminal: a character that could move the cursor, change colours or change
 * the direction of the text becomes its number.
 */
public final class TerminalText {
  /** Control characters, invisible formats, line separators and unpaired surrogates. */
  private static final Pattern HARMFUL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  /** Characters that some terminals, pipes or locales change. */
  private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]");

  private TerminalText() {}

  /** The text with JSON escapes in place of harmful characters. */
  public static String of(String text) {
    return HARMFUL.matcher(text).replaceAll(found -> escape(found.group()));
  }

  /** One line of JSON in ASCII, which is the same in every locale. */
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
