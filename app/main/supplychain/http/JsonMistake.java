package supplychain.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in plain words why a text is not JSON, in place of the message of the parser. */
public final class JsonMistake {
  /** The parts of Jackson's messages that are for programmers. */
  private static final Pattern ABOUT_JACKSON =
      Pattern.compile(
          " \\((start marker|bound as|not recognized) .*|, from `[^`]*`|: enable `.*",
          Pattern.DOTALL);

  private static final Pattern UNEXPECTED =
      Pattern.compile("Unexpected character \\('(.+)' \\(code .*?\\)\\): (.*)", Pattern.DOTALL);

  private static final Pattern NO_VALUE =
      Pattern.compile("Unrecognized token '(.*)': was expecting .*", Pattern.DOTALL);

  /** The plain words for the end of a message of Jackson. */
  private static final Map<String, String> EXPECTED =
      Map.of(
          "start field name", "a field name in double quotes",
          "separate Object entries", "a comma or }",
          "separate Array entries", "a comma or ]",
          "separate field name and value", "a colon",
          "valid value", "a value");

  private JsonMistake() {}

  /** Why a text is not JSON, without its place. */
  public static String reason(JsonProcessingException e) {
    String plain = ABOUT_JACKSON.matcher(e.getOriginalMessage()).replaceAll("");
    if (plain.startsWith("Unexpected end-of-input")) {
      return "The text ends too early: a quote or a bracket is not closed.";
    }
    if (plain.startsWith("Illegal unquoted character")) {
      return "A text has a line break or another control character. Write a line break as \\n.";
    }
    Matcher noValue = NO_VALUE.matcher(plain);
    if (noValue.matches()) {
      return noValue.group(1) + " is not a value of JSON. Write a text in double quotes.";
    }
    Matcher found = UNEXPECTED.matcher(plain);
    if (!found.matches()) {
      return plain;
    }
    String character = found.group(1);
    return EXPECTED.entrySet().stream()
        .filter(one -> found.group(2).contains(one.getKey()))
        .findFirst()
        .map(
            one ->
                "Expected %s, found %s.".formatted(one.getValue(), character)
                    + hint(one.getValue(), character))
        .orElse(plain);
  }

  /** A hint about the usual cause of the mistake. */
  private static String hint(String expected, String found) {
    return switch (found) {
      case "}", "]" -> " Perhaps the comma before it is one too many.";
      case "'", "\u2018", "\u2019", "\u201c", "\u201d", "\u201e", "\u00ab" ->
          " Write double quotes like this: \".";
      default ->
          expected.startsWith("a field name") && found.matches("[0-9]")
              ? " Write a decimal with a point, like 1.5."
              : "";
    };
  }
}
