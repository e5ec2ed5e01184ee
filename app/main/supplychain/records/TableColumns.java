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
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.SelectField;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.database.SqlText.Row;
import supplychain.records.ListRequest.TableStyle;
import supplychain.records.Workbook.SheetColumn;
import supplychain.validation.Formats;

/**
 * A list as a table for a spreadsheet: one line for each record, with its plain fields as text.
 *
 * @param columns the fields of the record's document; a column with times has the class
 *     OffsetDateTime, even if its values are texts
 * @param query the values of records, as text; the last one is that of their forms
 */
public record TableColumns(List<SheetColumn> columns, SizeLimit query) {
  private static final Set<Class<?>> TEXTS = Set.of(String.class, JSONB.class);
  private static final CsvWriter.CsvWriterBuilder LINES =
      CsvWriter.builder().quoteStrategy(QuoteStrategies.EMPTY).bufferSize(0);

  /** One time, or those of several payments in one cell. */
  private static final Pattern TIME_COLUMN =
      Pattern.compile("(transaction_payments\\.)?(date|[a-z_]+_on)");

  private static final Pattern TIME = Pattern.compile("[0-9-]{10}T[0-9:.]+\\+00:00");

  /** The approximate size of a cell without text, in bytes. */
  private static final int PLAIN_CELL = 20;

  /** A table with these columns, and those of the filled-in form of each record. */
  static TableColumns of(
      Table<?> rows, Field<UUID> id, List<Field<?>> columns, Field<String> forms) {
    List<SelectField<?>> selected = new ArrayList<>();
    List<SheetColumn> shown = new ArrayList<>();
    StringBuilder weight = new StringBuilder().append(columns.size() * PLAIN_CELL);
    for (Field<?> column : columns) {
      Class<?> type = column.getType();
      if (TEXTS.contains(type)) {
        weight.append(" + coalesce(octet_length(c%d), 0)".formatted(selected.size()));
      } else if (type == BigDecimal.class) {
        weight.append(" + coalesce(pg_column_size(c%d), 0)".formatted(selected.size()));
      }
      selected.add(written(column));
      boolean isTime = type == String.class && TIME_COLUMN.matcher(column.getName()).matches();
      shown.add(new SheetColumn(column.getName(), isTime ? OffsetDateTime.class : type));
    }
    weight.append(" + coalesce(octet_length(c%d), 0)".formatted(selected.size()));
    selected.add(forms);
    return new TableColumns(
        List.copyOf(shown),
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

  byte[] head(TableStyle style) {
    return line(columns(style).stream().map(SheetColumn::name));
  }

  /** The columns with those of filled-in forms. */
  List<SheetColumn> columns(TableStyle style) {
    Stream<SheetColumn> ofForms =
        style.forms().stream()
            .map(name -> new SheetColumn(SubmissionColumns.PREFIX + name, String.class));
    return Stream.concat(columns.stream(), ofForms).toList();
  }

  /**
   * The lines of the first of these records: at least one line, and no more after they reach this
   * number of bytes. An absent value is an empty cell. Times are in the service's time zone.
   */
  List<byte[]> lines(DSLContext sql, Caller reader, TableStyle style, List<UUID> ids, int bytes) {
    Row<byte[]> line =
        row -> line(cells(row, style, TableColumns::text, Formulas::escape).stream());
    return query.list(sql, line, reader, ids, bytes);
  }

  /** The same records as rows of a {@link Workbook}. */
  List<byte[]> rows(DSLContext sql, Caller reader, TableStyle style, List<UUID> ids, int bytes) {
    Row<byte[]> sheetRow =
        row -> SheetCell.row(cells(row, style, TableColumns::filled, value -> value));
    return query.list(sql, sheetRow, reader, ids, bytes);
  }

  private <T> List<T> cells(
      ResultSet row,
      TableStyle style,
      BiFunction<Class<?>, String, T> cell,
      Function<String, T> cellOfForm)
      throws SQLException {
    List<T> cells = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      cells.add(cell.apply(columns.get(i).type(), row.getString(i + 1)));
    }
    SubmissionColumns.cells(style.forms(), row.getString(columns.size() + 1))
        .forEach(value -> cells.add(cellOfForm.apply(value)));
    return cells;
  }

  private static Object filled(Class<?> type, String value) {
    return "".equals(value) ? null : typed(type, value);
  }

  private static String text(Class<?> type, String value) {
    if (value != null && type == OffsetDateTime.class) {
      return TIME.matcher(value)
          .replaceAll(time -> Formats.shown(OffsetDateTime.parse(time.group())));
    }
    return type == String.class ? Formulas.escape(value) : value;
  }

  /** The value of a cell of a sheet, from its text; null if there is none. */
  public static Object typed(Class<?> type, String text) {
    if (text == null) {
      return null;
    } else if (type == Boolean.class) {
      return Boolean.valueOf(text);
    } else if (type == LocalDate.class) {
      return LocalDate.parse(text);
    } else if (type == OffsetDateTime.class && TIME.matcher(text).matches()) {
      return OffsetDateTime.parse(text);
    }
    return Number.class.isAssignableFrom(type) ? new BigDecimal(text) : text;
  }

  /** A line of a table. An empty cell is null; a pair of quotes is a text without characters. */
  public static byte[] line(Stream<String> cells) {
    StringWriter line = new StringWriter();
    LINES.build(line).writeRecord(cells.toArray(String[]::new));
    return line.toString().getBytes(StandardCharsets.UTF_8);
  }
}
