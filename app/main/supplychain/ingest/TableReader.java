package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jooq.JSONB;
import supplychain.core.Problem;
import supplychain.http.JsonRequest;
import supplychain.records.Formulas;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.NearestName;

/**
 * Reads a table: a row with the names of the columns, then a row for each record. Ignores blank
 * rows and blank columns, and blanks around names and values.
 */
final class TableReader {
  private static final byte[] ZIP = {'P', 'K', 3, 4};

  /** The beginning of an .xls workbook, and of any workbook with a password. */
  private static final byte[] OLD_OFFICE = {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0};

  /** Begins the columns of the payment of a row; a document has an array of payments. */
  static final String PAYMENT = "transaction_payments.";

  /** The blank that does not break a line, which spreadsheets have. */
  private static final char NO_BREAK = '\u00A0';

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\\h-]+");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern DECIMAL_COMMA = Pattern.compile("-?[0-9]+,[0-9]+");
  private static final Pattern MAYBE_THOUSANDS = Pattern.compile("-?[1-9][0-9]{0,2}[.,][0-9]{3}");

  /**
   * A column of a table.
   *
   * @param title its name as the user wrote it; empty if it has none
   * @param place where its values are in a document; null if it is ignored
   */
  private record Column(String title, JsonPointer place, Cell cell) {
    boolean isNumber() {
      return cell != null && cell.isNumber();
    }
  }

  private final Map<String, Cell> known;
  private final boolean isLenient;
  private final GroupedFindings refusals;
  private final Findings heading = new Findings();
  private final Consumer<SourceRecord> records;

  /** Null before the first row. */
  private List<Column> columns;

  private long headingLine;
  private boolean hasRecords;

  private char separator = ',';

  TableReader(
      Map<String, Cell> known,
      boolean isLenient,
      GroupedFindings refusals,
      Consumer<SourceRecord> records) {
    this.known = known;
    this.isLenient = isLenient;
    this.refusals = refusals;
    this.records = records;
  }

  void read(InputStream in) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(in);
    bytes.mark(ZIP.length);
    byte[] start = bytes.readNBytes(ZIP.length);
    bytes.reset();
    if (Arrays.equals(start, ZIP) || Arrays.equals(start, OLD_OFFICE)) {
      String detail =
          "This is a workbook (.xlsx, .xls or .ods), not a table as text. In Excel, save it as"
              + " \"CSV UTF-8 (Comma delimited)\" and send that file.";
      throw SourceRecord.refusal("", "format", detail);
    }
    CsvRows rows = new CsvRows(bytes);
    separator = rows.separator();
    rows.read(this::take);
    if (columns == null) {
      throw SourceRecord.refusal("", "required", "The first line names the columns.");
    }
    if (!hasRecords && !heading.areNone()) {
      String detail =
          "There is no line after this one. With curl, send a file with --data-binary @FILE;"
              + " --data would remove the ends of its lines.";
      refusals.refuse(headingLine, SourceRecord.pointer(headingLine), "required", detail);
      refuseHeading(1);
    }
  }

  private void take(List<String> cells, long line) {
    List<String> values = cells.stream().map(cell -> cell.replace(NO_BREAK, ' ').strip()).toList();
    if (values.stream().allMatch(String::isEmpty)) {
      return;
    }
    if (columns == null) {
      takeHeader(values, line);
      return;
    }
    if (!hasRecords) {
      hasRecords = true;
      refuseHeading(Findings.MOST);
    }
    String pointer = SourceRecord.pointer(line);
    long length = values.stream().mapToLong(String::length).sum();
    if (length > SourceRecord.MOST_LENGTH) {
      records.accept(SourceRecord.tooLarge(line, pointer, "characters"));
      return;
    }
    JsonNode document = MissingNode.getInstance();
    Problem flaw = null;
    try {
      document = document(values, pointer);
    } catch (Problem problem) {
      flaw = problem;
    }
    records.accept(
        new SourceRecord(line, pointer, length, document, flaw, each -> place(each, values)));
  }

  /** Reads the names of the columns. A wrong one refuses the table, and its values are ignored. */
  private void takeHeader(List<String> names, long line) {
    columns = new ArrayList<>();
    headingLine = line;
    Set<String> seen = new HashSet<>();
    for (String title : names) {
      String name = BETWEEN_WORDS.matcher(title).replaceAll("_").toLowerCase(Locale.ROOT);
      String pointer = Body.pointer(SourceRecord.pointer(line), title);
      boolean isSecond = !title.isEmpty() && !seen.add(name);
      JsonPointer place = known.containsKey(name) && !isSecond ? placeOf(name) : null;
      columns.add(new Column(title, place, known.get(name)));
      if (isSecond) {
        heading.add(pointer, "duplicate", "Two columns have this name.");
      } else if (place == null && !isLenient && !title.isEmpty()) {
        String hint = NearestName.hint(name, known.keySet(), heading);
        String help = hint.isEmpty() ? " To see all columns, read the list as text/csv." : hint;
        heading.add(pointer, "unknown_field", "There is no such column." + help);
      }
    }
  }

  private void refuseHeading(int most) {
    heading.named().stream()
        .limit(most)
        .forEach(one -> refusals.refuse(headingLine, one.pointer(), one.code(), one.detail()));
  }

  private static JsonPointer placeOf(String name) {
    String path = name.replace(PAYMENT, PAYMENT + "0.");
    return JsonPointer.compile("/" + path.replace('.', '/'));
  }

  /**
   * The document of a row; an empty cell is an absent field.
   *
   * @throws Problem if a cell cannot be a value
   */
  private ObjectNode document(List<String> values, String pointer) {
    if (isShifted(values)) {
      String detail =
          "This line has %d cells, and the first line has %d. Write a decimal with a point, like"
              + " 12.5. If no number has a comma, remove the last comma.";
      throw SourceRecord.refusal(
          pointer, "columns", detail.formatted(values.size(), columns.size()));
    }
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isEmpty()) {
        if (i >= columns.size() || columns.get(i).title().isEmpty()) {
          String detail = "Column %d has a value here, but the first line has no name for it.";
          throw SourceRecord.refusal(pointer, "columns", detail.formatted(i + 1));
        }
        if (columns.get(i).place() != null) {
          put(document, columns.get(i), values.get(i), pointer + columns.get(i).place());
        }
      }
    }
    JsonPointer amount = placeOf(PAYMENT + "amount");
    boolean isPaid = heading.areNone() && document.at(amount.head()).isObject();
    if (isPaid && document.at(amount).isMissingNode()) {
      String detail =
          "This value is required because another column of the same payment has a value.";
      throw SourceRecord.refusal(pointer + amount, "required", detail);
    }
    return document;
  }

  /** Whether a decimal comma may have made two cells of a number, and moved all that follow. */
  private boolean isShifted(List<String> values) {
    return separator == ','
        && values.size() > columns.size()
        && IntStream.range(0, columns.size())
            .anyMatch(
                i ->
                    columns.get(i).isNumber()
                        && DIGITS.matcher(values.get(i)).matches()
                        && DIGITS.matcher(values.get(i + 1)).matches());
  }

  private void put(ObjectNode document, Column column, String text, String pointer) {
    JsonNode parent = document.at(column.place().head());
    boolean isFree = parent.isMissingNode() || parent.isObject();
    if (!isFree || !document.at(column.place()).isMissingNode()) {
      String detail = "Another column has the same field. Fill in only one of the two.";
      throw SourceRecord.refusal(pointer, "duplicate", detail);
    }
    String value = column.cell().isNumber() ? number(column.cell(), text, pointer) : text;
    document
        .withObject(column.place().head())
        .set(
            column.place().last().getMatchingProperty(),
            column.cell().read(Formulas.unescape(value)));
  }

  /** A number with a decimal comma, where a comma is no separator, as one with a point. */
  private String number(Cell cell, String text, String pointer) {
    if (separator == ',') {
      return text;
    }
    // Where semicolons separate, a comma is decimal; where tabs separate, nobody knows.
    char unusual = separator == ';' ? '.' : ',';
    if (cell == Cell.DECIMAL
        && text.indexOf(unusual) >= 0
        && MAYBE_THOUSANDS.matcher(text).matches()) {
      String detail =
          "\"%s\" can be read in two ways: write %s or %s0."
              .formatted(text, text.replace(unusual + "", ""), text.replace(unusual, '.'));
      throw SourceRecord.refusal(pointer, "format", detail);
    }
    return DECIMAL_COMMA.matcher(text).matches() ? text.replace(',', '.') : text;
  }

  /**
   * The pointer to the column, by the name that the user wrote, in place of one to a field. Of
   * several columns for the field, it is the first one with a value in this line. Null for a
   * mistake that a wrong heading may cause: it leaves out fields, such as the quantity of a draw.
   */
  private String place(String pointer, List<String> values) {
    int end = pointer.indexOf('/', 1);
    if (end < 0) {
      return pointer;
    }
    String path = pointer.substring(end) + "/";
    List<Column> matching =
        columns.stream()
            .filter(
                column ->
                    path.startsWith(column.place() + "/")
                        || (column.place() + "/").startsWith(path))
            .toList();
    boolean isCaused = matching.stream().allMatch(column -> column.cell() == Cell.WORDS);
    if (isCaused && !heading.areNone()) {
      return null;
    }
    if (matching.isEmpty()) {
      return pointer.replace("/transaction_payments/0/", "/" + PAYMENT);
    }
    Column column =
        matching.stream()
            .filter(each -> columns.indexOf(each) < values.size())
            .filter(each -> !values.get(columns.indexOf(each)).isEmpty())
            .findFirst()
            .orElse(matching.get(0));
    int rest = Math.min(path.length(), column.place().length() + 1) - 1;
    String name = Body.pointer(pointer.substring(0, end), column.title());
    return name + path.substring(rest, path.length() - 1);
  }

  /** The values of a column. A cell with another value stays a text, which the record refuses. */
  enum Cell {
    TEXT,
    /** An exact decimal, which is a text in a document. */
    DECIMAL,
    NUMBER,
    JSON,
    WORDS;

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The exported values of a column of the database. */
    static Cell of(Class<?> type) {
      if (type == BigDecimal.class) {
        return DECIMAL;
      }
      if (type == Double.class) {
        return NUMBER;
      }
      return Set.of(Boolean.class, JSONB.class).contains(type) ? JSON : TEXT;
    }

    boolean isNumber() {
      return this == DECIMAL || this == NUMBER;
    }

    JsonNode read(String text) {
      return switch (this) {
        case TEXT, DECIMAL -> TextNode.valueOf(text);
        case NUMBER, JSON -> json(text);
        case WORDS -> words(text);
      };
    }

    private static JsonNode json(String text) {
      try {
        // Spreadsheets write TRUE and FALSE.
        boolean isFlag = text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
        String plain = isFlag ? text.toLowerCase(Locale.ROOT) : text;
        JsonNode value = JsonRequest.parse(plain.getBytes(StandardCharsets.UTF_8));
        return value.isNull() ? TextNode.valueOf(text) : value;
      } catch (Problem notJson) {
        return TextNode.valueOf(text);
      }
    }

    private static JsonNode words(String text) {
      ArrayNode words = JsonNodeFactory.instance.arrayNode();
      BLANKS.splitAsStream(text.strip()).forEach(words::add);
      return words;
    }
  }
}
