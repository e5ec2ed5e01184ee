package supplychain.records;

import java.util.regex.Pattern;

/** What a spreadsheet would take for a formula, and run; a quote before it makes it text. */
public final class Formulas {
  private static final String QUOTE = "'";

  /** What begins so, with quotes before it that were there already; plain numbers are none. */
  private static final Pattern FORMULA =
      Pattern.compile(
          "'*(?:[=+@\\t\\r\\n]|[\uFF1D\uFF0B\uFF0D\uFF20]|-(?![0-9]+(?:\\.[0-9]+)?$)).*",
          Pattern.DOTALL);

  private Formulas() {}

  /** A value as it may stand in a table. */
  static String harmless(String value) {
    return value != null && !isPlain(value) && FORMULA.matcher(value).matches()
        ? QUOTE + value
        : value;
  }

  /** Nearly all do, and it costs less than the pattern. */
  private static boolean isPlain(String value) {
    return value.isEmpty() || Character.isLetterOrDigit(value.charAt(0));
  }

  /** The value again of what stands in a table. */
  public static String restored(String cell) {
    return cell.startsWith(QUOTE) && FORMULA.matcher(cell.substring(1)).matches()
        ? cell.substring(1)
        : cell;
  }
}
