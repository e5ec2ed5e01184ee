package supplychain.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A workbook as Excel writes it, part by part, so that a test can have any mistake in it. */
public final class Xlsx {
  static final String MEDIA_TYPE =
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final String XML =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
  private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  private static final String RELATIONS =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

  private final Map<String, String> parts = new LinkedHashMap<>();
  private final StringBuilder sheets = new StringBuilder();
  private final StringBuilder relations = new StringBuilder();
  private String properties = "";
  private int count;

  /** A workbook whose first sheet has these rows, as XML. */
  public static Xlsx of(String rows) {
    return new Xlsx().sheet("Sheet1", "", rows);
  }

  /** A row with cells that have their texts inline. */
  public static String row(int number, String... texts) {
    StringBuilder cells = new StringBuilder();
    for (String text : texts) {
      cells.append("<c t=\"inlineStr\"><is><t>").append(text).append("</t></is></c>");
    }
    return "<row r=\"%d\">%s</row>".formatted(number, cells);
  }

  /** Adds a sheet. Its state is empty, {@code hidden} or {@code veryHidden}. */
  public Xlsx sheet(String name, String state, String rows) {
    return sheetXml(
        name,
        state,
        XML + "<worksheet xmlns=\"" + MAIN + "\"><sheetData>" + rows + "</sheetData></worksheet>");
  }

  Xlsx sheetXml(String name, String state, String xml) {
    count++;
    sheets.append(
        "<sheet name=\"%s\" sheetId=\"%d\" r:id=\"rId%d\"%s/>"
            .formatted(name, count, count, state.isEmpty() ? "" : " state=\"" + state + "\""));
    relation("rId" + count, "worksheet", "worksheets/sheet" + count + ".xml");
    return part("xl/worksheets/sheet" + count + ".xml", xml);
  }

  private void relation(String id, String type, String target) {
    relations.append(
        "<Relationship Id=\"%s\" Type=\"%s/%s\" Target=\"%s\"/>"
            .formatted(id, RELATIONS, type, target));
  }

  Xlsx from1904() {
    properties = "<workbookPr date1904=\"1\"/>";
    return this;
  }

  /** Adds the texts that cells share, each as the XML in an {@code si}. */
  Xlsx shared(String items) {
    relation("rIdTexts", "sharedStrings", "/xl/sharedStrings.xml");
    return part("xl/sharedStrings.xml", XML + "<sst xmlns=\"" + MAIN + "\">" + items + "</sst>");
  }

  /** Adds a style for each format: a number, or a code. */
  Xlsx formats(Object... formats) {
    StringBuilder codes = new StringBuilder();
    StringBuilder styles = new StringBuilder();
    for (int i = 0; i < formats.length; i++) {
      int id = formats[i] instanceof Integer number ? number : 164 + i;
      if (formats[i] instanceof String code) {
        codes.append("<numFmt numFmtId=\"%d\" formatCode=\"%s\"/>".formatted(id, code));
      }
      styles.append("<xf numFmtId=\"" + id + "\"/>");
    }
    relation("rIdStyles", "styles", "styles.xml");
    return part(
        "xl/styles.xml",
        XML
            + "<styleSheet xmlns=\"%s\"><numFmts>%s</numFmts><cellStyleXfs><xf numFmtId=\"0\"/></cellStyleXfs><cellXfs>%s</cellXfs></styleSheet>"
                .formatted(MAIN, codes, styles));
  }

  Xlsx part(String name, String xml) {
    parts.put(name, xml);
    return this;
  }

  /** The file. */
  public byte[] bytes() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("[Content_Types].xml", XML + "<Types/>");
    all.put(
        "_rels/.rels",
        XML
            + "<Relationships><Relationship Id=\"rId1\" Type=\"%s/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
                .formatted(RELATIONS));
    all.put(
        "xl/workbook.xml",
        XML
            + "<workbook xmlns=\"%s\" xmlns:r=\"%s\">%s<sheets>%s</sheets></workbook>"
                .formatted(MAIN, RELATIONS, properties, sheets));
    all.put("xl/_rels/workbook.xml.rels", XML + "<Relationships>" + relations + "</Relationships>");
    all.putAll(parts);
    return zip(all);
  }

  /** The same entries are the same bytes, whenever they are written. */
  static byte[] zip(Map<String, String> entries) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        ZipEntry part = new ZipEntry(entry.getKey());
        part.setTimeLocal(NO_TIME);
        zip.putNextEntry(part);
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
