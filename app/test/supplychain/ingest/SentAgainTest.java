package supplychain.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;

import java.io.ByteArrayInputStream;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.http.LinesRequest;
import supplychain.http.LinesType;
import supplychain.http.TableChoices;

/** A line sent again is known if it says what is recorded, and is not recorded twice. */
class SentAgainTest extends PurchaseScene {
  private final World world = scene.world;
  private final String one = World.unique(10);
  private final String two = World.unique(10);
  private final String number = World.unique(10);
  private final UUID form = world.form(scene.company, "FARMER");
  private final UUID counted;

  private String purchases(String... quantities) {
    String head = "number,source,destination,product,quantity,amount,currency,date\n";
    String row = "%s,%s,%s,%s,%s,1000,UGX,2026-11-21T08:00:00+03:00\n";
    return head
        + row.formatted(one, farmer, scene.company, product, quantities[0])
        + row.formatted(two, farmer, scene.company, product, quantities[1]);
  }

  @Test
  void aKeyThatNoRecordCanHaveIsAFinding() {
    String line = "{\"first_name\": \"Grace\", \"%s\": \"%s\"}";
    for (String wrong : List.of("a\\u0000", "a\\ud83c")) {
      scene.documents(FARMERS, line.formatted("number", wrong)).expect(400, "/1/number character");
      scene
          .documents(FARMERS + "?match=reference_number", line.formatted("reference_number", wrong))
          .expect(400, "/1/reference_number character");
    }
  }

  @Test
  void aDifferenceIsNamedAndNothingIsWritten() {
    scene.csv(GOODS, purchases("120.5", "80")).expect(200);
    Reply refused = scene.csv(GOODS, purchases("120.5", "81"));
    refused.expect(409, "/3/quantity different");
    assertEquals("You sent \"81\". The recorded value is \"80\".", refused.at("/errors/0/detail"));
    Reply proceeding = scene.csv(GOODS + "?on_error=proceed", purchases("120.5", "81"));
    assertEquals("known=1, different=1", proceeding.summary());
    assertEquals(List.of("2 200", "3 409 /3/quantity different"), outcomes(proceeding));
  }

  @Test
  void aDifferenceShowsNamesOfRecordsAndAmountsOfPayments() {
    String farmers = "number,first_name,last_name\n%s,Grace,Apio\n%s,Anna,Okello\n";
    scene.csv(FARMERS, farmers.formatted(one, two)).expect(200);
    String head = "number,source.number,product,amount,transaction_payments.amount\n";
    String row = "%s,%s,%s,1000,%s\n";
    scene
        .csv(
            GOODS,
            head + row.formatted(one, one, product, 500) + row.formatted(two, one, product, ""))
        .expect(200);
    Reply refused =
        scene.csv(
            GOODS,
            head + row.formatted(one, two, product, 400) + row.formatted(two, one, product, 7));
    assertEquals(
        List.of(
            "/2/source.number You sent \"Anna Okello (%s)\". The recorded value is \"Grace Apio (%s)\"."
                .formatted(two, one),
            "/2/transaction_payments.amount You sent \"400\". The recorded value is 500.",
            "/3/transaction_payments.amount You sent \"7\". The recorded value is empty."),
        refused.expect(409).details());
  }

  @Test
  void ofSeveralPaymentsTheDifferentOnesAreNamed() {
    String goods =
        """
        {"number": "%s", "source": "%s", "product": "%s", "amount": 9, "transaction_payments": [%s]}
        """
            .formatted(one, farmer, product, "%s")
            .strip();
    scene.documents(GOODS, goods.formatted("{\"amount\": 5}, {\"amount\": 4}")).expect(200);
    assertEquals(
        List.of("/1/transaction_payments/0/amount You sent 3. The recorded value is 4."),
        scene.documents(GOODS, goods.formatted("{\"amount\": 3}, {\"amount\": 5}")).details());
    assertEquals(
        List.of("/1/transaction_payments You sent 9. The recorded value is 5, 4."),
        scene.documents(GOODS, goods.formatted("{\"amount\": 9}")).details());
  }

  @Test
  void anInvoiceNumberIdentifiesAPurchaseIfTheRequestSaysSo() {
    String invoice = World.unique(12);
    String table =
        "invoice_number,source,destination,product,quantity,amount\n%s,%s,%s,%s,5,1\n"
            .formatted(invoice, farmer, scene.company, product);
    assertEquals("new=1", scene.csv(GOODS, table).expect(200).summary());
    assertEquals("known=1", scene.csv(GOODS + "?match=invoice_number", table).summary());
    assertEquals("new=1", scene.csv(GOODS + "?again=true", table).expect(200).summary());
  }

  /**
   * A farmer whom the operator records at the same moment is known to the company, and vice versa.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRecordThatAnotherUserRecordsAtTheSameTimeIsKnown(boolean isOperatorFirst) {
    String table = "reference_number,first_name,buyer\n%s,Grace,%s\n".formatted(one, scene.company);
    Caller company = new Caller(Caller.SYSTEM, scene.company, Role.MEMBER);
    Client second = isOperatorFirst ? scene.member : scene.world.client((UUID) null, Role.OPERATOR);
    Caller caller = isOperatorFirst ? Caller.OPERATOR : company;
    LinesRequest request =
        new LinesRequest(
            LinesType.TABLE,
            () -> new ByteArrayInputStream(table.getBytes(UTF_8)),
            false,
            false,
            true,
            TableChoices.NONE,
            "reference_number",
            bytes -> {});
    Reply reply =
        Meanwhile.during(
            sql ->
                new Importer(sql, caller, IngestKind.FARMERS, request)
                    .record(
                        "first",
                        OffsetDateTime.MIN,
                        outcome -> assertEquals(Outcome.Result.NEW, outcome.result())),
            () ->
                second.post(
                    FARMERS + "?match=reference_number", table, "Content-Type", "text/csv"));
    assertEquals("known=1", reply.expect(200).summary());
  }

  @Test
  void onlyALineThatRecordsItsNumberTakesItFromLaterLines() {
    String table =
        "Number,source,product,amount\n%s,%s,%s,wrong\n%s,%s,%s,5\n%s,%s,%s,5\n"
            .formatted(one, farmer, product, one, farmer, product, one, farmer, product);
    Reply reply = scene.csv(GOODS + "?on_error=proceed", table).expect(200);
    assertEquals(
        List.of("2 400 /2/amount format", "3 201", "4 409 /4/Number taken"), outcomes(reply));
    assertEquals(
        "Line 3 of this file has the same number.",
        reply.lines().get(2).at("/errors/0/detail").asText());
    Reply again = scene.csv(GOODS, table.replace("wrong", "6"));
    assertEquals(
        List.of("/2/amount You sent \"6\". The recorded value is \"5\"."), again.details());
  }

  @Test
  void anExportedListOfFarmersChangesThemAgain() {
    String table = "number,first_name,phone\n%s,Grace,1\n%s,Anna,2\n".formatted(one, two);
    scene.csv(FARMERS, table).expect(200);
    String list = scene.member.get(FARMERS, "Accept", "text/csv").expect(200).text();
    Reply known = scene.csv(FARMERS + "?match=id", list).expect(200);
    assertEquals("known=3", known.summary());
    assertEquals("known=3", scene.csv(FARMERS + "?match=id", inCapitals(list)).summary());
    Reply changed =
        scene.csv(FARMERS + "?match=number", list.replace(",Anna,", ",Annet,")).expect(200);
    assertEquals("known=2, changed=1", changed.summary());
    String id = changed.lines().get(2).get("id").asText();
    assertEquals("Annet", scene.member.get(FARMERS + id + "/").at("/first_name"));
  }

  private static String inCapitals(String list) {
    return Pattern.compile("(?m)^[0-9a-f-]{36},")
        .matcher(list)
        .replaceAll(id -> id.group().toUpperCase(Locale.ROOT));
  }

  @Test
  void anIdThatNobodyFindsCreatesNoRecord() {
    UUID foreign = scene.world.farmer(scene.world.company("Other"));
    int before = scene.farmers();
    for (Object id : new Object[] {foreign, UUID.randomUUID(), "F-1"}) {
      String table = "id,first_name\n%s,Grace\n".formatted(id);
      scene.csv(FARMERS + "?match=id", table).expect(400, "/2/id does_not_exist");
    }
    assertEquals(before, scene.farmers());
  }

  @Test
  void anUnknownFieldToMatchIsRefused() {
    scene.csv(FARMERS + "?match=colour", "first_name\nGrace\n").expect(400, "/match not_a_choice");
  }

  SentAgainTest() {
    world.field(form, "text", "TEXT", false, "[]");
    counted = world.field(form, "count", "FLOAT", false, "[]");
    world.field(form, "chosen", "MULTI_SELECT", false, "[\"A\",\"B\"]");
  }

  @ParameterizedTest
  @CsvSource({
    "identification_no, 1.50, 1.5",
    "identification_no, 1e3, 1000",
    "phone, 1.0, 1",
    "zipcode, 007, 7",
    "description, 2026-03-04T12:00:00+03:00, 2026-03-04T09:00:00Z",
    "house_name, 2026-03-04, 2026-03-04T06:30:00Z",
    "date_of_birth, 1980-02-28, 1980-02-29"
  })
  void eachCharacterOfATextCounts(String field, String recorded, String sent) {
    String table = "number,first_name,%s\n%s,Grace,%s\n";
    scene.csv(FARMERS, table.formatted(field, number, recorded)).expect(200);
    Reply other = scene.csv(FARMERS, table.formatted(field, number, sent));
    other.expect(409, "/2/" + field + " different");
    assertEquals(
        "You sent \"%s\". The recorded value is \"%s\".".formatted(sent, recorded),
        other.at("/errors/0/detail"));
    assertEquals("known=1", scene.csv(FARMERS, table.formatted(field, number, recorded)).summary());
  }

  @Test
  void aNumberAndATimeCanBeWrittenInOtherWays() {
    String table =
        "number,source,product,quantity,amount,quality_correction,verification_latitude,date\n%s,%s,%s,%s\n";
    for (String values :
        List.of(
            "1.50,200,98.5,1.5,2026-03-04T12:00:00+03:00",
            "1.5,200.00,98.50,1.500,2026-03-04T09:00:00.000Z")) {
      Reply reply = scene.csv(GOODS, table.formatted(number, farmer, product, values)).expect(200);
      assertEquals(values.startsWith("1.50") ? "new=1" : "known=1", reply.summary());
    }
  }

  /** A farmer whose form has a text, a number and an array of options. */
  private String farmer(String text, String count, String options) {
    return """
        {"number": "%s", "first_name": "Grace", "submission": {"form": "%s", "values": [
          {"field": "text", "value": "%s"}, {"field": "%s", "value": "%s"}, {"field": "chosen", "value": %s}]}}
        """
            .formatted(number, form, text, counted, count, options)
            .replace("\n", "")
        + "\n";
  }

  @Test
  void aValueOfAFormIsComparedByItsFieldAndItsType() {
    scene.documents(FARMERS, farmer("1.50", "2.50", "[\"A\"]")).expect(200);
    String same = farmer("1.50", "2.5", "\"[\\\"A\\\"]\"");
    assertEquals("known=1", scene.documents(FARMERS, same).expect(200).summary());
    scene
        .documents(FARMERS, farmer("1.5", "2.50", "[\"A\"]"))
        .expect(409, "/1/submission/values/0/value different");
    Reply swapped = scene.documents(FARMERS, farmer("2.50", "1.50", "[\"A\"]"));
    assertEquals(
        List.of("/1/submission/values/0/value different", "/1/submission/values/1/value different"),
        swapped.expect(409).findings());
    assertEquals(
        "You sent \"2.50\". The recorded value is \"1.50\".", swapped.at("/errors/0/detail"));
  }

  @Test
  void aFormKeepsTheValuesThatALineDoesNotName() {
    scene.documents(FARMERS, farmer("x", "2", "[\"A\"]")).expect(200);
    String one =
        farmer("x", "2", "[\"A\"]").replaceFirst(", *\\{\"field\": \"[0-9a-f-]{36}.*\\]", "]");
    assertEquals("known=1", scene.documents(FARMERS, one).expect(200).summary());
  }
}
