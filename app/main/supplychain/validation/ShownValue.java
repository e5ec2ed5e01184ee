package supplychain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import supplychain.core.Tokens;

/** A value as messages show it: shortened, on one line, without tokens and control characters. */
public final class ShownValue {
  private static final int MOST_CHARACTERS = 40;

  private ShownValue() {}

  /** The text in quotes. */
  public static String of(String text) {
    return '"' + printable(text) + '"';
  }

  /** The number without quotes. */
  public static String of(BigDecimal number) {
    return printable(number.toString());
  }

  /** The subject of a sentence about a JSON value; does not show an object or an array. */
  public static String subject(JsonNode value) {
    if (value == null || value.isContainerNode()) {
      return "This value";
    }
    return value.isTextual() ? of(value.asText()) : printable(value.asText());
  }

  private static String printable(String text) {
    boolean isLong = text.codePointCount(0, text.length()) > MOST_CHARACTERS;
    String start = isLong ? text.substring(0, text.offsetByCodePoints(0, MOST_CHARACTERS)) : text;
    return TerminalText.of(Tokens.hide(start)) + (isLong ? "\u2026" : "");
  }
}
