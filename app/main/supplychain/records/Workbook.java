package supplychain.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.lang3.StringUtils;
import supplychain.http.Server;
import supplychain.records.ListFormat.ListWriter;
import supplychain.records.ListRequest.TableStyle;

/**
 * Writes a workbook for Excel (ECMA-376) to a stream, and keeps no row in memory. {@link SheetCell}
 * says how a value appears.
 */
public final class Workbook implements ListWriter {
  public static final String MEDIA_TYPE = Server.WORKBOOK;

  /** The most rows of a sheet in Excel. A further sheet has the others. */
  public static final int MOST_ROWS = 1_048_576;

  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  private static final String FORMATS = "http://schemas.openxmlformats.org/";
  private static final String MAIN = FORMATS + "spreadsheetml/2006/main";
  private static final String PACKAGE = FORMATS + "package/2006/";
  private static final String RELATION = FORMATS + "officeDocument/2006/relationships";
  private static final String TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

  /** The row of names stays in view. */
  private static final String SHEET_START =
      XML
          + "<worksheet xmlns=\"%s\"><sheetViews><sheetView workbookViewId=\"0\"><pane ySplit=\"1\""
              .formatted(MAIN)
          + " topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>"
          + "<cols>";

  /** The first time that a ZIP file knows: the same rows have the same bytes, and the same ETag. */
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final ZipOutputStream zip;
  private final List<String> names = new ArrayList<>();
  private String title;
  private List<SheetColumn> columns;
  private List<String> letters;
  private int sheetsOfTitle;
  private int rows;

  /** A column of a sheet, with the class of its values. */
  public record SheetColumn(String name, Class<?> type) {}

  /** Begins a workbook. */
  public Workbook(OutputStream out) {
    zip = new ZipOutputStream(new BufferedOutputStream(out), UTF_8);
    zip.setLevel(Deflater.BEST_SPEED);
  }

  void begin(RecordKind kind, TableStyle style) throws IOException {
    begin(kind.name(), kind.sheet(style.isNamed()).columns(style));
  }

  /** Begins the next sheet, with a row of the names of its columns. */
  public void begin(String sheet, List<SheetColumn> columnsOfSheet) throws IOException {
    endSheet();
    title = sheet;
    columns = List.copyOf(columnsOfSheet);
    letters = IntStream.range(0, columns.size()).mapToObj(Workbook::letters).toList();
    sheetsOfTitle = 0;
    beginSheet();
  }

  /** Writes a row of values, each null for an empty cell. */
  public void row(List<?> values) throws IOException {
    row(SheetCell.row(values));
  }

  @Override
  public void write(List<byte[]> records) throws IOException {
    for (byte[] cells : records) {
      row(cells);
    }
  }

  /** Writes a row that {@link SheetCell#row} made. */
  private void row(byte[] cells) throws IOException {
    if (rows == MOST_ROWS) {
      endSheet();
      beginSheet();
    }
    rows++;
    String[] each = StringUtils.splitPreserveAllTokens(new String(cells, UTF_8), SheetCell.END);
    StringBuilder row = new StringBuilder(cells.length * 2);
    row.append("<row r=\"").append(rows).append("\">");
    for (int i = 0; i < each.length; i++) {
      if (!each[i].isEmpty()) {
        row.append("<c r=\"").append(letters.get(i)).append(rows).append('"').append(each[i]);
      }
    }
    zip.write(utf8(row.append("</row>").toString()));
  }

  /** Ends the workbook and the stream. */
  @Override
  public void end() throws IOException {
    endSheet();
    StringBuilder types = new StringBuilder();
    StringBuilder sheets = new StringBuilder();
    StringBuilder relations = new StringBuilder();
    for (int i = 1; i <= names.size(); i++) {
      types.append(part("xl/worksheets/sheet" + i, "worksheet"));
      sheets.append(
          "<sheet name=\"%s\" sheetId=\"%2$d\" r:id=\"r%2$d\"/>"
              .formatted(SheetCell.escape(names.get(i - 1)), i));
      relations.append(relation("r" + i, "worksheet", "worksheets/sheet" + i + ".xml"));
    }
    relations.append(relation("styles", "styles", "styles.xml"));
    types.append(part("xl/workbook", "sheet.main")).append(part("xl/styles", "styles"));
    write("xl/styles.xml", SheetCell.styles(MAIN));
    write(
        "xl/workbook.xml",
        "<workbook xmlns=\"%s\" xmlns:r=\"%s\"><sheets>%s</sheets></workbook>"
            .formatted(MAIN, RELATION, sheets));
    write("xl/_rels/workbook.xml.rels", relations(relations.toString()));
    write("_rels/.rels", relations(relation("r1", "officeDocument", "xl/workbook.xml")));
    write(
        "[Content_Types].xml",
        "<Types xmlns=\"%scontent-types\"><Default Extension=\"rels\" ContentType=\"%s\"/>%s</Types>"
            .formatted(PACKAGE, "application/vnd.openxmlformats-package.relationships+xml", types));
    zip.close();
  }

  private void beginSheet() throws IOException {
    sheetsOfTitle++;
    names.add(sheetsOfTitle == 1 ? title : title + " " + sheetsOfTitle);
    beginEntry("xl/worksheets/sheet" + names.size() + ".xml");
    zip.write(utf8(SHEET_START));
    for (int i = 1; i <= columns.size(); i++) {
      zip.write(utf8(SheetCell.column(i, columns.get(i - 1).type())));
    }
    zip.write(utf8("</cols><sheetData>"));
    rows = 0;
    row(SheetCell.head(columns.stream().map(SheetColumn::name).toList()));
  }

  private void endSheet() throws IOException {
    if (!names.isEmpty()) {
      zip.write(utf8("</sheetData></worksheet>"));
      zip.closeEntry();
    }
  }

  private void write(String path, String xml) throws IOException {
    beginEntry(path);
    zip.write(utf8(XML + xml));
    zip.closeEntry();
  }

  private void beginEntry(String path) throws IOException {
    ZipEntry entry = new ZipEntry(path);
    entry.setTimeLocal(NO_TIME);
    zip.putNextEntry(entry);
  }

  private static String part(String path, String type) {
    return "<Override PartName=\"/%s.xml\" ContentType=\"%s%s+xml\"/>".formatted(path, TYPE, type);
  }

  private static String relation(String id, String type, String target) {
    return "<Relationship Id=\"%s\" Type=\"%s/%s\" Target=\"%s\"/>"
        .formatted(id, RELATION, type, target);
  }

  private static String relations(String all) {
    return "<Relationships xmlns=\"%srelationships\">%s</Relationships>".formatted(PACKAGE, all);
  }

  /** The letters of a column: A, B … Z, AA … */
  private static String letters(int column) {
    String last = String.valueOf((char) ('A' + column % 26));
    return column < 26 ? last : letters(column / 26 - 1) + last;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
