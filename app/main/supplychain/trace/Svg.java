package supplychain.trace;

import java.util.Locale;
import supplychain.validation.TerminalText;

/** Builds a picture as SVG text. */
public final class Svg {
  /** From this code point on, characters are about twice as wide as Latin ones. */
  private static final int FIRST_WIDE = 0x2E80;

  private final StringBuilder svg = new StringBuilder();

  /** Adds a pattern with these values. Numbers are written the same in every locale. */
  public Svg add(String pattern, Object... values) {
    svg.append(String.format(Locale.ROOT, pattern, values));
    return this;
  }

  void text(String look, long x, long y, String anchor, String text) {
    add(
        "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
        look, x, y, anchor, escape(text));
  }

  /** The text as XML 1.0 allows it (2.2 and 2.4). */
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

  /** As much of the text as is about this number of Latin characters wide. */
  static String cut(String text, int width) {
    String safe = TerminalText.of(text);
    int used = 0;
    for (int i = 0; i < safe.length(); i = safe.offsetByCodePoints(i, 1)) {
      used += safe.codePointAt(i) < FIRST_WIDE ? 1 : 2;
      if (used > width) {
        return safe.substring(0, Math.max(0, safe.offsetByCodePoints(i, -1))) + "\u2026";
      }
    }
    return safe;
  }

  @Override
  public String toString() {
    return svg.toString();
  }
}
