package supplychain.records;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.WatchedDriver;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.records.Workbook.SheetColumn;

/** A whole list as a workbook for Excel. */
class WorkbookTest extends OneCompany {
  private static final String PAID = "payment-transactions";

  private final Client member = world.client(company, Role.MEMBER);
  private final UUID product = world.product("Cherry");

  private JsonNode farmer(String fields) {
    return member.post(FARMERS, "{\"first_name\": \"Grace\", " + fields + "}").expect(201).json();
  }

  private String bought(UUID farmer, String number, String fields) {
    String body = Goods.body(farmer, company, product, "'number': '" + number + "', " + fields);
    return member.post(GOODS, body).expect(201).id();
  }

  @Test
  void aSheetHasARowOfNamesAndARowForEachRecord() {
    String id =
        farmer("\"phone\": \"0772123456\", \"date_of_birth\": \"1980-02-29\", \"latitude\": -1.5")
            .get("id")
            .asText();
    Reply reply = member.get(FARMERS, "Accept", Workbook.MEDIA_TYPE);
    assertEquals("attachment; filename=\"farmers.xlsx\"", reply.header("Content-Disposition"));
    assertEquals("Accept, Accept-Encoding", reply.header("Vary"));
    Sheets sheets = Sheets.of(reply);
    assertEquals(List.of("farmers"), List.copyOf(sheets.rows().keySet()));
    assertEquals(2, sheets.only().size());
    assertEquals(List.of('"' + id + '"'), sheets.column("farmers", "id"));
    assertEquals(List.of("\"Grace\""), sheets.column("farmers", "first_name"));
    assertEquals(List.of("\"0772123456\""), sheets.column("farmers", "phone"));
    assertEquals(List.of(""), sheets.column("farmers", "email"));
    assertEquals(List.of("1980-02-29"), sheets.column("farmers", "date_of_birth"));
    assertEquals(List.of("-1.5"), sheets.column("farmers", "latitude"));
    assertEquals(List.of("\"Cooperative\""), sheets.column("farmers", "buyer.name"));
  }

  @Test
  void theBytesOfAWorkbookDoNotDependOnTheTime() throws IOException {
    byte[] file = member.get(FARMERS, "Accept", Workbook.MEDIA_TYPE).text().getBytes(ISO_8859_1);
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      for (ZipEntry part = zip.getNextEntry(); part != null; part = zip.getNextEntry()) {
        assertEquals("1980-01-01T00:00", "" + part.getTimeLocal(), part.getName());
      }
    }
  }

  @Test
  void columnsCanBeIds() {
    farmer("\"phone\": \"1\"");
    assertEquals(
        List.of("\"" + company + "\""),
        Sheets.of(member, FARMERS + "?columns=ids").column("farmers", "buyer"));
  }

  @Test
  void numbersAndTimesAreCellsOfTheirTypes() {
    UUID farmer = world.farmer(company);
    bought(
        farmer, "P-1", "'quantity': '5.50', 'amount': '1500.50', 'date': '2026-11-21T08:15:30Z'");
    Sheets sheets = Sheets.of(member, GOODS);
    assertEquals(List.of("5.50"), sheets.column("product-transactions", "quantity"));
    assertEquals(List.of("1500.50"), sheets.column("product-transactions", "amount"));
    assertEquals(List.of("2026-11-21T13:45:30"), sheets.column("product-transactions", "date"));
  }

  @Test
  void aNumberOfMoreThanFifteenDigitsIsText() {
    UUID farmer = world.farmer(company);
    bought(farmer, "P-1", "'amount': '1234567890123456.5'");
    bought(farmer, "P-2", "'amount': '123456789012345.000000'");
    assertEquals(
        List.of("\"1234567890123456.5\"", "123456789012345.000000"),
        Sheets.of(member, GOODS).column("product-transactions", "amount"));
  }

  @Test
  void aDayThatExcelDoesNotHaveIsText() {
    farmer("\"date_of_birth\": \"1900-02-28\"");
    farmer("\"date_of_birth\": \"1900-03-01\"");
    assertEquals(
        List.of("\"1900-02-28\"", "1900-03-01"),
        Sheets.of(member, FARMERS).column("farmers", "date_of_birth"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-x",
        "@SUM(A1)",
        "'=1",
        "007",
        "1e5",
        "2026-11-21",
        "TRUE",
        "#REF!",
        "<a>&\"'",
        "a\nb",
        "  blanks  ",
        "🌾",
        "]]>"
      })
  void aTextStaysText(String text) {
    JsonNode farmer = farmer("\"description\": " + Json.MAPPER.valueToTree(text));
    assertEquals(text, farmer.get("description").asText());
    assertEquals(
        List.of('"' + text + '"'), Sheets.of(member, FARMERS).column("farmers", "description"));
  }

  @Test
  void eachPaymentIsARowOfASecondSheet() {
    UUID farmer = world.farmer(company);
    bought(
        farmer,
        "P-1",
        "'amount': '3', 'transaction_payments': [{'amount': 1000, 'number': 'M-1'},"
            + " {'amount': 500.5, 'number': 'M-2', 'currency': 'USD'}]");
    bought(farmer, "P-2", "'amount': '4'");
    bought(
        farmer, "P-3", "'amount': '5', 'transaction_payments': [{'amount': 5, 'number': 'M-3'}]");
    String advance = "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": 9}";
    member.post(PAYMENTS, advance.formatted(company, farmer)).expect(201);
    Sheets sheets = Sheets.of(member, GOODS);
    assertEquals(
        List.of("product-transactions", "payment-transactions"),
        List.copyOf(sheets.rows().keySet()));
    String first = sheets.rows().get("product-transactions").get(0).toString();
    assertFalse(first.contains("transaction_payments"), first);
    assertEquals(List.of("\"M-1\"", "\"M-2\"", "\"M-3\""), sheets.column(PAID, "number"));
    assertEquals(
        List.of("\"P-1\"", "\"P-1\"", "\"P-3\""), sheets.column(PAID, "transaction.number"));
    assertEquals(List.of("1000", "500.5", "5"), sheets.column(PAID, "amount"));
    assertEquals(List.of("\"UGX\"", "\"USD\"", "\"UGX\""), sheets.column(PAID, "currency"));
    assertEquals(
        List.of("\"M-3\""), Sheets.of(member, GOODS + "?number_is=P-3").column(PAID, "number"));
    Sheets newest = Sheets.of(member, GOODS + "?order=newest&limit=1");
    assertEquals(List.of("\"M-3\""), newest.column(PAID, "number"));
  }

  @Test
  void aListOfSeveralPartsHasEachRecordAndEachPaymentOnceInTheirOrder() {
    String farmer = world.farmer(company).toString();
    StringBuilder table =
        new StringBuilder("source,destination,product,amount,number,transaction_payments.amount\n");
    List<String> amounts = new ArrayList<>();
    for (int i = 1; i <= 1_101; i++) {
      table.append("%s,%s,%s,%d,N%d,%d\n".formatted(farmer, company, product, i, i, i));
      amounts.add(i + "");
    }
    member.post(GOODS, table.toString(), "Content-Type", "text/csv").expect(200);
    Sheets sheets = Sheets.of(member, GOODS);
    assertEquals(amounts, sheets.column("product-transactions", "amount"));
    assertEquals(amounts, sheets.column("payment-transactions", "amount"));
    Sheets some = Sheets.of(member, GOODS + "?limit=1000");
    assertEquals(amounts.subList(0, 1_000), some.column("payment-transactions", "amount"));
  }

  @Test
  void bothSheetsHaveTheSameRecordsAlthoughOthersAreRecordedMeanwhile() {
    UUID farmer = world.farmer(company);
    String payment = "'amount': 1, 'transaction_payments': [{'amount': 1}]";
    Runnable buys = () -> bought(farmer, World.unique(8), payment);
    buys.run();
    buys.run();
    int most = 20;
    String url = WatchedDriver.url(Installation.shared().postgres().url());
    try (OwnService other = OwnService.at(url)) {
      Client client = other.client(world.token(company, Role.REPORTER));
      for (String order : List.of("oldest", "newest")) {
        for (int roundTrip = 1; roundTrip < most; roundTrip++) {
          WatchedDriver.before(roundTrip, buys);
          Sheets sheets = Sheets.of(client, GOODS + "?order=" + order);
          WatchedDriver.disarm();
          List<String> paid = sheets.column(PAID, "transaction.number");
          List<String> numbers = sheets.column("product-transactions", "number");
          assertEquals(new TreeSet<>(numbers), new TreeSet<>(paid), order + roundTrip);
        }
      }
    }
  }

  @Test
  void aReaderSeesThePaymentsThatTheListOfPaymentsShows() {
    UUID exporter = world.company("Exporter");
    UUID farmer = world.farmer(company);
    bought(farmer, "P-1", "'amount': '3', 'transaction_payments': [{'amount': 7}]");
    String sale = Goods.moved(company, exporter, product, "1");
    member.post(GOODS, sale).expect(201);
    Sheets sheets = Sheets.of(world.client(exporter, Role.REPORTER), GOODS);
    assertEquals(2, sheets.rows().get("product-transactions").size());
    assertEquals(1, sheets.rows().get("payment-transactions").size());
  }

  @Test
  void everyListHasAWorkbook() {
    Client operator = world.client(null, Role.OPERATOR);
    for (var link : operator.get("/v1/").json().get("links").properties()) {
      String path = link.getValue().asText() + "?limit=5";
      Reply reply = operator.get(path, "Accept", Workbook.MEDIA_TYPE);
      if (Workbook.MEDIA_TYPE.equals(reply.header("Content-Type"))) {
        Sheets sheets = Sheets.of(reply);
        String head = sheets.rows().values().iterator().next().get(0).toString();
        assertTrue(head.startsWith("[\"id\","), link.getKey() + head);
      }
    }
  }

  private static Sheets written(int rows, String text) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    Workbook workbook = new Workbook(file);
    workbook.begin("list", List.of(new SheetColumn("name", String.class)));
    for (int i = 0; i < rows; i++) {
      workbook.row(List.of(text));
    }
    workbook.end();
    return Sheets.of(file.toByteArray());
  }

  @Test
  void aTextThatIsTooLongForACellIsReplacedByItsLength() throws IOException {
    String longest = "x".repeat(SheetCell.MOST_LENGTH);
    assertEquals(List.of('"' + longest + '"'), written(1, longest).column("list", "name"));
    assertEquals(
        List.of("\"(32768 characters. A cell has up to 32767: read this record as JSON.)\""),
        written(1, longest + "x").column("list", "name"));
  }

  @Test
  @Tag("proof")
  void aListThatIsLongerThanASheetGoesOnOnAnotherOne() throws IOException {
    Sheets sheets = written(Workbook.MOST_ROWS, "x");
    assertEquals(Workbook.MOST_ROWS, sheets.rows().get("list").size());
    assertEquals(List.of("\"x\""), sheets.column("list 2", "name"));
  }

  @Test
  void aWorkbookIsNotCompressedAgain() {
    for (int i = 0; i < 100; i++) {
      world.farmer(company);
    }
    Reply plain = member.get(FARMERS, "Accept", Workbook.MEDIA_TYPE, "Accept-Encoding", "gzip");
    assertNull(plain.header("Content-Encoding"));
  }
}
