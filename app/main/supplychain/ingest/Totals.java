package supplychain.ingest;

import java.util.List;
import java.util.regex.Pattern;

/** The rows of a table that sum up the others. */
final class Totals {
  /** How a row says that it has totals, in the languages of the names of columns. */
  private static final Pattern LABEL =
      Pattern.compile(
          "(?:(?:grand|gran|overall|sub|sous|page|jumlah|sum) ?)?(?:sub)?(?:totals?|totales|totaux"
              + "|totais)(?: \\S+){0,3}");

  /** A name of a person can be the same, so it counts alone, and not in a column of names. */
  private static final Pattern WORD =
      Pattern.compile("(?:sum|sums|suma|sumas|somme|soma|jumlah|jumla)");

  /** A number, perhaps with its unit or currency. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:\\p{L}{1,4}\\.? ?)?\\p{Sc}?[-+(]?\\d[\\d.,'’ ]*\\)?(?: ?[\\p{L}%]{1,4})?");

  private Totals() {}

  /** Whether a row has only numbers, and a word which says that they are totals. */
  static boolean areIn(List<Cell> cells, List<Column> columns) {
    String label = null;
    boolean hasNumber = false;
    boolean hasAmount = false;
    boolean mayBeName = false;
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      Column column = i < columns.size() ? columns.get(i) : Column.ignored("");
      String field = column.field() == null ? "" : column.field();
      if (isNumber(cell)) {
        // The number or the card of another record, such as the farmer.
        if (field.endsWith(".number") || field.endsWith(".card")) {
          return false;
        }
        hasNumber = true;
        hasAmount |= column.cell() == CellType.DECIMAL;
      } else if (!cell.isEmpty() && label != null) {
        return false;
      } else if (!cell.isEmpty()) {
        label = ColumnNames.folded(cell.text());
        mayBeName = field.endsWith("name");
      }
    }
    return label != null
        && hasNumber
        && (LABEL.matcher(label).matches()
            || (hasAmount && !mayBeName && WORD.matcher(label).matches()));
  }

  private static boolean isNumber(Cell cell) {
    return switch (cell.form()) {
      case NUMBER, ERROR -> true;
      case DATE -> false;
      case TEXT -> NUMBER.matcher(cell.text()).matches();
    };
  }

  /** Whether a row has nothing but amounts, in a table that has other columns. */
  static boolean mayBeIn(List<Cell> cells, List<Column> columns) {
    boolean hasOnlyAmounts = true;
    for (int i = 0; i < cells.size(); i++) {
      hasOnlyAmounts &=
          cells.get(i).isEmpty()
              || (i < columns.size() && columns.get(i).cell() == CellType.DECIMAL);
    }
    return hasOnlyAmounts
        && columns.stream().anyMatch(one -> one.place() != null && !one.cell().isNumber());
  }
}
