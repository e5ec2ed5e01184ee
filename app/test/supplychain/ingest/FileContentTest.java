package supplychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.FARMERS;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service knows a file by its content, and says how to save one that it cannot read. */
class FileContentTest {
  private static FileContent of(byte[] bytes) throws IOException {
    return FileContent.of(() -> new ByteArrayInputStream(bytes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "xl/workbook.xml| |WORKBOOK",
        "xl\\worksheets\\sheet1.xml| |WORKBOOK",
        "xl/workbook.bin| |BINARY_WORKBOOK",
        "mimetype|application/vnd.oasis.opendocument.spreadsheet|OPEN_DOCUMENT",
        "mimetype|application/vnd.oasis.opendocument.text|TEXT_DOCUMENT",
        "word/document.xml| |TEXT_DOCUMENT",
        "Index/Document.iwa| |NUMBERS",
        "Purchases.numbers/Index.zip| |NUMBERS",
        "doc.kml| |KMZ",
        "fields/plots.shp| |SHAPEFILE",
        "purchases.csv| |ARCHIVE"
      })
  void aZipFileIsWhatItsEntriesAre(String name, String text, FileContent content)
      throws IOException {
    String first = text == null ? "" : text;
    assertEquals(content, of(Xlsx.zip(Map.of(name, first))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1|OLD_WORKBOOK",
        "%PDF-1.7|PDF",
        "\u00FF\u00D8\u00FF\u00E0|PICTURE",
        "\u0089PNG|PICTURE",
        "abcdftypheic|PICTURE",
        "\u001F\u008B\b|ARCHIVE",
        "<html><body><table>|WEB_PAGE",
        "  <!DOCTYPE HTML PUBLIC|WEB_PAGE",
        "\u00EF\u00BB\u00BF<table border=1>|WEB_PAGE",
        "<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?><Workbook>|XML_WORKBOOK",
        "<?xml version='1.0'?><kml>|KML",
        "<gpx creator=\"x\">|GPX",
        "first_name,country|TEXT",
        "|TEXT"
      })
  void anyOtherFileIsWhatItsBeginningIs(String start, FileContent content) throws IOException {
    assertEquals(content, of((start == null ? "" : start).getBytes(ISO_8859_1)));
  }

  @Test
  void aWebPageInUtf16IsAWebPage() throws IOException {
    assertEquals(FileContent.WEB_PAGE, of("\uFEFF<html>".getBytes(UTF_16LE)));
  }

  @Test
  void aFileThatTheServiceCannotReadGetsTheWayToSaveIt() {
    BulkScene scene = new BulkScene();
    byte[] old = "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1".getBytes(ISO_8859_1);
    for (String type : List.of("text/csv", Xlsx.MEDIA_TYPE, "application/x-ndjson")) {
      assertEquals(
          " This is an old workbook (.xls), or one with a password. In Excel or LibreOffice, save it"
              + " as .xlsx without a password, and send that file.",
          scene.post(FARMERS, type, old).expect(400, " format").details().get(0));
    }
    byte[] page = "<table><tr><td>first_name".getBytes(UTF_8);
    String detail = scene.post(FARMERS, "text/csv", page).expect(400, " format").details().get(0);
    assertTrue(detail.startsWith(" This is a web page (HTML)"), detail);
  }
}
