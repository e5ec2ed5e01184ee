package supplychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.Sheets;
import supplychain.records.Workbook;

/** A user sends an exported list back: each line is the record whose id it has. */
class SentBackTest {
  private final BulkScene scene = new BulkScene();
  private final World world = scene.world;
  private final UUID supplier = world.company("Supplier");
  private final UUID product = world.product("Parchment");
  private final Client sender = world.client(supplier, Role.MEMBER);

  /** The company and its partner record what they do with each other; each has every kind. */
  @BeforeEach
  void recordEveryKind() {
    UUID farmer = world.farmer(scene.company);
    world.card(scene.company, farmer);
    String plot =
        "{\"farmer\": \"%s\", \"name\": \"Upper field\", \"latitude\": 1.010512, \"longitude\": 34.331764}";
    scene.member.post(PLOTS, plot.formatted(farmer)).expect(201);
    String lot =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"product\": \"%s\", \"quantity\": \"70\","
            + " \"amount\": \"5\", \"number\": \"7\", \"transaction_payments\": [{\"amount\": 5, \"number\": \"8\"}]}";
    scene.member.post(GOODS, lot.formatted(farmer, scene.company, product)).expect(201);
    sender
        .post(GOODS, lot.formatted(supplier, scene.company, product).replace("\"7\"", "\"S-7\""))
        .expect(201);
    String refund =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": 2, \"number\": \"S-9\"}";
    sender.post(PAYMENTS, refund.formatted(supplier, scene.company)).expect(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {FARMERS, CARDS, PLOTS, GOODS, PAYMENTS})
  void everyLineOfATableIsKnown(String path) {
    for (String query : List.of("", "?columns=names")) {
      String table = scene.member.get(path + query, "Accept", "text/csv").expect(200).text();
      assertKnown(path, "text/csv", table, table.lines().count() - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {FARMERS, CARDS, PLOTS, GOODS, PAYMENTS})
  void everyRowOfAWorkbookIsKnown(String path) {
    for (String query : List.of("", "?columns=ids")) {
      Reply workbook = workbook(path + query);
      assertSheetIsKnown(path, workbook, Sheets.of(workbook).rows().values().iterator().next());
    }
  }

  @Test
  void everyPaymentOnTheSheetOfAWorkbookOfPurchasesIsKnown() {
    Reply workbook = workbook(GOODS);
    List<List<String>> payments = Sheets.of(workbook).rows().get("payment-transactions");
    assertEquals(3, payments.size());
    assertSheetIsKnown(PAYMENTS + "?sheet=payment-transactions", workbook, payments);
  }

  @Test
  void whatExcelWouldChangeComesBackAsItWas() {
    for (String text :
        List.of("=1+1", "'=1", "''=1", "-x", "_x0041_", "a\\rb\\tc", "007", "#N/A")) {
      String body = "{\"first_name\": \"Grace\", \"description\": \"%s\"}".formatted(text);
      scene.member.post(FARMERS, body).expect(201);
    }
    Reply workbook = workbook(FARMERS);
    assertSheetIsKnown(FARMERS, workbook, Sheets.of(workbook).only());
    String lot =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"product\": \"%s\", \"quantity\":"
            + " \"1234567890123456789.123456\", \"amount\": \"0.000001\", \"date\": \"%s\"}";
    List<String> dates =
        List.of("2026-11-21T23:59:59.999999Z", "2026-11-21T00:00:00+05:30", "1899-12-31T00:00:00Z");
    for (String date : dates) {
      String body = lot.formatted(supplier, scene.company, product, date);
      scene.member.post(GOODS, body).expect(201);
    }
    Reply goods = workbook(GOODS);
    assertSheetIsKnown(GOODS, goods, Sheets.of(goods).rows().get("product-transactions"));
  }

  private Reply workbook(String path) {
    return scene.member.get(path, "Accept", Workbook.MEDIA_TYPE);
  }

  private void assertSheetIsKnown(String path, Reply workbook, List<List<String>> rows) {
    assertTrue(rows.size() > 1);
    String before = Records.lastWrite();
    byte[] body = workbook.text().getBytes(ISO_8859_1);
    Reply reply = scene.post(path, Workbook.MEDIA_TYPE, body);
    assertEquals("known=" + (rows.size() - 1), reply.expect(200).summary(), rows.toString());
    assertEquals(before, Records.lastWrite());
  }

  @ParameterizedTest
  @ValueSource(strings = {FARMERS, CARDS, PLOTS, GOODS, PAYMENTS})
  void everyLineOfJsonIsKnown(String path) {
    String type = "application/x-ndjson";
    String lines = scene.member.get(path, "Accept", type).expect(200).text();
    assertKnown(path, type, lines, lines.lines().count());
  }

  private void assertKnown(String path, String type, String list, long count) {
    assertTrue(count > 0);
    String before = Records.lastWrite();
    assertEquals("known=" + count, scene.post(path, type, list).expect(200).summary(), list);
    assertEquals(before, Records.lastWrite());
  }

  @Test
  void aLineThatDiffersFromItsRecordIsNeverNew() {
    for (String path : List.of(GOODS, PAYMENTS)) {
      String lines = scene.member.get(path, "Accept", "application/x-ndjson").text();
      String line = lines.lines().filter(one -> one.contains("\"S-")).findFirst().orElseThrow();
      scene
          .documents(path, line.replaceFirst("\"number\": *\"S-[79]\"", "\"number\": \"N-1\""))
          .expect(409, "/1/number different");
    }
  }

  @Test
  void aFarmerIsTheOneOfTheIdEvenIfTheNumberIsNew() {
    String id = scene.member.get(FARMERS).ids().get(0);
    String table = "id,number,first_name\n%s,N-5,Grace\n".formatted(id);
    scene.csv(FARMERS, table).expect(409);
    assertEquals("changed=1", scene.csv(FARMERS + "?match=number", table).expect(200).summary());
    assertEquals("N-5", scene.member.get(FARMERS + id + "/").at("/number"));
    assertEquals(1, scene.farmers());
  }

  @Test
  void withMatchAnIdIsOnOneLineOnly() {
    String id = scene.member.get(FARMERS).ids().get(0);
    String table = "id,number,first_name\n%1$s,N-5,Grace\n%1$s,N-6,Ruth\n".formatted(id);
    scene.csv(FARMERS + "?match=number", table).expect(400, "/3/id duplicate");
  }

  @Test
  void withMatchTheIdAndTheNumberOfOneRecordAreNotOnTwoLines() {
    String id = scene.member.get(FARMERS).ids().get(0);
    String number = scene.member.get(FARMERS + id + "/").at("/number");
    String table = "id,number,first_name\n%s,%2$s,Grace\n,%2$s,Ruth\n".formatted(id, number);
    Reply refused = scene.csv(FARMERS + "?match=number", table).expect(400, "/3 duplicate");
    assertEquals("Line 2 of this file is the same record.", refused.at("/errors/0/detail"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"another company's", "nobody's"})
  void anIdThatTheUserDoesNotSeeIsRefused(String whose) {
    UUID id = whose.startsWith("another") ? world.farmer(supplier) : UUID.randomUUID();
    String table = "id,first_name,phone\n%s,Grace,x\n,Ruth,\n".formatted(id);
    Reply refused = scene.csv(FARMERS, table).expect(400, "/2/id does_not_exist");
    assertEquals(
        "You see no record with this id. Leave the id of a new record empty.",
        refused.at("/errors/0/detail"));
    assertEquals(
        List.of("2 400 /2/id does_not_exist", "3 201"),
        outcomes(scene.csv(FARMERS + "?on_error=proceed", table)));
  }

  @Test
  void aMistakeBesideAnIdDoesNotSayThatTheRecordIsAbsent() {
    String id = scene.member.get(GOODS).ids().get(0);
    String table = "id,product.name\n%s,Nothing of this name\n".formatted(id);
    Reply refused = scene.csv(GOODS + "?match=id", table).expect(400);
    assertEquals("/2/product.name does_not_exist", refused.findings().get(0));
    assertFalse(refused.text().contains("/2/id"), refused.text());
  }

  @Test
  void aCodeOfTheUsersOwnIsNoId() {
    String purchase =
        "{\"id\": \"R-5\", \"source\": \"%s\", \"product\": \"%s\", \"amount\": \"5\"}";
    Reply lines = scene.documents(GOODS, purchase.formatted(world.farmer(scene.company), product));
    assertEquals(List.of("/1/id format"), lines.expect(400).findings());
    assertEquals(
        "\"R-5\" is no id of this service. Put your own code in `number` or `invoice_number`. Leave"
            + " the id of a new record empty.",
        lines.at("/errors/0/detail"));
  }

  @Test
  void aFeatureMayHaveTheIdOfTheToolThatWroteIt() {
    String plot =
        "{\"type\": \"Feature\", \"id\": 2, \"properties\": {\"name\": \"Lower field\"},"
            + " \"geometry\": {\"type\": \"Point\", \"coordinates\": [34.331764, 1.010512]}}";
    String path = FARMERS + world.farmer(scene.company) + "/plots/";
    assertEquals(List.of("1 201"), outcomes(scene.post(path, "application/geo+json", plot)));
  }

  private static final String FEATURE =
      "{\"type\": \"Feature\", \"properties\": {\"id\": %s, \"farmer\": \"%s\"}, \"geometry\":"
          + " {\"type\": \"Point\", \"coordinates\": [34.331764, 1.010512]}}";

  private Reply feature(String id) {
    String farmer = scene.member.get(FARMERS).ids().get(0);
    return scene.post(PLOTS, "application/geo+json", FEATURE.formatted(id, farmer));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"P-17\"", "17"})
  void aCodeOfTheUsersOwnIsNoPropertyIdOfAFeature(String code) {
    Reply refused = feature(code).expect(400, "/properties/id format");
    assertEquals(
        code
            + " is no id of this service. Put your own code in `name`. Leave the id of a new record"
            + " empty.",
        refused.at("/errors/0/detail"));
  }

  @Test
  void aFeatureIsKnownByAnIdAmongItsProperties() {
    String id = scene.member.get(PLOTS).ids().get(0);
    assertEquals("known=1", feature("\"" + id + "\"").expect(200).summary());
    feature("\"" + UUID.randomUUID() + "\"").expect(400, "/properties/id does_not_exist");
    assertEquals("new=1", feature("null").expect(200).summary());
  }
}
