package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.ingest.Xlsx.row;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.World;

/** The service reads the sheets of workbooks with the types that their cells have. */
class SheetTest extends PurchaseScene {
  private static final String[] NAMES = {"first_name", "country", "phone", "date_of_birth"};

  private Reply send(String path, Xlsx workbook) {
    return scene.post(path, Xlsx.MEDIA_TYPE, workbook.bytes());
  }

  private static String cell(String column, String attributes, String content) {
    return "<c r=\"%s2\" %s>%s</c>".formatted(column, attributes, content);
  }

  /** A purchase whose cells are XML; the first two are those of the farmer and of the product. */
  private Xlsx purchase(String... cells) {
    return Xlsx.of(
        row(1, "source", "product", "quantity", "amount", "date", "invoice_number")
            + "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>%s</t></is></c><c r=\"B2\" t=\"inlineStr\"><is><t>%s</t></is></c>%s</row>"
                .formatted(farmer, product, String.join("", cells)));
  }

  @Test
  void numbersAndDatesHaveTheTypesOfTheirCells() {
    Xlsx workbook =
        purchase(
                cell("C", "s=\"0\"", "<v>120.5</v>"),
                cell("D", "", "<f>C2*2000</f><v>241000</v>"),
                cell("E", "s=\"1\"", "<v>46347.34375</v>"),
                cell("F", "t=\"s\"", "<v>1</v>"))
            .formats(0, 22)
            .shared(
                "<si><t>x</t></si><si><r><t>R-</t></r><r><rPr/><t>1</t></r><rPh><t>no</t></rPh></si>");
    Reply reply = send(GOODS, workbook);
    assertEquals("{\"new\":1,\"sheet\":\"Sheet1\"}", reply.wholeSummary());
    JsonNode record = scene.first(GOODS, reply);
    assertEquals("120.5", record.get("quantity").asText());
    assertEquals("241000", record.get("amount").asText());
    assertEquals("R-1", record.get("invoice_number").asText());
    assertTrue(record.get("date").asText().startsWith("2026-11-21T"), record::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "0.30000000000000004, 0.3",
    "12.34567800000000003, 12.345678",
    "1.0E2, 100",
    "24000, 24000",
    "1.250, 1.25"
  })
  void aNumberHasTheDigitsThatExcelShows(String number, String shown) {
    Xlsx workbook = purchase(cell("C", "", "<v>" + number + "</v>"), cell("D", "", "<v>1</v>"));
    assertEquals(shown, scene.first(GOODS, send(GOODS, workbook)).get("quantity").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "14|29445|2026-1|1980-08-12",
        "dd/mm/yyyy;@|29445|2026-1|1980-08-12",
        "[$-409]d\\-mmm\\-yy|29445.0|2026-1|1980-08-12",
        "mmm yyyy|59|2026-1|1900-02-28",
        "yyyy|61|2026-1|1900-03-01",
        "\"day \"dd.mm.yy|1|2026-1|1900-01-01",
        "14|27983|1904|1980-08-12"
      })
  void aDateCellIsThatDay(String format, String number, String start, String day) {
    Object shown = format.equals("14") ? Integer.valueOf(14) : format.replace("\"", "&quot;");
    Xlsx workbook =
        Xlsx.of(
                row(1, NAMES)
                    + "<row r=\"2\"><c r=\"A2\" t=\"str\"><v>Ruth</v></c><c r=\"B2\" t=\"str\"><v>Uganda</v></c><c r=\"D2\" s=\"0\"><v>%s</v></c></row>"
                        .formatted(number))
            .formats(shown);
    Xlsx dated = start.equals("1904") ? workbook.from1904() : workbook;
    assertEquals(day, scene.first(FARMERS, send(FARMERS, dated)).get("date_of_birth").asText());
  }

  @Test
  void codesKeepTheirZerosAndLoseNoDigits() {
    String rows =
        row(1, NAMES)
            + "<row r=\"2\"><c r=\"A2\" t=\"str\"><v>Ruth</v></c><c r=\"B2\" t=\"str\"><v>Uganda</v></c><c r=\"C2\" s=\"%d\"><v>%s</v></c></row>";
    Xlsx zeros = Xlsx.of(rows.formatted(0, "772123456")).formats("0000000000");
    assertEquals("0772123456", scene.first(FARMERS, send(FARMERS, zeros)).get("phone").asText());
    Xlsx plain = Xlsx.of(rows.formatted(0, "2.56772123456E11")).formats(0);
    assertEquals("256772123456", scene.first(FARMERS, send(FARMERS, plain)).get("phone").asText());
    send(FARMERS, Xlsx.of(rows.formatted(0, "1.234567890123456789E18")))
        .expect(400, "/2/phone format");
    assertEquals(
        List.of(
            "/2/phone \"2026-04-03\" is a date, which a spreadsheet makes of a text like 3-4. Format"
                + " the column as text, and write the value again."),
        send(FARMERS, Xlsx.of(rows.formatted(0, "46115")).formats(14)).expect(400).details());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<v/>", "<v></v>"})
  void anErrorAndAFormulaWithoutResultAreFindings(String result) {
    Xlsx workbook =
        purchase(
            cell("C", "t=\"e\"", "<f>1/0</f><v>#DIV/0!</v>"),
            cell("D", "", "<f>C2*2</f>" + result));
    assertEquals(
        List.of(
            "/2/quantity \"#DIV/0!\" is an error of a formula. Correct the formula, or write the"
                + " value.",
            "/2/amount This formula has no result. Open the workbook in Excel or LibreOffice, and"
                + " save it."),
        send(GOODS, workbook).expect(400).details());
  }

  @Test
  void anEmptyResultIsAnEmptyCellAndATextIsReadAsInATable() {
    Xlsx workbook =
        purchase(
            cell("C", "t=\"str\"", "<f>\"\"</f><v></v>"),
            cell("D", "t=\"inlineStr\"", "<is><t> 1,5 </t></is>"),
            cell("F", "t=\"b\"", "<v>1</v>"));
    JsonNode record = scene.first(GOODS, send(GOODS, workbook));
    assertTrue(record.get("quantity").isNull());
    assertEquals("1.5", record.get("amount").asText());
    assertEquals("true", record.get("invoice_number").asText());
  }

  @Test
  void findingsNameTheRowOfTheSheetBelowATitle() {
    String rows =
        row(1, "Members 2026")
            + "<row r=\"3\"/>"
            + row(4, "First Name", "Country")
            + row(7, "", "Uganda")
            + row(9, "Ruth", "Uganda")
            + row(11, "", "Uganda");
    assertEquals(
        List.of("/7/First Name Rows 7, 11: This value is required."),
        send(FARMERS, Xlsx.of(rows)).expect(400, "/7/First Name required").details());
    byte[] bytes = Xlsx.of(rows).bytes();
    String text = scene.post(FARMERS, Xlsx.MEDIA_TYPE, bytes, "Accept", "text/plain").text();
    assertTrue(text.contains("rows 7, 11, column First Name: This value is required."), text);
  }

  @Test
  void theFirstVisibleSheetIsReadOrTheOneThatTheClientNames() {
    Xlsx workbook =
        new Xlsx()
            .sheet("Lists", "veryHidden", row(1, "Colour"))
            .sheet("Members", "", row(1, "first_name", "country") + row(2, "Ruth", "Uganda"))
            .sheet(
                "Old members", "hidden", row(1, "first_name", "country") + row(3, "Ann", "Uganda"));
    assertEquals("Ruth", scene.first(FARMERS, send(FARMERS, workbook)).get("first_name").asText());
    Reply old = send(FARMERS + "?sheet=old%20MEMBERS", workbook);
    assertEquals("3", old.expect(200).lines().get(0).get("line").asText());
    assertEquals(
        List.of(
            "/sheet The workbook has no sheet \"New\". Its sheets are: Lists, Members, Old members."),
        send(FARMERS + "?sheet=New", workbook).expect(400, "/sheet does_not_exist").details());
    scene.csv(FARMERS + "?sheet=New", "first_name\nRuth\n").expect(400, "/sheet format");
  }

  @Test
  void aSheetWithoutNamesOfColumnsNamesTheOtherSheets() {
    Xlsx workbook =
        new Xlsx()
            .sheet("Read me", "", row(1, "Fill in the second sheet"))
            .sheet("Members", "", row(1, "first_name", "country") + row(2, "Ruth", "Uganda"))
            .sheet("Old members", "hidden", row(1, "first_name"));
    String detail = send(FARMERS, workbook).expect(400, "/1 no_heading").details().get(0);
    String others =
        " The workbook has other sheets, too: Members. To read one, choose `sheet=Members`.";
    assertTrue(detail.endsWith(", zipcode." + others), detail);
  }

  @Test
  void mergedCellsOfSeveralRowsAreAFinding() {
    String rows =
        row(1, "first_name", "country") + row(2, "Ruth", "Uganda") + row(3, "Ann") + row(4, "Eve");
    String xml =
        "<worksheet><sheetData>%s</sheetData><mergeCells>%s<mergeCell ref=\"B2:B4\"/></mergeCells></worksheet>"
            .formatted(rows, "<mergeCell ref=\"A1:B1\"/>".repeat(SheetRows.MOST_COLUMNS));
    Reply reply = send(FARMERS, new Xlsx().sheetXml("A", "", xml)).expect(400);
    String merged =
        "/2/country Rows 2 to 4 are merged in this column. Unmerge them, and fill in each cell.";
    assertTrue(reply.details().contains(merged), reply::text);
  }

  @Test
  void aWorkbookIsKnownByItsContentAndByItsSheet() {
    String name = World.unique(8);
    Xlsx workbook =
        new Xlsx()
            .sheet("A", "", row(1, "first_name", "country") + row(2, name, "Uganda"))
            .sheet("B", "", row(1, "first_name", "country") + row(2, name + "b", "Uganda"));
    scene.post(FARMERS, "text/csv", workbook.bytes()).expect(200);
    send(FARMERS, workbook).expect(409);
    send(FARMERS + "?sheet=B", workbook).expect(200);
    send(FARMERS + "?sheet=B", workbook).expect(409);
    send(FARMERS + "?sheet=b", workbook).expect(409);
  }
}
