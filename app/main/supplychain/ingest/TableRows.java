package supplychain.ingest;

import java.io.IOException;
import java.util.List;
import java.util.function.BiPredicate;

/** The rows of a table that are not blank, in a text with separators or in a sheet. */
interface TableRows {
  /** Cells of several rows that are merged: only the first one, in this column, has a value. */
  record Merged(int column, long firstLine, long lastLine) {}

  /**
   * Reads the rows from the first one on, each time it is called.
   *
   * @param taker receives the cells of each row, and the line on which it begins, or its number in
   *     the sheet; it returns false to read no further row
   */
  void read(BiPredicate<List<Cell>, Long> taker) throws IOException;

  /** What separates the cells: a comma, a semicolon or a tab. It is a tab for a sheet. */
  char separator();

  /** The name of the sheet; null for a text. */
  default String sheet() {
    return null;
  }

  /** The names of the other sheets that are not hidden; none for a text. */
  default List<String> otherSheets() {
    return List.of();
  }

  /** The merged cells of several rows, after the rows were read. */
  default List<Merged> merged() {
    return List.of();
  }
}
