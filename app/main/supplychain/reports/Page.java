package supplychain.reports;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import supplychain.core.Texts;
import supplychain.trace.Svg;
import supplychain.validation.TerminalText;

/**
 * A page to print: an HTML file beside this class, filled with a document. In it, {@code {{name}}}
 * stands for a field of the document, {@code {{#name}}} for a number, and after {@code |} is what
 * is shown without a value. What is between {@code <!-- each rows -->} and {@code <!-- end each
 * rows -->} is repeated for each object of an array; with {@code some}, it is left out if the field
 * has no value.
 */
final class Page {
  private static final Pattern PART =
      Pattern.compile(
          "<!-- (each|some) ([a-z_]+) -->\\n?(.*?)<!-- end \\1 \\2 -->\\n?"
              + "|\\{\\{(#?)([a-z_.]+)(?:\\|([^}]*))?\\}\\}",
          Pattern.DOTALL);

  private static final Pattern THOUSANDS = Pattern.compile("(?<=[0-9])(?=(?:[0-9]{3})+$)");

  private Page() {}

  static String filled(String file, JsonNode document) {
    return fill(Texts.ofResource("/supplychain/reports/" + file), document);
  }

  private static String fill(String page, JsonNode document) {
    return PART.matcher(page)
        .replaceAll(
            part ->
                Matcher.quoteReplacement(
                    part.group(1) == null ? value(part, document) : part(part, document)));
  }

  private static String part(MatchResult part, JsonNode document) {
    JsonNode field = document.path(part.group(2));
    if (part.group(1).equals("each")) {
      return field.valueStream().map(row -> fill(part.group(3), row)).collect(Collectors.joining());
    }
    boolean isEmpty =
        field.isArray() ? field.isEmpty() : field.isNull() || field.asText().equals("0");
    return isEmpty ? "" : fill(part.group(3), document);
  }

  private static String value(MatchResult value, JsonNode document) {
    JsonNode field = document.at("/" + value.group(5).replace('.', '/'));
    if (field.isMissingNode()) {
      throw new IllegalStateException("no field " + value.group(5));
    } else if (field.isNull()) {
      return value.group(6) == null ? "" : value.group(6);
    }
    return Svg.escape(value.group(4).isEmpty() ? field.asText() : number(field));
  }

  /** A number with a space between its thousands, where a comma or a point could mislead. */
  static String number(JsonNode field) {
    return number(field.asText(), "\u00a0");
  }

  static String number(String plain, String blank) {
    String[] parts = plain.split("\\.", 2);
    parts[0] = THOUSANDS.matcher(parts[0]).replaceAll(blank);
    return String.join(".", parts);
  }

  static String weight(JsonNode row) {
    JsonNode kg = row.path("kg");
    return kg.isNull() ? "unknown weight" : number(kg) + " kg";
  }

  /** A text for a terminal or a printer, which has no space that does not break. */
  static String plain(String text) {
    return text.replace('\u00a0', ' ')
        .lines()
        .map(TerminalText::of)
        .collect(Collectors.joining("\n"));
  }
}
