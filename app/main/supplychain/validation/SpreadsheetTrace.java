package supplychain.validation;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.regex.Pattern;
import supplychain.core.Texts;

/**
 * The text that a spreadsheet writes in place of a lost value: {@code 2.56772E+11} for a long
 * number, {@code #REF!} and others for an error, {@code ####} for a narrow column.
 */
public final class SpreadsheetTrace {
  /** What a finding says after the value. */
  public static final String RULE =
      " is what a spreadsheet shows in place of a value. Format the column as text, and write the"
          + " value again.";

  /** What a finding says after a date in place of a code such as {@code 3-4}. */
  public static final String DATE =
      " is a date, which a spreadsheet makes of a text like 3-4. Format the column as text, and write"
          + " the value again.";

  /** The last parts of columns with a code, where such a text is never the value. */
  private static final Set<String> CODES =
      Set.of(
          "number",
          "card_id",
          "display_id",
          "card",
          "parents",
          "phone",
          "reference_number",
          "identification_no",
          "invoice_number");

  /** The names of errors have capitals, also in other languages, such as {@code #¡REF!}. */
  private static final String FORM =
      "[+-]?[0-9]([.,][0-9]+)?[eE][+][0-9]+|#[\u00a1\u00bf]?[CAPITAL0-9/]+[!?]|#N/[AD]|#NV|##+|Err:[0-9]+";

  private static final Pattern PATTERN = Pattern.compile(FORM.replace("CAPITAL", "\\p{Lu}"));

  /** The expression in the syntax of PostgreSQL. */
  public static final String POSIX = FORM.replace("CAPITAL", "[:upper:]");

  private SpreadsheetTrace() {}

  /** Whether the column at this place has codes. */
  public static boolean isCode(JsonPointer place) {
    return CODES.contains(place.last().getMatchingProperty());
  }

  /** Whether a field of a body is such a text. Names and codes are stored tidied. */
  public static boolean isIn(JsonNode body) {
    return body.valueStream()
        .anyMatch(field -> PATTERN.matcher(Texts.tidy(field.asText())).matches());
  }

  /** Whether a cell of the column at this place shows it in place of a code. */
  public static boolean replaces(JsonPointer place, String text) {
    return isCode(place) && PATTERN.matcher(text).matches();
  }
}
