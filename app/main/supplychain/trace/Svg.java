package supplychain.trace;

import java.util.ArrayList;
import java.util.List;
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

  /** The start of the text, about as wide as this number of Latin characters. */
  static String cut(String text, int width) {
    String safe = TerminalText.of(text);
    return width(safe) <= width
        ? safe
        : safe.substring(0, safe.offsetByCodePoints(end(safe, width), -1)) + "\u2026";
  }

  /** The whole text in lines, each at most about as wide as this number of Latin characters. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = TerminalText.of(text).strip();
    while (width(rest) > width) {
      int end = end(rest, width);
      int blank = rest.lastIndexOf(' ', end);
      end = blank > 0 ? blank : end;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }

  /** Where a line of this width ends in a text that is wider. */
  private static int end(String text, int width) {
    int end = 0;
    for (int left = width; left >= width(text.codePointAt(end)); ) {
      left -= width(text.codePointAt(end));
      end = text.offsetByCodePoints(end, 1);
    }
    return end;
  }

  private static int width(String text) {
    return text.codePoints().map(Svg::width).sum();
  }

  private static int width(int character) {
    return character < FIRST_WIDE ? 1 : 2;
  }

  @Override
  public String toString() {
    return svg.toString();
  }
}
