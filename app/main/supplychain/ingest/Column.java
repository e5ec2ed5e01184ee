package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import supplychain.validation.DecimalSign;
import supplychain.validation.Formats;

/**
 * A column of a table.
 *
 * @param title its name as the user wrote it; empty if it has none
 * @param field the name that the service has for it; null if it is ignored
 * @param place where its values are in a document; null if it is ignored
 * @param signs the decimal signs of those of its numbers that can have only one
 * @param renames if it has ids of records: the columns that have their names
 * @param hold which kinds of values it has: true for ids, false for others
 * @param currency the currency in its name; null if it has none
 */
record Column(
    String title,
    String field,
    JsonPointer place,
    CellType cell,
    Set<DecimalSign> signs,
    List<String> renames,
    Set<Boolean> hold,
    CurrencyInName currency) {
  /** Begins the columns of the payment of a row; a document has an array of payments. */
  static final String PAYMENT = "transaction_payments.";

  /** The area of a plot in acres, which is recorded in hectares. */
  static final String ACRES = "acres";

  private static final BigDecimal HECTARES_OF_ACRE = new BigDecimal("0.40468564224");

  private static final int AREA_SCALE = 4;

  /** The ends of columns that take a code or a number without an object around it. */
  private static final Set<String> TAKE_NAMES = Set.of(".currency", ".farmer");

  static Column ignored(String title) {
    return new Column(title, null, null, CellType.TEXT, Set.of(), List.of(), Set.of(), null);
  }

  /** A column of a kind, or of a form. */
  static Column of(String title, String field, IngestKind kind, CurrencyInName currency) {
    CellType cell = kind.columns().get(field);
    JsonPointer ofForm = FormColumns.place(field, kind.columns());
    boolean takesNames = TAKE_NAMES.stream().anyMatch(("." + field)::endsWith);
    return new Column(
        title,
        field,
        ofForm == null ? placeOf(field) : ofForm,
        cell == null ? CellType.TEXT : cell,
        EnumSet.noneOf(DecimalSign.class),
        (takesNames ? Stream.<String>empty() : IngestKind.nameColumns(field))
            .filter(kind.columns()::containsKey)
            .toList(),
        new HashSet<>(),
        currency);
  }

  /** Whether it has a name, and its values are ignored. */
  boolean isLeftOut() {
    return place == null && !title.isEmpty();
  }

  /** Where the values of a column are in a document. */
  static JsonPointer placeOf(String name) {
    if (name.equals(ACRES)) {
      return JsonPointer.compile("/area");
    }
    String path = name.replace(PAYMENT, PAYMENT + "0.");
    return JsonPointer.compile("/" + path.replace('.', '/'));
  }

  /** What its values are read as, for a person. */
  String shown() {
    return field.equals(ACRES) ? "area, converted from acres to hectares" : field;
  }

  /** A value in the unit of its field; the same text if it is no number. */
  String converted(String text) {
    return field.equals(ACRES)
        ? Formats.decimal(TextNode.valueOf(text))
            .map(acres -> acres.multiply(HECTARES_OF_ACRE))
            .map(area -> area.setScale(AREA_SCALE, RoundingMode.HALF_UP).stripTrailingZeros())
            .map(BigDecimal::toPlainString)
            .orElse(text)
        : text;
  }
}
