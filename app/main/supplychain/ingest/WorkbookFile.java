package supplychain.ingest;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;

/** A workbook (.xlsx, ECMA-376): its sheets, the formats of its cells, and the texts they share. */
final class WorkbookFile {
  /** The most sheets, and the most parts that other ones name. */
  static final int MOST_SHEETS = 1_000;

  /** The most characters of a cell, which is also that of Excel. */
  static final int MOST_TEXT = 32_767;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private static final int MOST_FORMATS = 100_000;

  private static final Pattern RELATIONS =
      Pattern.compile("(?:.*/)?_rels/(?:[^/]*book[^/]*)?\\.rels");

  private static final int MOST_NAMED = 20;

  /** Where most workbooks have their list of sheets. */
  private static final String USUAL = "xl/workbook.xml";

  /** A part that another file of the archive names; the id is that of the name there. */
  private record Part(String file, String id, String type, String name) {}

  /** A sheet with cells; the part is the name of its XML in the file. */
  record Sheet(String name, String part, boolean isHidden) {}

  private final List<Part> parts = new ArrayList<>();
  private final List<Sheet> sheets = new ArrayList<>();
  private final List<CellFormat> formats = new ArrayList<>();
  final SharedTexts texts;
  private boolean isFrom1904;

  /** Reads everything but the sheets. */
  WorkbookFile(IOSupplier<InputStream> source, IntConsumer memory) throws IOException {
    texts = new SharedTexts(memory);
    LimitedZip.read(
        source,
        (name, content) -> {
          String part = name.replace('\\', '/');
          if (RELATIONS.matcher(part).matches()) {
            readRelations(part, new LimitedXml(content));
          }
          return true;
        });
    String main = named("_rels/.rels", "officeDocument", USUAL);
    int start = main.lastIndexOf('/') + 1;
    String relations = main.substring(0, start) + "_rels/" + main.substring(start) + ".rels";
    String styles = named(relations, "styles", "");
    String shared = named(relations, "sharedStrings", "");
    LimitedZip.read(
        source,
        (name, content) -> {
          if (isPart(name, main)) {
            readSheets(relations, new LimitedXml(content));
          } else if (isPart(name, styles)) {
            readFormats(new LimitedXml(content));
          } else if (isPart(name, shared)) {
            readTexts(new LimitedXml(content));
          }
          return true;
        });
  }

  private String named(String file, String type, String otherwise) {
    return parts.stream()
        .filter(part -> part.file().equals(file) && part.type().endsWith("/" + type))
        .map(Part::name)
        .findFirst()
        .orElse(otherwise);
  }

  /** Whether a file of the archive is this part; letter case does not count. */
  static boolean isPart(String name, String part) {
    return name.replace('\\', '/').equalsIgnoreCase(part);
  }

  private void readRelations(String file, LimitedXml xml) throws IOException {
    String folder = file.substring(0, file.indexOf("_rels/"));
    while (xml.next()) {
      if (xml.begins("Relationship") && parts.size() < MOST_SHEETS) {
        String target = name(xml, "Target");
        String part = target.startsWith("/") ? target.substring(1) : folder + target;
        parts.add(new Part(file, name(xml, "Id"), name(xml, "Type"), part));
      }
    }
  }

  private void readSheets(String relations, LimitedXml xml) throws IOException {
    while (xml.next()) {
      if (xml.begins("workbookPr")) {
        isFrom1904 = xml.attribute("date1904").matches("1|true");
      } else if (xml.begins("sheet") && sheets.size() < MOST_SHEETS) {
        String sheet = name(xml, "name");
        String id = xml.attribute("id");
        boolean isHidden = xml.attribute("state").toLowerCase(Locale.ROOT).contains("hidden");
        parts.stream()
            .filter(one -> one.file().equals(relations) && one.id().equals(id))
            .filter(one -> one.type().endsWith("/worksheet"))
            .limit(1)
            .forEach(one -> sheets.add(new Sheet(sheet, one.name(), isHidden)));
      }
    }
  }

  private static String name(LimitedXml xml, String attribute) {
    String name = xml.attribute(attribute);
    LimitedZip.requireShort(name);
    return name;
  }

  private void readFormats(LimitedXml xml) throws IOException {
    Map<Integer, CellFormat> codes = new HashMap<>();
    boolean isInCells = false;
    while (xml.next()) {
      if (xml.begins("numFmt") && codes.size() < MOST_FORMATS) {
        codes.put(
            number(xml.attribute("numFmtId")), CellFormat.ofCode(xml.attribute("formatCode")));
      } else if (xml.begins("cellXfs") || xml.ends("cellXfs")) {
        isInCells = xml.begins("cellXfs");
      } else if (isInCells && xml.begins("xf") && formats.size() < MOST_FORMATS) {
        int number = number(xml.attribute("numFmtId"));
        formats.add(codes.getOrDefault(number, CellFormat.ofNumber(number)));
      }
    }
  }

  private void readTexts(LimitedXml xml) throws IOException {
    while (xml.next()) {
      if (xml.begins("si")) {
        String text = xml.text(MOST_TEXT, "rPh");
        if (text == null) {
          throw LimitedZip.refusal(longText());
        }
        texts.add(text);
      }
    }
  }

  static String longText() {
    return "A cell has more than " + MOST_TEXT + " characters.";
  }

  /** A number in an attribute; -1 if it is none. */
  static int number(String text) {
    return NUMBER.matcher(text).matches() ? Integer.parseInt(text) : -1;
  }

  Stream<String> shown() {
    return sheets.stream().filter(one -> !one.isHidden()).map(Sheet::name).limit(MOST_NAMED);
  }

  /** The sheet with this name in any case; without a name, the first that is not hidden. */
  Sheet sheet(String name) {
    String wanted = name == null ? "" : " \"" + name + "\"";
    String all = sheets.stream().map(Sheet::name).limit(MOST_NAMED).collect(joining(", "));
    String detail = "The workbook has no sheet%s. Its sheets are: %s.".formatted(wanted, all);
    return sheets.stream()
        .filter(
            one ->
                name == null ? !one.isHidden() : one.name().strip().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(() -> SourceRecord.refusal("/sheet", "does_not_exist", detail));
  }

  /** The cell of a number in a format; null if it is no number. */
  Cell number(String number, String format) {
    int index = number(format);
    CellFormat shown =
        index < 0 || index >= formats.size() ? CellFormat.GENERAL : formats.get(index);
    return shown.cell(number, isFrom1904);
  }
}
