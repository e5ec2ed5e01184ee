package supplychain.records;

import java.util.regex.Pattern;

/** Protects spreadsheets: a quote in front of a formula makes it text. */
public final class Formulas {
  private static final String QUOTE = "'";

  /** The beginning of a formula, after any quotes. A plain number is no formula. */
  private static final Pattern FORMULA =
      Pattern.compile(
          "'*(?:[=+@\\t\\r\\n]|[\uFF1D\uFF0B\uFF0D\uFF20]|-(?![0-9]+(?:\\.[0-9]+)?$)).*",
          Pattern.DOTALL);

  private Formulas() {}

  /** The text of a cell, with a quote in front of a formula. */
  public static String escape(String value) {
    return value != null && !isPlain(value) && FORMULA.matcher(value).matches()
        ? QUOTE + value
        : value;
  }

  /** A quick check that nearly all values pass; it costs less than the pattern. */
  private static boolean isPlain(String value) {
    return value.isEmpty() || Character.isLetterOrDigit(value.charAt(0));
  }

  /** Removes the quote that {@link #escape} added. */
  public static String unescape(String cell) {
    return cell.startsWith(QUOTE) && FORMULA.matcher(cell.substring(1)).matches()
        ? cell.substring(1)
        : cell;
  }
}
