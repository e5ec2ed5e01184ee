package supplychain.ingest;

import supplychain.core.Texts;

/**
 * A cell of a table.
 *
 * @param text its value, without blanks around it; empty if it has none
 * @param form how it is written
 */
record Cell(String text, Form form) {
  static final Cell EMPTY = new Cell("", Form.TEXT);

  /** The blank that does not break a line, which spreadsheets have. */
  private static final char NO_BREAK = '\u00A0';

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

  static Cell of(String text) {
    String tidy = Texts.nfc(text).replace(NO_BREAK, ' ').strip();
    return tidy.isEmpty() ? EMPTY : new Cell(tidy, Form.TEXT);
  }

  boolean isEmpty() {
    return text.isEmpty();
  }
}
