package supplychain.ingest;

import supplychain.core.Texts;

/** A cell of a table. Its text has no blanks around it, and is empty without a value. */
record Cell(String text, Form form) {
  static final Cell EMPTY = new Cell("", Form.TEXT);

  /** The blank that does not break a line, which spreadsheets have. */
  private static final char NO_BREAK = '\u00A0';

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
