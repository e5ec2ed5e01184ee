package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOSupplier;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.records.Formulas;
import supplychain.validation.Body;
import supplychain.validation.DecimalSign;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.NearestName;
import supplychain.validation.ShownValue;
import supplychain.validation.SpreadsheetTrace;

/**
 * Reads a table: a row with the names of the columns, then a row for each record. Ignores blank
 * rows and blank columns, and blanks around names and values.
 */
final class TableReader implements Format {
  /** The place of the id of a record, which only this service gives. */
  private static final JsonPointer ID = JsonPointer.compile("/id");

  /** Begins the columns of the payment of a row; a document has an array of payments. */
  static final String PAYMENT = "transaction_payments.";

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\\h-]+");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** The ends of columns that take a code or a number without an object around it. */
  private static final Set<String> TAKE_NAMES = Set.of(".currency", ".farmer");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private final Map<String, CellType> known;

  /** The sign that the user chose for all numbers; null without a choice. */
  private DecimalSign sign;

  private final boolean isLenient;
  private final GroupedFindings refusals;
  private final Findings heading = new Findings();

  /** Null before the first row. */
  private List<Column> columns;

  private long headingLine;
  private boolean hasRecords;

  private char separator = ',';

  TableReader(
      Map<String, CellType> known, DecimalSign sign, boolean isLenient, GroupedFindings refusals) {
    this.known = known;
    this.sign = sign;
    this.isLenient = isLenient;
    this.refusals = refusals;
  }

  /** Reads the table twice: other values of a column may tell what {@code 1.250} means there. */
  @Override
  public void read(IOSupplier<InputStream> source, Consumer<SourceRecord> records)
      throws IOException {
    CsvRows rows = new CsvRows(source);
    separator = rows.separator();
    rows.read(this::look);
    if (columns == null) {
      throw SourceRecord.refusal("", "required", "The first line names the columns.");
    }
    columns.replaceAll(this::withIds);
    refuseHeading();
    rows.read((values, line) -> take(values, line, records));
  }

  /** Takes the names of the columns, and looks how the numbers below them are written. */
  private void look(List<String> values, long line) {
    if (columns == null) {
      takeHeader(values, line);
      return;
    }
    hasRecords = true;
    for (int i = 0; i < Math.min(values.size(), columns.size()); i++) {
      look(columns.get(i), values.get(i));
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
              .map(id -> separator == ';' ? DecimalSign.COMMA : DecimalSign.POINT)
              .orElse(null);
    }
  }

  /** The column, ignored with a finding if it has names in place of ids. */
  private Column withIds(Column column) {
    if (column.renames().isEmpty() || !column.hold().equals(Set.of(false))) {
      return column;
    }
    String detail =
        "No value here is an id: rename the column `%s`, or write ids."
            .formatted(String.join("` or `", column.renames()));
    heading.add(Body.pointer("/" + headingLine, column.title()), "format", detail);
    return new Column(column.title(), null, column.cell(), Set.of(), List.of(), Set.of());
  }

  private void take(List<String> values, long line, Consumer<SourceRecord> records) {
    if (line == headingLine) {
      return;
    }
    String pointer = "/" + line;
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
    List<Column> filled =
        IntStream.range(0, Math.min(values.size(), columns.size()))
            .filter(i -> !values.get(i).isEmpty())
            .mapToObj(columns::get)
            .toList();
    ColumnPlaces places = new ColumnPlaces(columns, filled, !heading.areNone());
    records.accept(new SourceRecord(line, pointer, length, document, flaw, places::of));
  }

  /** Reads the names of the columns. A wrong one refuses the table, and its values are ignored. */
  private void takeHeader(List<String> names, long line) {
    columns = new ArrayList<>();
    headingLine = line;
    Set<String> seen = new HashSet<>();
    for (String title : names) {
      String name = BETWEEN_WORDS.matcher(title).replaceAll("_").toLowerCase(Locale.ROOT);
      String pointer = Body.pointer("/" + line, title);
      boolean isSecond = !title.isEmpty() && !seen.add(name);
      JsonPointer ofForm = FormColumns.place(title, known);
      JsonPointer of = known.containsKey(name) ? placeOf(name) : ofForm;
      JsonPointer place = isSecond ? null : of;
      List<String> renames = place == null ? List.of() : renames(name);
      Set<DecimalSign> signs = EnumSet.noneOf(DecimalSign.class);
      columns.add(
          new Column(
              title,
              place,
              known.getOrDefault(name, CellType.TEXT),
              signs,
              renames,
              new HashSet<>()));
      if (isSecond) {
        heading.add(pointer, "duplicate", "Two columns have this name.");
      } else if (place == null && !isLenient && !title.isEmpty()) {
        String hint = NearestName.hint(name, known.keySet(), heading);
        String help = hint.isEmpty() ? " To see all columns, read the list as text/csv." : hint;
        heading.add(pointer, "unknown_field", "There is no such column." + help);
      }
    }
  }

  private List<String> renames(String name) {
    boolean takesNames = TAKE_NAMES.stream().anyMatch(("." + name)::endsWith);
    return takesNames
        ? List.of()
        : IngestKind.nameColumns(name).filter(known::containsKey).toList();
  }

  private void refuseHeading() {
    if (!hasRecords && !heading.areNone()) {
      String detail =
          "There is no line after this one. With curl, send a file with --data-binary @FILE;"
              + " --data would remove the ends of its lines.";
      refusals.refuse(headingLine, "/" + headingLine, "required", detail);
    }
    heading.named().stream()
        .limit(hasRecords ? Findings.MOST : 1)
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
    if (values.equals(columns.stream().map(Column::title).toList())) {
      String detail = "This line repeats the names of the columns. Remove it.";
      throw SourceRecord.refusal(pointer, "duplicate", detail);
    }
    if (isShifted(values)) {
      String detail =
          "This line has %d cells, and the first line has %d. Write a decimal with a point, like"
              + " 12.5. If no number has a comma, remove the last comma.";
      throw SourceRecord.refusal(
          pointer, "columns", detail.formatted(values.size(), columns.size()));
    }
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    Findings flaws = new Findings();
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isEmpty()) {
        if (i >= columns.size() || columns.get(i).title().isEmpty()) {
          String detail = "Column %d has a value here, but the first line has no name for it.";
          throw SourceRecord.refusal(pointer, "columns", detail.formatted(i + 1));
        }
        if (columns.get(i).place() != null) {
          put(document, columns.get(i), values.get(i), pointer, flaws);
        }
      }
    }
    flaws.refuseIfAny(ProblemType.INVALID_BODY);
    JsonPointer amount = placeOf(PAYMENT + "amount");
    JsonNode payment = document.at(amount.head());
    // The rule of a premium can give the amount.
    boolean needsAmount = payment.isObject() && !payment.has("amount") && !payment.has("premium");
    if (heading.areNone() && needsAmount) {
      String detail =
          "This value is required because another column of the same payment has a value.";
      throw SourceRecord.refusal(pointer + amount, "required", detail);
    }
    if (columns.stream().anyMatch(FormColumns::isOfForm)) {
      FormColumns.gather(document, known);
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
                    columns.get(i).cell().isNumber()
                        && DIGITS.matcher(values.get(i)).matches()
                        && DIGITS.matcher(values.get(i + 1)).matches());
  }

  private void put(ObjectNode document, Column column, String text, String line, Findings flaws) {
    String pointer = line + column.place();
    JsonNode parent = document.at(column.place().head());
    boolean isFree = parent.isMissingNode() || parent.isObject();
    if (!isFree || !document.at(column.place()).isMissingNode()) {
      String detail = "Another column has the same field. Fill in only one of the two.";
      throw SourceRecord.refusal(pointer, "duplicate", detail);
    }
    if (SpreadsheetTrace.replaces(column.place(), text)) {
      flaws.add(pointer, "format", ShownValue.of(text) + SpreadsheetTrace.RULE);
    }
    String value = column.cell().isNumber() ? number(column, text, pointer, flaws) : text;
    document
        .withObject(column.place().head())
        .set(
            column.place().last().getMatchingProperty(),
            column.cell().read(Formulas.unescape(value)));
  }

  /** A number with a point before its fraction, and nothing between its thousands. */
  private String number(Column column, String text, String pointer, Findings flaws) {
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
    flaws.add(pointer, "ambiguous", detail.formatted(text, asPoint, DecimalSign.COMMA.plain(text)));
    return text;
  }
}
