package supplychain.trace;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import supplychain.validation.TerminalText;

/** Text in a picture: what XML would take for its own is escaped, what has no room is cut. */
public final class SvgText {
  /** From here on characters are about twice as wide as Latin ones. */
  private static final int FIRST_WIDE = 0x2E80;

  private SvgText() {}

  /** The text as XML has it (XML 1.0, 2.2 and 2.4). */
  public static String escape(String text) {
    return TerminalText.of(text)
        .replace('\uFFFE', '\uFFFD')
        .replace('\uFFFF', '\uFFFD')
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** As much of the text as is about so many Latin characters wide. */
  static String cut(String text, int room) {
    String safe = TerminalText.of(text);
    int used = 0;
    for (int i = 0; i < safe.length(); i = safe.offsetByCodePoints(i, 1)) {
      used += safe.codePointAt(i) < FIRST_WIDE ? 1 : 2;
      if (used > room) {
        return safe.substring(0, Math.max(0, safe.offsetByCodePoints(i, -1))) + "\u2026";
      }
    }
    return safe;
  }

  /** A line of text at a place. */
  static String line(String look, long x, long y, String anchor, String text) {
    return fill(
        "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
        look, x, y, anchor, escape(text));
  }

  /** A number with one digit after the point, whatever the locale. */
  static String tenths(double number) {
    return BigDecimal.valueOf(number).setScale(1, RoundingMode.HALF_EVEN).toPlainString();
  }

  /** The pattern with these values, in the digits of SVG whatever the locale. */
  static String fill(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
  }
}
