package supplychain.http;

import de.siegmar.fastcsv.reader.CsvReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import supplychain.validation.Body;
import supplychain.validation.DecimalSign;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/**
 * How a client wants its table to be read: the parameters of the query about columns and numbers.
 *
 * @param sign the decimal sign of all its numbers; null without a choice
 * @param sheet the name of the sheet; null for the first one
 * @param ignored the names of the columns to leave out
 * @param renamed the columns by the names that the table has
 */
public record TableChoices(
    DecimalSign sign, String sheet, List<String> ignored, Map<String, String> renamed) {
  /** No choice. */
  public static final TableChoices NONE = new TableChoices(null, null, List.of(), Map.of());

  /** What separates the name in the table from the name of the column. */
  private static final char BETWEEN = ':';

  /** Reads any text, so that a wrong name is a finding about the table. */
  private static final CsvReader.CsvReaderBuilder NAMES_OF_LIST =
      CsvReader.builder()
          .allowExtraCharsAfterClosingQuote(true)
          .allowExtraFields(true)
          .allowMissingFields(true);

  /** Names with commas between them; a name with a comma has quotes around it. */
  private static final ValueType<List<String>> NAMES = value -> Read.right(names(value.asText()));

  private static final ValueType<Map<String, String>> RENAMED =
      value -> {
        Map<String, String> renamed = renamed(value.asText());
        return renamed.isEmpty()
            ? Read.wrong("format", "must be like `Weight of bags:quantity,Paid:amount`.")
            : Read.right(renamed);
      };

  static TableChoices read(Body query) {
    DecimalSign sign =
        query
            .get("decimal", Query.word("point", "comma"))
            .map(word -> DecimalSign.valueOf(word.toUpperCase(Locale.ROOT)))
            .value();
    return new TableChoices(
        sign,
        query.get("sheet", ValueTypes.text(Integer.MAX_VALUE)).value(),
        query.get("ignore", NAMES).or(List.of()),
        query.get("rename", RENAMED).or(Map.of()));
  }

  /** The names of a list such as {@code Colour,"Town, village"}. */
  public static List<String> names(String text) {
    return NAMES_OF_LIST.ofCsvRecord(text).stream()
        .flatMap(line -> line.getFields().stream())
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** The pairs of a list such as {@code Weight:quantity,Paid:amount}; empty if it is none. */
  public static Map<String, String> renamed(String text) {
    Map<String, String> renamed = new LinkedHashMap<>();
    for (String pair : names(text)) {
      int end = pair.lastIndexOf(BETWEEN);
      if (end <= 0 || end == pair.length() - 1) {
        return Map.of();
      }
      renamed.put(pair.substring(0, end).strip(), pair.substring(end + 1).strip());
    }
    return renamed;
  }
}
