package supplychain.ingest;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;

/** The service reads tables as people keep them in spreadsheets and as Excel saves them. */
class SpreadsheetTest extends PurchaseScene {
  private Reply send(String table) {
    return scene.csv(GOODS, table(table));
  }

  /** The recorded purchases with their lines, without what differs between any two records. */
  private String recorded(Reply reply) {
    StringBuilder records = new StringBuilder();
    for (JsonNode line : reply.expect(200).lines()) {
      assertEquals(201, line.get("status").asInt(), reply.text());
      String path = GOODS + line.get("id").asText() + "/";
      ObjectNode record = (ObjectNode) scene.member.get(path).json();
      List<String> own = List.of("id", "created_on", "updated_on", "number", "transaction");
      record.get("transaction_payments").forEach(one -> ((ObjectNode) one).remove(own));
      records.append(line.get("line")).append(record.remove(own)).append('\n');
    }
    return records.toString();
  }

  private static final String ROWS =
      "source,product,date,quantity,amount,invoice_number,"
          + "transaction_payments.amount,transaction_payments.method|"
          + "FARMER,CHERRY,2026-11-21T08:00:00Z,120.5,241000,R-1,200000.25,INVOICE||"
          + "FARMER,CHERRY,2026-11-21T09:30:00Z,80,160000,007,0.3,|";

  @Test
  void theSameRowsAreTheSameRecordsInEveryFormat() {
    String expected = recorded(send(ROWS));
    assertTrue(expected.startsWith("2{"), expected);
    assertTrue(expected.contains("\n4{"), expected);
    assertTrue(expected.contains("\"amount\":200000.25"), expected);
    assertTrue(expected.contains("\"destination\":\"" + scene.company + "\""), expected);
    String semicolons = ROWS.replace(',', ';').replaceAll("([0-9])\\.([0-9])", "$1,$2");
    assertEquals(expected, recorded(send(semicolons)));
    assertEquals(expected, recorded(send(semicolons.replace(';', '\t'))));
    String unicode = "\uFEFF" + table(ROWS.replace(',', '\t'));
    assertEquals(expected, recorded(scene.post(GOODS, "text/csv", unicode.getBytes(UTF_16LE))));
  }

  @Test
  void columnsMayBeBlankAndInAnyOrderAndCase() {
    String tidy = "amount,source,product,date|5,FARMER,CHERRY,2026-11-21T08:00:00Z|";
    String untidy =
        "sep=;|;;;;;;||;Date ; SOURCE;;Product\u00a0;Amount;|"
            + ";2026-11-21T08:00:00Z; FARMER ;; CHERRY;\u00a05|;;;;;;|;;;;;;|";
    assertEquals(recorded(send(tidy)).substring(1), recorded(send(untidy)).substring(1));
    assertEquals("5", send(untidy + "|").lines().get(0).get("line").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "',', '1,200.5,5', format",
    "';', '1 200', format",
    "';', '1.200', ambiguous",
    "';', '1,200', ambiguous",
    "',', '1,200', ambiguous",
    "',', '24.000', ambiguous",
    "TAB, '1,200', ambiguous",
    "TAB, 'a', format"
  })
  void aNumberThatNobodyCanReadIsRefusedAtItsColumn(String separator, String number, String code) {
    String table =
        "\"source\",\"product\",\"Amount\"|\"FARMER\",\"CHERRY\",\"%s\"|".formatted(number);
    send(table.replace("\",\"", '"' + separator.replace("TAB", "\t") + '"'))
        .expect(400, "/2/Amount " + code);
  }

  @Test
  void aTableThatLostTheEndsOfItsLinesIsNamedAsSuch() {
    assertEquals(
        List.of("/1 required", "/1/amountGrace unknown_field"),
        send("source,product,amountGrace,Coffee,5Ruth,Coffee,6").expect(400).findings());
  }

  @Test
  void aColumnThatAppearsManyTimesIsNamedWithItsLineOnce() {
    Reply reply = send("source,product,amount,amount,amount,amount|FARMER,CHERRY,5,,,");
    assertEquals("Two columns have this name.", reply.at("/errors/0/detail"));
    assertEquals("Two columns have this name.", reply.at("/errors/1/detail"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "source,product,Amount,|FARMER,CHERRY,5,,x|! /2 columns",
        "source,product,Quantity,Amount,number|FARMER,CHERRY,12,5,25000,|! /2 columns",
        "source,product,Amount,|FARMER,CHERRY,5,x|! /2 columns",
        "source,product|FARMER,CHERRY|! /2/amount required",
        "source,product,amount,Transaction_payments.amount|FARMER,CHERRY,5,x|"
            + "! /2/Transaction_payments.amount format",
        "source,product,amount,transaction_payments.method|FARMER,CHERRY,5,INVOICE|"
            + "! /2/transaction_payments.amount required",
        "source,product,amount,amuont|FARMER,CHERRY,5,1|! /1/amuont unknown_field",
        "source,product,amount,AMOUNT|FARMER,CHERRY,5,1|! /1/AMOUNT duplicate"
      })
  void aFindingNamesTheColumnAsTheUserWroteIt(String table, String finding) {
    send(table).expect(400, finding);
  }

  @Test
  void aRowMayEndBeforeItsLastColumn() {
    send("source,product,amount,quantity|FARMER,CHERRY,5|").expect(200);
  }

  @Test
  void anotherEncodingIsNamedWithItsFirstLine() {
    byte[] body = "first_name\r\nGrace\r\nJos\u00e9\r\n".getBytes(Charset.forName("windows-1252"));
    Reply reply = scene.post(GOODS, "text/csv", body).expect(400, "/3 encoding");
    assertEquals(
        "Line 3 has bytes that are not UTF-8; the file is probably Windows-1252. In Excel, save it"
            + " as \"CSV UTF-8 (Comma delimited)\".",
        reply.at("/errors/0/detail"));
  }

  @Test
  void onlyAPurchaseInALineMayLeaveOutItsDestination() {
    String purchase =
        "{\"source\": \"%s\", \"product\": \"%s\", \"amount\": 5}".formatted(farmer, product);
    scene.documents(GOODS, purchase).expect(200);
    scene.member.post(GOODS, purchase).expect(400, "/destination required");
    Client operator = scene.world.client(null, Role.OPERATOR);
    operator
        .post(GOODS, purchase, "Content-Type", "application/x-ndjson")
        .expect(400, "/1/destination required");
    String sale = purchase.replace(farmer.toString(), scene.company.toString());
    scene.documents(GOODS, sale).expect(400, "/1/destination required");
    Reply bought = send("source,product,amount,quantity|FARMER,CHERRY,5,5|").expect(200);
    String drawn = sale.replace("}", ", \"parents\": [\"" + bought.lineIds().get(0) + "\"]}");
    scene.documents(GOODS, drawn).expect(400, "/1/destination required");
  }

  @Test
  void theSameFindingOfManyLinesIsOne() {
    String rows = "FARMER,CHERRY,x|".repeat(95) + "FARMER,CHERRY,5||FARMER,CHERRY,x|";
    Reply reply = send("source,product,amount|" + rows).expect(400, "/2/amount format");
    assertEquals("96 mistakes. Nothing was recorded.", reply.at("/detail"));
    String detail = reply.at("/errors/0/detail");
    assertTrue(detail.startsWith("Lines 2\u201396, 99: "), detail);
  }

  @Test
  void aLineThatRepeatsTheNamesOfTheColumnsIsOneMistake() {
    String heading = "source,product,quantity,amount|";
    Reply refused = send(heading + "FARMER,CHERRY,5,10|" + heading + "FARMER,CHERRY,6,12|");
    assertEquals(
        "[{\"pointer\":\"/3\",\"code\":\"duplicate\",\"detail\":\"This line repeats the names of the"
            + " columns. Remove it.\"}]",
        refused.expect(400).json().get("errors").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2.56772E+11",
        "\"2,56772E+11\"",
        "1E+05",
        "#REF!",
        "#N/A",
        "#NAME?",
        "#DIV/0!",
        "#\u00a1VALOR!",
        "####",
        "Err:502"
      })
  void aTraceOfASpreadsheetIsNoPhone(String cell) {
    Reply reply = scene.csv(FARMERS, "first_name,country,phone\nRuth,Uganda," + cell + "\n");
    String detail =
        " is what a spreadsheet shows in place of a value. Format the column as text, and write the"
            + " value again.";
    reply.expect(400, "/2/phone format");
    assertEquals(List.of("/2/phone \"" + cell.replace("\"", "") + "\"" + detail), reply.details());
    assertEquals(1, scene.farmers());
  }

  @Test
  void eachCodeOfARowIsChecked() {
    scene
        .csv(
            FARMERS,
            """
            first_name,country,number,reference_number,identification_no,entity_card.card.card_id
            Ruth,Uganda,#N/A,1.2E+15,3E+12,#REF!
            """)
        .expect(
            400,
            "/2/number format",
            "/2/reference_number format",
            "/2/identification_no format",
            "/2/entity_card.card.card_id format");
    scene
        .csv(
            GOODS,
            "source.card,product,quantity,amount,invoice_number,transaction_payments.amount,"
                + "transaction_payments.number\n"
                + "1.04E+13,PRODUCT,1,1,#VALUE!,1,##\n".replace("PRODUCT", product.toString()))
        .expect(
            400,
            "/2/source.card format",
            "/2/invoice_number format",
            "/2/transaction_payments.number format");
  }

  @ParameterizedTest
  @ValueSource(strings = {"#12", "E+11", "4E5", "#A", "N/A"})
  void aCodeThatOnlyLooksSimilarIsRecorded(String code) {
    String table = "first_name,country,reference_number\nRuth,Uganda," + code + "\n";
    JsonNode farmer = scene.first(FARMERS, scene.csv(FARMERS, table));
    assertEquals(code, farmer.get("reference_number").asText());
  }
}
