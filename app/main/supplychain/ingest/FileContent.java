package supplychain.ingest;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOSupplier;

/** What a file is by its content, whatever its name. */
public enum FileContent {
  TEXT(null),
  WORKBOOK(null),
  OLD_WORKBOOK(
      "This is an old workbook (.xls), or one with a password. In Excel or LibreOffice, save it as"
          + " .xlsx without a password, and send that file."),
  BINARY_WORKBOOK(
      "This is a binary workbook (.xlsb). In Excel, save it as .xlsx, and send that file."),
  OPEN_DOCUMENT(
      "This is a spreadsheet of LibreOffice (.ods). Save it as .xlsx (Excel 2007-365), and send that"
          + " file."),
  NUMBERS(
      "This is a document of Apple Numbers. Choose File > Export To > Excel, format .xlsx, and send"
          + " that file."),
  TEXT_DOCUMENT(
      "This is a text document. Copy its table to a spreadsheet, save it as .xlsx, and send that"
          + " file."),
  KMZ(
      "This is a KMZ of plots. Send it to the path of plots, with the header Content-Type:"
          + " application/vnd.google-earth.kmz. The command import reads it with --kind plots."),
  KML(
      "This is KML with plots. Send it to the path of plots, with the header Content-Type:"
          + " application/vnd.google-earth.kml+xml. The command import reads it with --kind plots."),
  GPX(
      "This is GPX. For waypoints, run `ogr2ogr plots.geojson FILE.gpx waypoints`. For tracks around"
          + " plots, open it in QGIS, run Lines to Polygons, and export GeoJSON. Send the .geojson"
          + " file as plots."),
  SHAPEFILE(
      "This is a zipped shapefile. In QGIS, choose Export > Save Features As, format GeoJSON, CRS"
          + " EPSG:4326; or run `ogr2ogr -t_srs EPSG:4326 plots.geojson FILE.shp`. Send the .geojson"
          + " file as plots."),
  ARCHIVE("This is a compressed file. Unpack it, and send the table in it."),
  PDF(
      "This is a PDF. Ask for the spreadsheet from which it was printed, or write its values in a"
          + " spreadsheet."),
  PICTURE("This is a picture. Write its values in a spreadsheet, and send that as .xlsx or .csv."),
  WEB_PAGE(
      "This is a web page (HTML), whatever its name. Open it in Excel or LibreOffice, save it as"
          + " .xlsx, and send that file."),
  XML_WORKBOOK(
      "This is a workbook in one XML file (Excel 2003). In Excel or LibreOffice, save it as .xlsx,"
          + " and send that file.");

  private static final int HEAD = 1 << 10;

  /** How a file begins; each character is a byte. */
  private static final Pattern ZIP = Pattern.compile("PK(?:\u0003\u0004|\u0005\u0006)");

  private static final Pattern OLE = Pattern.compile("\u00D0\u00CF\u0011\u00E0");
  private static final Pattern COMPRESSED =
      Pattern.compile("\u001F\u008B|7z\u00BC\u00AF|Rar!|BZh[1-9]|\u00FD7zXZ");
  private static final Pattern IMAGE =
      Pattern.compile(
          "\u00FF\u00D8\u00FF|\u0089PNG|GIF8|II\\*\u0000|MM\u0000\\*|BM[\\x00-\\xFF]{4}\u0000{4}"
              + "|RIFF[\\x00-\\xFF]{4}WEBP|[\\x00-\\xFF]{4}ftyp(?:heic|heix|mif1|avif)");
  private static final Pattern HTML =
      Pattern.compile(
          "(?:\\s|<\\?xml[^>]*>|<!--.*?-->)*<(?:!doctype html|html|head|body|table|meta|style|div)\\b",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern MAP =
      Pattern.compile(
          "(?:\\s|<\\?xml[^>]*>|<!--.*?-->)*<(?:[a-z]{1,10}:)?(kml|gpx)\\b", Pattern.DOTALL);
  private static final Pattern EXCEL_2003 =
      Pattern.compile("(?s)\\s*<\\?xml.*(?:<Workbook|office:spreadsheet|Excel\\.Sheet).*");

  /** How to save it for the service; null if the service can read it. */
  private final String advice;

  FileContent(String advice) {
    this.advice = advice;
  }

  /** Looks at the beginning of a file, and at the names in a ZIP file. */
  public static FileContent of(IOSupplier<InputStream> source) throws IOException {
    byte[] bytes;
    try (InputStream start = new BufferedInputStream(source.get())) {
      bytes = start.readNBytes(HEAD);
    }
    String head = new String(bytes, StandardCharsets.ISO_8859_1);
    if (ZIP.matcher(head).lookingAt()) {
      return ofZip(source);
    }
    if (OLE.matcher(head).lookingAt()) {
      return OLD_WORKBOOK;
    }
    if (head.startsWith("%PDF")) {
      return PDF;
    }
    String marked = head.replaceFirst("^\u00EF\u00BB\u00BF", "").replace("\u0000", "");
    String text = marked.replaceFirst("^(?:\u00FF\u00FE|\u00FE\u00FF)", "");
    if (HTML.matcher(text).lookingAt()) {
      return WEB_PAGE;
    }
    Matcher map = MAP.matcher(text);
    if (map.lookingAt()) {
      return map.group(1).equals("gpx") ? GPX : KML;
    }
    if (EXCEL_2003.matcher(text).matches()) {
      return XML_WORKBOOK;
    }
    boolean isImage = IMAGE.matcher(head).lookingAt();
    return isImage ? PICTURE : COMPRESSED.matcher(head).lookingAt() ? ARCHIVE : TEXT;
  }

  private static FileContent ofZip(IOSupplier<InputStream> source) throws IOException {
    AtomicReference<FileContent> found = new AtomicReference<>(ARCHIVE);
    LimitedZip.read(
        source,
        (name, content) -> {
          FileContent one = ofEntry(name.replace('\\', '/').toLowerCase(Locale.ROOT), content);
          found.set(one);
          return one == ARCHIVE;
        });
    return found.get();
  }

  private static FileContent ofEntry(String name, InputStream content) throws IOException {
    if (name.equals("mimetype")) {
      String type = new String(content.readNBytes(HEAD), StandardCharsets.US_ASCII);
      return type.contains("spreadsheet")
          ? OPEN_DOCUMENT
          : type.contains("opendocument") ? TEXT_DOCUMENT : ARCHIVE;
    }
    if (name.equals("xl/workbook.bin")) {
      return BINARY_WORKBOOK;
    }
    if (name.matches("(xl/)?workbook[^/]*\\.xml") || name.startsWith("xl/worksheets/")) {
      return WORKBOOK;
    }
    if (name.startsWith("word/") || name.startsWith("ppt/")) {
      return TEXT_DOCUMENT;
    }
    if (name.matches("(.*/)?index/.*\\.iwa|(.*/)?index\\.zip")) {
      return NUMBERS;
    }
    return name.endsWith(".kml") ? KMZ : name.endsWith(".shp") ? SHAPEFILE : ARCHIVE;
  }

  /** Whether it has placemarks. */
  public boolean isOfPlacemarks() {
    return this == KML || this == KMZ;
  }

  /** Refuses a file that the service cannot read, with the way to save it. */
  void requireReadable() {
    if (advice != null) {
      throw SourceRecord.refusal("", "format", advice);
    }
  }
}
