package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.World;
import supplychain.http.LinesRequest;

/** The service reads a table of records in CSV, and says what is wrong with many lines once. */
class TableTest extends PurchaseScene {
  private static final String COLUMNS = "date,source,product,quantity,amount\n";

  @Test
  void cellsAreFieldsAndEmptyCellsAreAbsent() {
    String card = World.unique(12);
    JsonNode farmer =
        scene.first(
            FARMERS,
            scene.csv(
                FARMERS,
                "first_name,last_name,latitude,phone,entity_card.card.card_id,"
                    + "entity_card.card.display_id,consent_status,date_of_birth\r\n"
                    + "Grace,,-1.50,,"
                    + card
                    + ",No 7,GRANTED,1980-02-29\r\n"));
    assertEquals("Grace", farmer.get("first_name").asText());
    assertTrue(farmer.get("last_name").isNull());
    assertEquals("-1.5", farmer.get("latitude").asText());
    assertTrue(farmer.get("phone").isNull());
    assertEquals(card, farmer.at("/entity_card/card/card_id").asText());
    assertEquals("No 7", farmer.at("/entity_card/card/display_id").asText());
    assertEquals("GRANTED", farmer.get("consent_status").asText());
    assertEquals("1980-02-29", farmer.get("date_of_birth").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void anyLineEndingAndAByteOrderMarkAreAccepted(String end) {
    Reply reply =
        scene.csv(FARMERS, "\uFEFF" + String.join(end, "first_name", "Grace", "", "Añna 🌾", ""));
    assertEquals(2, reply.lines().size(), reply.text());
    assertEquals("4 201", outcomes(reply).get(1));
    String id = reply.lines().get(1).get("id").asText();
    String name = scene.member.get(FARMERS + id + "/").at("/first_name");
    assertEquals("Añna 🌾", name);
  }

  @Test
  void aQuotedCellMayHoldCommasQuotesAndLines() {
    JsonNode farmer =
        scene.first(
            FARMERS, scene.csv(FARMERS, "first_name,description\n\"O\"\"Neil, G\",\"a\nb\"\n"));
    assertEquals("O\"Neil, G", farmer.get("first_name").asText());
    assertEquals("a\nb", farmer.get("description").asText());
  }

  @Test
  void aFindingNamesTheLineWhereItsRecordBegins() {
    Reply reply = scene.csv(FARMERS, "first_name,description\nGrace,\"a\nb\nc\"\n,x\n");
    reply.expect(400, "/5/first_name required");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "first_name\\nGrace\"x|/2 quotes",
        "first_name\\n\"Grace\\nAmina\\n|/2 quotes",
        "first_name\\n\"Grace\"x\\n|/1 format",
        "first_name\\nGrace,x\\n|/2 columns",
        "frist_name\\nGrace\\n|/1/frist_name unknown_field",
        "first_name,first_name\\nGrace,Grace\\n|/1/first_name duplicate",
        "first_name,\\nGrace,x\\n|/2 columns",
        "first_name;last_nam\\nGrace;x\\n|/1/last_nam unknown_field",
        "first_name\\n| required",
        "\\n| required",
        "first_name,latitude\\nGrace,north\\n|/2/latitude type",
        "first_name,latitude\\nGrace,1e5\\n|/2/latitude range",
        "first_name,latitude\\nGrace,1e9999\\n|/2/latitude range",
        "first_name,latitude\\nGrace,91\\n|/2/latitude range",
      })
  void aTableWithAMistakeGets400AndRecordsNothing(String table, String finding) {
    scene
        .csv(FARMERS, table.replace("\\n", "\n"))
        .expect(400, finding.equals("required") ? " required" : finding);
    assertEquals(1, scene.farmers());
  }

  @Test
  void aFindingNamesTheColumnThatHasAValue() {
    String table = "first_name,buyer,buyer.name\nGrace,,Nobody & Sons\n";
    scene.csv(FARMERS, table).expect(400, "/2/buyer.name does_not_exist");
  }

  @Test
  void anUnknownColumnGetsAHint() {
    Reply reply = scene.csv(FARMERS, "first_name,colour\nGrace,red\n");
    assertEquals(
        "There is no such column. To see all columns, read the list as text/csv. To leave it out,"
            + " choose `ignore=colour`.",
        reply.at("/errors/0/detail"));
  }

  @Test
  void mistakesInTheHeadingAndInTheRowsAreNamedTogether() {
    String table =
        """
        frist_name,last_name,latitude,latitude,buyer.name
        Grace,Apio,north,,
        Anna,%s,1,2,
        Ruth,Chemos,1,,Nobody & Sons
        """
            .formatted("x".repeat(300));
    for (String query : List.of("", "?on_error=proceed")) {
      Reply reply = scene.csv(FARMERS + query, table);
      reply.expect(
          400,
          "/1/frist_name unknown_field",
          "/1/latitude duplicate",
          "/2/latitude type",
          "/3/last_name too_long",
          "/4/buyer.name does_not_exist");
      assertEquals("5 mistakes. Nothing was recorded.", reply.at("/detail"));
    }
    assertEquals(1, scene.farmers());
  }

  @Test
  void rowsWithoutMistakesInKnownColumnsAddNothingToThoseOfTheHeading() {
    String known = "first_name\nGrace\n";
    for (String query : List.of("", "?on_error=proceed")) {
      Reply reply = scene.csv(FARMERS + query, known.replace("\n", ",shoe\n"));
      assertEquals(
          "One mistake. Nothing was recorded.",
          reply.expect(400, "/1/shoe unknown_field").at("/detail"));
      scene.csv(FARMERS + query, "shoe\n").expect(400, "/1 no_heading");
    }
    assertEquals(1, scene.farmers());
  }

  @Test
  void aWrongHeadingMakesNoMistakesInStockOrInPayments() {
    UUID buyer = scene.world.company("Buyer");
    String purchase = "source,product,quantity,amount\n%s,%s,9,1\n".formatted(farmer, product);
    String lot = scene.csv(GOODS, purchase).expect(200).lineIds().get(0);
    String sale = "%s,%s,%s,4,%s,INVOICE\n".formatted(scene.company, buyer, product, lot);
    scene
        .csv(
            GOODS,
            "source,destination,product,quantiy,parents,transaction_payments.method,amount\n"
                + sale.replace("\n", ",5\n")
                + sale.replace("\n", ",x\n"))
        .expect(400, "/1/quantiy unknown_field", "/3/amount format");
  }

  @Test
  void aBodyThatIsNotUtf8IsRefused() {
    for (String type : List.of("text/csv", "application/x-ndjson")) {
      byte[] latin = "first_name\nJos\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
      scene.post(FARMERS, type, latin).expect(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/csv; charset=iso-8859-1",
        "text/csv; header=absent",
        "text/tab-separated-values",
        "application/x-ndjson; header=present",
        "text/csvx"
      })
  void otherContentTypesGet415(String type) {
    scene.post(FARMERS, type, "first_name\nGrace\n").expect(415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Text/CSV",
        "text/csv;charset=utf-8",
        "text/csv; header=present; charset=\"UTF-8\"",
        "application/x-ndjson;charset=UTF-8"
      })
  void contentTypeIgnoresCaseAndAllowsUtf8Parameters(String type) {
    String body = type.contains("json") ? "{\"first_name\": \"Grace\"}" : "first_name\nGrace\n";
    scene.post(FARMERS, type, body).expect(200);
  }

  @Test
  void aCompressedBodyGets415() {
    scene.csv(FARMERS, "first_name\nGrace\n", "Content-Encoding", "gzip").expect(415);
  }

  @Test
  void aBodyMayHaveAtMostSixteenMebibytes() {
    String head = "first_name\nGrace\n";
    String blanks = "\n".repeat(LinesRequest.MOST_BYTES - head.length());
    scene.csv(FARMERS, head + blanks).expect(200);
    Reply reply = scene.csv(FARMERS, head + blanks + "\n").expect(413);
    assertEquals("A body can have at most 16777216 bytes.", reply.at("/detail"));
  }

  @Test
  void aRecordMayHaveAtMostOneMebibyte() {
    String document = "{\"first_name\": \"Grace\"}";
    String most = document + " ".repeat((1 << 20) - document.length());
    scene.documents(FARMERS, most + "\n" + document).expect(200);
    scene.documents(FARMERS, most + " \n" + document).expect(400, "/1 too_large");
    String wide = "first_name,description\nGrace," + "x".repeat(1 << 20) + "\n";
    scene.csv(FARMERS, wide).expect(400, "/1 format");
  }

  private static List<String> findings(Reply reply) {
    return reply.expect(400).details();
  }

  private String row(String date, Object source, Object goods, String quantity) {
    return String.join(",", date, source.toString(), goods.toString(), quantity, "1") + "\n";
  }

  @Test
  void manyDatesInTheSameWrongFormatAreOneFindingWithAnExample() {
    String rows =
        IntStream.rangeClosed(13, 28)
            .mapToObj(day -> row(day + "/10/2026", farmer, product, "1"))
            .collect(Collectors.joining());
    String table = COLUMNS + rows + row("2026-11-21", farmer, product, "1 300");
    assertEquals(
        List.of(
            "/2/date Lines 2–17: for example, \"13/10/2026\" must be written 2026-10-13.",
            "/18/quantity \"1 300\" must be written 1300."),
        findings(scene.csv(GOODS, table)));
  }

  @Test
  void aDateWithTwoReadingsIsAFindingOfItsOwn() {
    String table =
        COLUMNS
            + row("13/10/2026", farmer, product, "1")
            + row("03/10/2026", farmer, product, "1")
            + row("soon", farmer, product, "1")
            + row("14/9/2026", farmer, product, "1");
    assertEquals(
        List.of(
            "/2/date Lines 2, 5: for example, \"13/10/2026\" must be written 2026-10-13.",
            "/3/date \"03/10/2026\" must be written 2026-10-03 or 2026-03-10.",
            "/4/date \"soon\" must be a date, like 2026-11-21, or a date and time with its offset,"
                + " like 2026-11-21T08:00:00Z."),
        findings(scene.csv(GOODS, table)));
  }

  @Test
  void aColumnOfIdsThatHasNamesIsReadAsTheColumnOfTheNames() {
    String path = "/v1/catalogs/products/" + product + "/";
    String name = scene.member.get(path).at("/name");
    Reply reply = scene.csv(GOODS, COLUMNS + row("", farmer, name, "1"));
    assertEquals(product.toString(), scene.first(GOODS, reply).get("product").asText());
    assertTrue(reply.text().contains("\"read_as\":{\"product\":\"product.name\"}"), reply::text);
    assertEquals(
        List.of("/2/product No product is called \"Dry cocoa\"."),
        findings(scene.csv(GOODS, COLUMNS + row("", farmer, "Dry cocoa", "1"))));
    assertEquals(
        List.of(
            "/1/product No value here is an id: rename the column `product.name`, or write ids."),
        findings(
            scene.csv(
                GOODS,
                "source,product,product.name,amount\n" + farmer + ",Cocoa," + name + ",1\n")));
  }

  @Test
  void aColumnOfIdsWithSeveralKindsOfNamesIsToBeRenamed() {
    assertEquals(
        List.of(
            "/1/Source No value here is an id: rename the column `source.number` or"
                + " `source.reference_number` or `source.card` or `source.name`, or write ids."),
        findings(scene.csv(GOODS, "Source,product,amount\nF-12," + product + ",1\n")));
  }

  @Test
  void oneWrongIdAmongOthersIsNoReasonToRenameTheColumn() {
    String table = COLUMNS + row("", farmer, product, "1") + row("", farmer, "Wet cocoa", "1");
    assertEquals(
        List.of("/3/product \"Wet cocoa\" must be an id, or an object with name."),
        findings(scene.csv(GOODS, table)));
  }
}
