package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;

/** A workbook (.xlsx, ECMA-376): its sheets, the formats of its cells, and the texts they share. */
final class WorkbookFile {
  /** The most sheets, and the most parts that other ones name. */
  static final int MOST_SHEETS = 1_000;

  /** The most characters of a cell, which is also that of Excel. */
  static final int MOST_TEXT = 32_767;

  private static final int LONGEST_NUMBER = 9;

  private static final int MOST_FORMATS = 100_000;

  private static final Pattern RELATIONS =
      Pattern.compile("(?:.*/)?_rels/(?:[^/]*book[^/]*)?\\.rels");

  /** How many sheets a finding names. */
  private static final int MOST_NAMED = 20;

  /** Where most workbooks have their list of sheets. */
  private static final String USUAL = "xl/workbook.xml";

  /** A part of the file that another one names. */
  private record Part(String type, String name) {}

  /**
   * A sheet with cells.
   *
   * @param part the name of its XML in the file
   */
  record Sheet(String name, String part, boolean isHidden) {}

  private final Map<String, Map<String, Part>> relations = new HashMap<>();
  private final List<Sheet> sheets = new ArrayList<>();
  private final List<CellFormat> formats = new ArrayList<>();
  private final SharedTexts texts;
  private boolean isFrom1904;
  private int countOfParts;

  /**
   * Reads everything but the sheets.
   *
   * @param memory takes the memory of the texts that cells share
   */
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
    String main = named(relations.getOrDefault("_rels/.rels", Map.of()), "officeDocument", USUAL);
    Map<String, Part> parts = relations.getOrDefault(relationsOf(main), Map.of());
    String styles = named(parts, "styles", "");
    String shared = named(parts, "sharedStrings", "");
    LimitedZip.read(
        source,
        (name, content) -> {
          if (isPart(name, main)) {
            readSheets(parts, new LimitedXml(content));
          } else if (isPart(name, styles)) {
            readFormats(new LimitedXml(content));
          } else if (isPart(name, shared)) {
            readTexts(new LimitedXml(content));
          }
          return true;
        });
  }

  private static String named(Map<String, Part> parts, String type, String otherwise) {
    return parts.values().stream()
        .filter(part -> part.type().endsWith("/" + type))
        .map(Part::name)
        .findFirst()
        .orElse(otherwise);
  }

  private static String relationsOf(String part) {
    int name = part.lastIndexOf('/') + 1;
    return part.substring(0, name) + "_rels/" + part.substring(name) + ".rels";
  }

  /** Whether a file of the archive is this part; letter case does not count. */
  static boolean isPart(String name, String part) {
    return name.replace('\\', '/').equalsIgnoreCase(part);
  }

  private void readRelations(String file, LimitedXml xml) throws IOException {
    String folder = file.substring(0, file.indexOf("_rels/"));
    Map<String, Part> parts = relations.computeIfAbsent(file, first -> new HashMap<>());
    while (xml.next()) {
      if (xml.begins("Relationship") && countOfParts++ < MOST_SHEETS) {
        String target = name(xml, "Target");
        String part = target.startsWith("/") ? target.substring(1) : folder + target;
        parts.put(name(xml, "Id"), new Part(name(xml, "Type"), part));
      }
    }
  }

  private void readSheets(Map<String, Part> parts, LimitedXml xml) throws IOException {
    while (xml.next()) {
      if (xml.begins("workbookPr")) {
        isFrom1904 = xml.attribute("date1904").matches("1|true");
      } else if (xml.begins("sheet") && sheets.size() < MOST_SHEETS) {
        Part part = parts.get(xml.attribute("id"));
        boolean isHidden = xml.attribute("state").toLowerCase(Locale.ROOT).contains("hidden");
        if (part != null && part.type().endsWith("/worksheet")) {
          sheets.add(new Sheet(name(xml, "name"), part.name(), isHidden));
        }
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
        if (!texts.add(text)) {
          throw LimitedZip.refusal(
              "Its texts have more than "
                  + (SharedTexts.MOST_BYTES >> 20)
                  + " MiB. Save it as CSV UTF-8.");
        }
      }
    }
  }

  static String longText() {
    return "A cell has more than " + MOST_TEXT + " characters.";
  }

  /** A number in an attribute; -1 if it is none. */
  static int number(String text) {
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || i >= LONGEST_NUMBER) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return text.isEmpty() ? -1 : number;
  }

  /** The names of the first sheets that are not hidden. */
  Stream<String> shown() {
    return sheets.stream().filter(one -> !one.isHidden()).map(Sheet::name).limit(MOST_NAMED);
  }

  /**
   * The sheet with this name, in upper or lower case; without a name, the first that is not hidden.
   *
   * @throws supplychain.core.Problem if there is none
   */
  Sheet sheet(String name) {
    return sheets.stream()
        .filter(
            one ->
                name == null ? !one.isHidden() : one.name().strip().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(
            () -> {
              String all =
                  sheets.stream()
                      .map(Sheet::name)
                      .limit(MOST_NAMED)
                      .collect(Collectors.joining(", "));
              String wanted = name == null ? "" : " \"" + name + "\"";
              return SourceRecord.refusal(
                  "/sheet",
                  "does_not_exist",
                  "The workbook has no sheet%s. Its sheets are: %s.".formatted(wanted, all));
            });
  }

  /** A shared text by its number; null if there is none. */
  String text(int number) {
    return texts.get(number);
  }

  /** The cell of a number in a format; null if it is no number. */
  Cell number(String number, String format) {
    int index = number(format);
    CellFormat shown =
        index < 0 || index >= formats.size() ? CellFormat.GENERAL : formats.get(index);
    return shown.cell(number, isFrom1904);
  }
}
