package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.IntConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOSupplier;

/** The rows of a sheet of a workbook. */
final class SheetRows implements TableRows {
  /** As many as Excel has. */
  static final int MOST_ROWS = 1 << 20;

  static final int MOST_COLUMNS = 1_000;

  /** The text of a formula that no program has calculated. */
  static final String NO_RESULT = "=";

  private static final Pattern RANGE =
      Pattern.compile("([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})");

  /** A character that XML cannot have, such as a carriage return: {@code _x000D_}. */
  private static final Pattern ESCAPED = Pattern.compile("_x([0-9A-Fa-f]{4})_");

  private static final int LETTERS = 26;
  private static final int MOST_LETTERS = 3;
  private static final int HEX = 16;

  private final IOSupplier<InputStream> source;
  private final WorkbookFile workbook;
  private final WorkbookFile.Sheet sheet;
  private final List<Merged> merged = new ArrayList<>();

  /** The rows of the sheet with this name, or of the first one that is not hidden. */
  SheetRows(IOSupplier<InputStream> source, String name, IntConsumer memory) throws IOException {
    this.source = source;
    workbook = new WorkbookFile(source, memory);
    sheet = workbook.sheet(name);
  }

  @Override
  public String sheet() {
    return sheet.name();
  }

  @Override
  public List<String> otherSheets() {
    return workbook.shown().filter(name -> !name.equals(sheet.name())).toList();
  }

  @Override
  public char separator() {
    return '\t';
  }

  @Override
  public List<Merged> merged() {
    return merged;
  }

  @Override
  public void read(BiPredicate<List<Cell>, Long> taker) throws IOException {
    merged.clear();
    LimitedZip.read(
        source,
        (name, content) -> {
          boolean isSheet = WorkbookFile.isPart(name, sheet.part());
          if (isSheet) {
            read(new LimitedXml(content), taker);
          }
          return !isSheet;
        });
  }

  private void read(LimitedXml xml, BiPredicate<List<Cell>, Long> taker) throws IOException {
    long line = 0;
    while (xml.next()) {
      if (xml.begins("row")) {
        long next =
            xml.attribute("r").isEmpty() ? line + 1 : WorkbookFile.number(xml.attribute("r"));
        if (next <= line || next > MOST_ROWS) {
          throw LimitedZip.refusal(
              "Its rows are not in order, or it has more than " + MOST_ROWS + ".");
        }
        line = next;
        List<Cell> cells = cells(xml, line);
        if (!cells.isEmpty() && !taker.test(cells, line)) {
          return;
        }
      } else if (xml.begins("mergeCell")) {
        merge(xml.attribute("ref"));
      }
    }
  }

  private void merge(String place) {
    Matcher range = RANGE.matcher(place);
    if (range.matches() && merged.size() < MOST_COLUMNS) {
      long first = Long.parseLong(range.group(2));
      long last = Long.parseLong(range.group(3));
      if (last > first) {
        merged.add(new Merged(column(range.group(1)), first, last));
      }
    }
  }

  /** The cells of the row that begins, up to the last one with a value. */
  private List<Cell> cells(LimitedXml xml, long line) throws IOException {
    List<Cell> cells = new ArrayList<>();
    int column = -1;
    while (xml.next() && !xml.ends("row")) {
      if (xml.begins("c")) {
        int place = column(xml.attribute("r"));
        column = place < 0 ? column + 1 : place;
        Cell cell = cell(xml, line);
        if (!cell.isEmpty()) {
          add(cells, cell, column, line);
        }
      }
    }
    return cells;
  }

  private static void add(List<Cell> cells, Cell cell, int column, long line) {
    if (column >= MOST_COLUMNS) {
      String detail = "This row has a value after the column %d, which is the last one.";
      throw SourceRecord.refusal("/" + line, "columns", detail.formatted(MOST_COLUMNS));
    }
    while (cells.size() <= column) {
      cells.add(Cell.EMPTY);
    }
    cells.set(column, cell);
  }

  /** The number of the column of a place from 0: that of A1 is 0, of AA1 26; -1 for no place. */
  private static int column(String place) {
    int number = 0;
    for (int i = 0; i < MOST_LETTERS && i < place.length(); i++) {
      int letter = place.charAt(i) - 'A' + 1;
      if (letter < 1 || letter > LETTERS) {
        break;
      }
      number = number * LETTERS + letter;
    }
    return number - 1;
  }

  private Cell cell(LimitedXml xml, long line) throws IOException {
    String type = xml.attribute("t");
    String format = xml.attribute("s");
    boolean isFormula = false;
    String value = null;
    while (xml.next() && !xml.ends("c")) {
      if (xml.begins("f")) {
        isFormula = true;
      } else if (xml.begins("v") || xml.begins("is")) {
        value = xml.text(WorkbookFile.MOST_TEXT, "rPh");
        if (value == null) {
          throw SourceRecord.refusal("/" + line, "too_long", WorkbookFile.longText());
        }
      }
    }
    if (value == null || value.isEmpty()) {
      // The result can be a text without characters. Other programs write an empty element.
      boolean hasNoResult = isFormula && (value == null || !type.equals("str"));
      return hasNoResult ? new Cell(NO_RESULT, Cell.Form.ERROR) : Cell.EMPTY;
    }
    Cell cell =
        switch (type) {
          case "s" -> text(workbook.texts.get(WorkbookFile.number(value)));
          case "str", "inlineStr" -> text(value);
          case "b" -> text(value.equals("1") ? "true" : "false");
          case "e" -> new Cell(value, Cell.Form.ERROR);
          case "d" ->
              new Cell(
                  value.replaceFirst("T00:00:00(?:\\.0+)?$", "").replace('T', ' '), Cell.Form.DATE);
          default -> workbook.number(value.strip(), format);
        };
    if (cell == null) {
      throw SourceRecord.refusal("/" + line, "format", "The workbook is damaged in this row.");
    }
    return cell;
  }

  private static Cell text(String text) {
    return text == null
        ? null
        : Cell.of(
            text.contains("_x") ? ESCAPED.matcher(text).replaceAll(SheetRows::character) : text);
  }

  private static String character(MatchResult escaped) {
    return Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escaped.group(1), HEX)));
  }
}
