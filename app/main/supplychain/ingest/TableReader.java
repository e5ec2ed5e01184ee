package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOSupplier;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Texts;
import supplychain.http.LinesRequest;
import supplychain.records.Formulas;
import supplychain.validation.Body;
import supplychain.validation.DecimalSign;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;
import supplychain.validation.SpreadsheetTrace;

/**
 * Reads a table: a row with the names of the columns, then a row for each record. Ignores what is
 * above the names, blank rows and blank columns, and blanks around names and values.
 */
final class TableReader {
  /** The place of the id of a record, which only this service gives. */
  private static final JsonPointer ID = JsonPointer.compile("/id");

  private static final JsonPointer PAID = Column.placeOf(Column.PAYMENT + "amount");

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private final IngestKind kind;
  private final ColumnNames names;
  private final RowMoney money;
  private final LinesRequest request;
  private final GroupedFindings refusals;
  private final Findings flaws = new Findings();

  /** The sign that the user chose for all numbers; null without a choice. */
  private DecimalSign sign;

  private TableRows rows;
  private TableHeading heading;
  private List<Column> columns;
  private final List<Long> totals = new ArrayList<>();
  private boolean hasRecords;

  /** A reader that adds the mistakes in the names of the columns to {@code refusals}. */
  TableReader(
      IngestKind kind,
      ColumnNames names,
      RowMoney money,
      LinesRequest request,
      GroupedFindings refusals) {
    this.kind = kind;
    this.names = names;
    this.money = money;
    this.sign = request.table().sign();
    this.request = request;
    this.refusals = refusals;
  }

  /** Reads the table twice: other values of a column may tell what {@code 1.250} means there. */
  void read(IOSupplier<InputStream> source, Consumer<SourceRecord> records) throws IOException {
    rows = rows(source);
    heading = TableHeading.find(rows, names);
    columns = heading.columns(kind, request.lenient(), flaws);
    rows.read(
        (cells, line) -> {
          if (line > heading.line() && !isBlank(cells) && !Totals.areIn(cells, columns)) {
            look(cells);
          }
          return true;
        });
    columns.replaceAll(this::withIds);
    rows.merged().forEach(this::refuseMerged);
    refuseHeading();
    rows.read(
        (cells, line) -> {
          if (line > heading.line() && Totals.areIn(cells, columns)) {
            totals.add(line);
          } else if (line > heading.line() && !isBlank(cells)) {
            take(cells, line, records);
          }
          return true;
        });
  }

  private TableRows rows(IOSupplier<InputStream> source) throws IOException {
    String sheet = request.table().sheet();
    if (FileContent.of(source) == FileContent.WORKBOOK) {
      return new SheetRows(source, sheet, request.memory());
    }
    if (sheet != null) {
      throw SourceRecord.refusal("/sheet", "format", "This is no workbook. Leave out the sheet.");
    }
    return new CsvRows(source, title -> names.field(title).isPresent());
  }

  /** How the table was understood, after it was read. */
  TableSummary summary() {
    return heading.summary(columns, rows.sheet(), totals);
  }

  /** Whether a row has values only in columns that are left out, such as running numbers. */
  private boolean isBlank(List<Cell> cells) {
    return flaws.areNone()
        && IntStream.range(0, cells.size())
            .filter(i -> !cells.get(i).isEmpty())
            .allMatch(i -> i < columns.size() && columns.get(i).isLeftOut());
  }

  private void look(List<Cell> cells) {
    hasRecords = true;
    for (int i = 0; i < Math.min(cells.size(), columns.size()); i++) {
      if (cells.get(i).form() == Cell.Form.TEXT) {
        look(columns.get(i), cells.get(i).text());
      }
    }
  }

  private void look(Column column, String value) {
    if (column.cell().isNumber()) {
      DecimalSign.of(value).ifPresent(column.signs()::add);
    } else if (!column.renames().isEmpty() && !value.isEmpty()) {
      column.hold().add(BLANKS.splitAsStream(value).anyMatch(one -> Formats.uuid(one).isPresent()));
    } else if (sign == null && column.place() != null && column.place().equals(ID)) {
      // A list of this service: it writes decimals with a comma only between semicolons.
      sign =
          Formats.uuid(value)
              .map(id -> rows.separator() == ';' ? DecimalSign.COMMA : DecimalSign.POINT)
              .orElse(null);
    }
  }

  /** The column, as that of the names if it has names in place of ids, or else with a finding. */
  private Column withIds(Column column) {
    if (column.renames().isEmpty() || !column.hold().equals(Set.of(false))) {
      return column;
    }
    String names = column.renames().get(0);
    boolean isFree = columns.stream().noneMatch(other -> names.equals(other.field()));
    if (column.renames().size() == 1 && isFree) {
      return Column.of(column.title(), names, kind, null);
    }
    String detail =
        "No value here is an id: rename the column `%s`, or write ids."
            .formatted(String.join("` or `", column.renames()));
    flaws.add(Body.pointer("/" + heading.line(), column.title()), "format", detail);
    return Column.ignored(column.title());
  }

  /** Only the first of merged cells has a value, and it would be lost for the other rows. */
  private void refuseMerged(TableRows.Merged merged) {
    boolean isRead =
        merged.column() < columns.size() && columns.get(merged.column()).place() != null;
    boolean isInRows = merged.lastLine() > heading.line();
    if (isRead && isInRows) {
      String detail =
          "Rows %d to %d are merged in this column. Unmerge them, and fill in each cell.";
      flaws.add(
          Body.pointer("/" + merged.firstLine(), columns.get(merged.column()).title()),
          "format",
          detail.formatted(merged.firstLine(), merged.lastLine()));
    }
  }

  private void take(List<Cell> cells, long line, Consumer<SourceRecord> records) {
    String pointer = "/" + line;
    long length = cells.stream().mapToLong(cell -> cell.text().length()).sum();
    if (length > SourceRecord.MOST_LENGTH) {
      records.accept(SourceRecord.tooLarge(line, pointer, "characters"));
      return;
    }
    JsonNode document = MissingNode.getInstance();
    Problem flaw = null;
    try {
      document = document(cells, pointer);
    } catch (Problem problem) {
      flaw = problem;
    }
    List<Column> filled =
        IntStream.range(0, Math.min(cells.size(), columns.size()))
            .filter(i -> !cells.get(i).isEmpty())
            .mapToObj(columns::get)
            .toList();
    ColumnPlaces places = new ColumnPlaces(columns, filled, !flaws.areNone());
    records.accept(new SourceRecord(line, pointer, length, document, flaw, places::of));
  }

  private void refuseHeading() {
    String place = "/" + heading.line();
    if (!hasRecords && !flaws.areNone()) {
      String detail =
          "There is no line after this one. With curl, send a file with --data-binary @FILE;"
              + " --data would remove the ends of its lines.";
      refusals.refuse(heading.line(), place, "required", detail);
    }
    flaws.named().stream()
        .limit(hasRecords ? Findings.MOST : 1)
        .forEach(one -> refusals.refuse(heading.line(), one.pointer(), one.code(), one.detail()));
  }

  /** The document of a row; an empty cell is an absent field. */
  private ObjectNode document(List<Cell> cells, String pointer) {
    if (cells.stream().map(Cell::text).map(Texts::tidy).toList().equals(heading.titles())) {
      String detail = "This line repeats the names of the columns. Remove it.";
      throw SourceRecord.refusal(pointer, "duplicate", detail);
    }
    if (isShifted(cells)) {
      String detail =
          "This line has %d cells, and the line of the names has %d. Write a decimal with a point, like"
              + " 12.5. If no number has a comma, remove the last comma.";
      throw SourceRecord.refusal(
          pointer, "columns", detail.formatted(cells.size(), columns.size()));
    }
    if (flaws.areNone() && Totals.mayBeIn(cells, columns)) {
      String detail =
          "This row has only amounts, such as a row with totals. Leave it out, or fill in the other"
              + " columns.";
      throw SourceRecord.refusal(pointer, "required", detail);
    }
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    Findings mistakes = new Findings();
    for (int i = 0; i < cells.size(); i++) {
      if (!cells.get(i).isEmpty()) {
        if (i >= columns.size() || columns.get(i).title().isEmpty()) {
          String detail = "Column %d has a value here, but no name.";
          throw SourceRecord.refusal(pointer, "columns", detail.formatted(i + 1));
        }
        if (columns.get(i).place() != null) {
          put(document, columns.get(i), cells.get(i), pointer, mistakes);
        }
      }
    }
    if (flaws.areNone()) {
      columns.forEach(column -> money.checkCurrency(document, column, pointer, mistakes));
    }
    mistakes.refuseIfAny(ProblemType.INVALID_BODY);
    if (flaws.areNone()) {
      money.replacePrice(document, pointer);
    } else {
      document.remove(RowMoney.PRICE);
    }
    JsonNode payment = document.at(PAID.head());
    // The rule of a premium can give the amount.
    boolean needsAmount = payment.isObject() && !payment.has("amount") && !payment.has("premium");
    if (flaws.areNone() && needsAmount) {
      String detail =
          "This value is required because another column of the same payment has a value.";
      throw SourceRecord.refusal(pointer + PAID, "required", detail);
    }
    if (columns.stream().anyMatch(FormColumns::isOfForm)) {
      FormColumns.gather(document, kind.columns());
    }
    return document;
  }

  /** Whether a decimal comma may have made two cells of a number, and moved all that follow. */
  private boolean isShifted(List<Cell> cells) {
    return rows.separator() == ','
        && cells.size() > columns.size()
        && IntStream.range(0, columns.size())
            .anyMatch(
                i ->
                    columns.get(i).cell().isNumber()
                        && DIGITS.matcher(cells.get(i).text()).matches()
                        && DIGITS.matcher(cells.get(i + 1).text()).matches());
  }

  private void put(ObjectNode document, Column column, Cell cell, String line, Findings mistakes) {
    String text = cell.text();
    String pointer = line + column.place();
    JsonNode parent = document.at(column.place().head());
    boolean isFree = parent.isMissingNode() || parent.isObject();
    if (!isFree || !document.at(column.place()).isMissingNode()) {
      String detail = "Another column has the same field. Fill in only one of the two.";
      throw SourceRecord.refusal(pointer, "duplicate", detail);
    }
    if (cell.form() == Cell.Form.ERROR) {
      mistakes.add(pointer, "format", error(text));
    } else if (cell.form() == Cell.Form.DATE && SpreadsheetTrace.isCode(column.place())) {
      mistakes.add(pointer, "format", ShownValue.of(text) + SpreadsheetTrace.DATE);
    } else if (SpreadsheetTrace.replaces(column.place(), text)) {
      mistakes.add(pointer, "format", ShownValue.of(text) + SpreadsheetTrace.RULE);
    }
    boolean isNumber = column.cell().isNumber() && cell.form() == Cell.Form.TEXT;
    String value = isNumber ? number(column, text, pointer, mistakes) : text;
    // Only CSV has a quote before a formula. In a sheet, a quote is a part of the text.
    String plain = rows.sheet() == null ? Formulas.unescape(value) : value;
    document
        .withObject(column.place().head())
        .set(
            column.place().last().getMatchingProperty(),
            column.cell().read(column.converted(plain)));
  }

  private static String error(String text) {
    return text.equals(SheetRows.NO_RESULT)
        ? "This formula has no result. Open the workbook in Excel or LibreOffice, and save it."
        : ShownValue.of(text)
            + " is an error of a formula. Correct the formula, or write the value.";
  }

  /** A number with a point before its fraction, and nothing between its thousands. */
  private String number(Column column, String text, String pointer, Findings mistakes) {
    DecimalSign only = column.signs().size() == 1 ? column.signs().iterator().next() : null;
    DecimalSign decided = sign == null ? only : sign;
    if (decided != null) {
      return decided.plain(text);
    }
    if (!DecimalSign.isAmbiguous(text)) {
      return DecimalSign.of(text).map(one -> one.plain(text)).orElse(text);
    }
    // Degrees and percents have no thousands.
    if (column.cell() == CellType.NUMBER) {
      return text.replace(',', '.');
    }
    String detail =
        "\"%s\" can be read in two ways. Choose decimal=point to read %s, or decimal=comma to read %s, for"
            + " all numbers of this file.";
    String asPoint = DecimalSign.POINT.plain(text);
    mistakes.add(
        pointer, "ambiguous", detail.formatted(text, asPoint, DecimalSign.COMMA.plain(text)));
    return text;
  }
}
