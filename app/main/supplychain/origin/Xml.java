package supplychain.origin;

/** Text in XML. */
final class Xml {
  private Xml() {}

  /**
   * The text as it may stand in an element or an attribute; what XML 1.0 cannot hold is left out.
   */
  static String text(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints().filter(Xml::isAllowed).forEach(c -> append(escaped, c));
    return escaped.toString();
  }

  private static boolean isAllowed(int c) {
    boolean isSpace = c == '\t' || c == '\n' || c == '\r';
    boolean isControl = c < ' ' || c == 0xFFFE || c == 0xFFFF;
    boolean isHalf = Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE;
    return isSpace || !(isControl || isHalf);
  }

  private static void append(StringBuilder escaped, int c) {
    switch (c) {
      case '&' -> escaped.append("&amp;");
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '"' -> escaped.append("&quot;");
      default -> escaped.appendCodePoint(c);
    }
  }
}
