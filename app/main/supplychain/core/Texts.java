package supplychain.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.text.Normalizer;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;

/** The texts among the resources, and one form for all texts that look the same to people. */
public final class Texts {
  private static final Pattern BLANKS = Pattern.compile("[\\s\\h]+");

  /** A text with only characters below this one is in normal form C already. */
  private static final char FIRST_COMBINING = 0x300;

  private Texts() {}

  /** The text of the resource at this path, which begins with a slash. */
  public static String ofResource(String path) {
    return Uncheck.get(() -> IOUtils.resourceToString(path, UTF_8));
  }

  /** The text in the Unicode normal form C: an accent is a part of its letter. */
  public static String nfc(String text) {
    return text.chars().allMatch(c -> c < FIRST_COMBINING)
        ? text
        : Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** The text in normal form C, without blanks around it, and with one between two words. */
  public static String tidy(String text) {
    return BLANKS.matcher(nfc(text)).replaceAll(" ").strip();
  }

  /**
   * The text as {@link #tidy} makes it, in one case. Two texts that are equal for {@code lower} of
   * PostgreSQL, which changes each character alone, are equal here too.
   */
  public static String folded(String text) {
    return tidy(text)
        .codePoints()
        // Capitals first: two small letters, such as \u03c3 and \u03c2, can share their capital.
        .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
