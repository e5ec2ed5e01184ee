package supplychain.ingest;

/**
 * A cell of a table.
 *
 * @param text its value, without blanks around it; empty if it has none
 * @param form how it is written
 */
record Cell(String text, Form form) {
  static final Cell EMPTY = new Cell("", Form.TEXT);

  /** How the value of a cell is written. */
  enum Form {
    TEXT,
    /** A number of a sheet: it has a point before its fraction, and nothing between thousands. */
    NUMBER,
    /** A date of a sheet, perhaps with a time. */
    DATE,
    /** An error of a sheet, in place of a value. */
    ERROR
  }

  boolean isEmpty() {
    return text.isEmpty();
  }
}
