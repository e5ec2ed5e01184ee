package supplychain.ingest;

import java.io.IOException;
import java.util.List;

/** The rows of a table that are not blank, in a text with separators or in a sheet. */
interface TableRows {
  /** Receives the rows one by one. */
  @FunctionalInterface
  interface Taker {
    /**
     * Takes a row.
     *
     * @param line the line on which it begins, or the number of the row in its sheet
     * @return false to read no further row
     */
    boolean take(List<Cell> cells, long line);
  }

  /** Reads the rows from the first one on, each time it is called. */
  void read(Taker taker) throws IOException;

  /** What separates the cells: a comma, a semicolon or a tab, which a sheet has, too. */
  char separator();
}
