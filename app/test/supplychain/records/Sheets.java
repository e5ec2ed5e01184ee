package supplychain.records;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;
import supplychain.Client;
import supplychain.Reply;

/**
 * The sheets of a workbook by their names, as a library reads them. Each cell is written by its
 * type: {@code "text"}, {@code 12.50}, {@code 2026-11-21}, {@code 2026-11-21T12:00}, {@code TRUE};
 * an empty one has no characters.
 */
public record Sheets(Map<String, List<List<String>>> rows) {
  /** The list at a path as a workbook. */
  public static Sheets of(Client client, String path) {
    return of(client.get(path, "Accept", Workbook.MEDIA_TYPE));
  }

  /** The workbook in an answer. */
  public static Sheets of(Reply reply) {
    assertEquals(Workbook.MEDIA_TYPE, reply.expect(200).header("Content-Type"));
    return of(reply.text().getBytes(ISO_8859_1));
  }

  static Sheets of(byte[] file) {
    Map<String, List<List<String>>> sheets = new LinkedHashMap<>();
    ReadingOptions withFormats = new ReadingOptions(true, false);
    try (ReadableWorkbook workbook =
        new ReadableWorkbook(new ByteArrayInputStream(file), withFormats)) {
      for (Sheet sheet : workbook.getSheets().toList()) {
        List<List<String>> rows = new ArrayList<>();
        sheet.read().forEach(row -> rows.add(cells(row)));
        sheets.put(sheet.getName(), rows);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Sheets(sheets);
  }

  private static List<String> cells(Row row) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.getCellCount(); i++) {
      cells.add(row.getOptionalCell(i).map(Sheets::written).orElse(""));
    }
    return cells;
  }

  private static String written(Cell cell) {
    if (cell.getType() == CellType.STRING) {
      return '"' + cell.asString() + '"';
    } else if (cell.getType() == CellType.BOOLEAN) {
      return cell.asBoolean() ? "TRUE" : "FALSE";
    }
    String format = cell.getDataFormatString() + "";
    return format.contains("hh")
        ? cell.asDate() + ""
        : format.contains("yyyy") ? cell.asDate().toLocalDate() + "" : cell.getRawValue();
  }

  /** The only sheet. */
  public List<List<String>> only() {
    assertEquals(1, rows.size(), rows.toString());
    return rows.values().iterator().next();
  }

  /** The cells below the name of a column of a sheet, in the order of the rows. */
  public List<String> column(String sheet, String name) {
    List<List<String>> all = rows.get(sheet);
    int column = all.get(0).indexOf('"' + name + '"');
    assertEquals(true, column >= 0, all.get(0) + " has no column " + name);
    return all.stream().skip(1).map(row -> column < row.size() ? row.get(column) : "").toList();
  }
}
