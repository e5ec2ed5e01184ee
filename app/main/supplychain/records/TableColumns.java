package supplychain.records;

import static org.jooq.impl.DSL.*;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.SelectField;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.records.Workbook.SheetColumn;
import supplychain.validation.Formats;

/**
 * A list as a table for a spreadsheet: one line for each record, with its plain fields as text.
 *
 * @param names the names of the columns: the fields of the record's document
 * @param query the values of records, as text; the last one is that of their forms
 */
public record TableColumns(List<String> names, List<Class<?>> types, SizeLimit query) {
  private static final Set<Class<?>> TEXTS = Set.of(String.class, JSONB.class);
  private static final CsvWriter.CsvWriterBuilder LINES =
      CsvWriter.builder().quoteStrategy(QuoteStrategies.EMPTY).bufferSize(0);

  /** One time, or those of several payments in one cell. */
  private static final Pattern TIME_COLUMN =
      Pattern.compile("(transaction_payments\\.)?(date|[a-z_]+_on)");

  private static final Pattern TIME = Pattern.compile("[0-9-]{10}T[0-9:.]+\\+00:00");

  /** The approximate size of a cell without text, in bytes. */
  private static final int PLAIN_CELL = 20;

  /**
   * A table with these columns.
   *
   * @param forms the form and the values of a record
   */
  static TableColumns of(
      Table<?> rows, Field<UUID> id, List<Field<?>> columns, Field<String> forms) {
    List<SelectField<?>> selected = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    StringBuilder weight = new StringBuilder().append(columns.size() * PLAIN_CELL);
    for (Field<?> column : columns) {
      if (TEXTS.contains(column.getType())) {
        weight.append(" + coalesce(octet_length(c%d), 0)".formatted(names.size()));
      } else if (column.getType() == BigDecimal.class) {
        weight.append(" + coalesce(pg_column_size(c%d), 0)".formatted(names.size()));
      }
      selected.add(written(column));
      names.add(column.getName());
      types.add(column.getType());
    }
    selected.add(forms);
    weight.append(" + coalesce(octet_length(c%d), 0)".formatted(names.size()));
    return new TableColumns(
        List.copyOf(names),
        List.copyOf(types),
        SizeLimit.of(
            select(selected).from(rows).where(id.eq(SizeLimit.WANTED)), weight.toString()));
  }

  /** Times and flags as in a document; PostgreSQL would write them in another way. */
  private static SelectField<?> written(Field<?> column) {
    // The driver would write a double in two ways: 100 at first, 100.0 later.
    if (Set.of(JSONB.class, Double.class).contains(column.getType())) {
      return column.cast(SQLDataType.CLOB);
    }
    boolean differs = Set.of(OffsetDateTime.class, Boolean.class).contains(column.getType());
    return differs ? field("to_json({0}) #>> '{}'", String.class, column) : column;
  }

  /** The line of the names. */
  byte[] head(TableStyle style) {
    return line(columns(style).stream().map(SheetColumn::name));
  }

  /** The columns of a sheet, with those of filled-in forms. */
  List<SheetColumn> columns(TableStyle style) {
    List<SheetColumn> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      boolean isTime = TIME_COLUMN.matcher(names.get(i)).matches() && types.get(i) == String.class;
      columns.add(new SheetColumn(names.get(i), isTime ? OffsetDateTime.class : types.get(i)));
    }
    style
        .forms()
        .forEach(
            name -> columns.add(new SheetColumn(SubmissionColumns.PREFIX + name, String.class)));
    return columns;
  }

  /**
   * The lines of the first of these records: at least one line, and no more after they reach this
   * number of bytes. An absent value is an empty cell. Times are in the service's time zone.
   */
  List<byte[]> lines(DSLContext sql, Caller reader, TableStyle style, List<UUID> ids, int bytes) {
    return query.list(sql, row -> line(row, style), reader, ids, bytes);
  }

  /** The same records as rows of a {@link Workbook}. */
  List<byte[]> rows(DSLContext sql, Caller reader, TableStyle style, List<UUID> ids, int bytes) {
    return query.list(sql, row -> SheetCell.row(values(row, style)), reader, ids, bytes);
  }

  private byte[] line(ResultSet row, TableStyle style) throws SQLException {
    String[] values = new String[names.size()];
    for (int i = 0; i < values.length; i++) {
      String value = row.getString(i + 1);
      values[i] = types.get(i) == String.class ? Formulas.escape(value) : value;
      if (value != null && TIME_COLUMN.matcher(names.get(i)).matches()) {
        values[i] =
            TIME.matcher(value)
                .replaceAll(time -> Formats.shown(OffsetDateTime.parse(time.group())));
      }
    }
    return line(Stream.concat(Stream.of(values), ofForms(row, style).map(Formulas::escape)));
  }

  private List<Object> values(ResultSet row, TableStyle style) throws SQLException {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String value = row.getString(i + 1);
      values.add(value == null || value.isEmpty() ? null : typed(i, value));
    }
    ofForms(row, style).forEach(values::add);
    return values;
  }

  private Object typed(int column, String value) {
    boolean isTime =
        TIME_COLUMN.matcher(names.get(column)).matches() && TIME.matcher(value).matches();
    return isTime ? OffsetDateTime.parse(value) : typed(types.get(column), value);
  }

  /** The value of a cell of a sheet, from its text; null if there is none. */
  public static Object typed(Class<?> type, String text) {
    if (text == null) {
      return null;
    } else if (type == Boolean.class) {
      return Boolean.valueOf(text);
    } else if (type == LocalDate.class) {
      return LocalDate.parse(text);
    }
    return Number.class.isAssignableFrom(type) ? new BigDecimal(text) : text;
  }

  private Stream<String> ofForms(ResultSet row, TableStyle style) throws SQLException {
    return SubmissionColumns.cells(style.forms(), row.getString(names.size() + 1));
  }

  /** A line of a table. An empty cell is null; a pair of quotes is a text without characters. */
  public static byte[] line(Stream<String> cells) {
    StringWriter line = new StringWriter();
    LINES.build(line).writeRecord(cells.toArray(String[]::new));
    return line.toString().getBytes(StandardCharsets.UTF_8);
  }
}
