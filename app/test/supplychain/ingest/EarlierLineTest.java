package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Goods;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;

/**
 * Each line is read as if the valid lines before it were recorded, and can name what they create.
 */
class EarlierLineTest {
  private static final String HEADING =
      "number,source,destination,product,quantity,amount,parents.number\n";

  private final BulkScene scene = new BulkScene();
  private final UUID farmer = scene.world.farmer(scene.company);
  private final UUID buyer = scene.world.company("Buyer");
  private final UUID cherry = scene.world.product("Cherry");
  private final UUID parchment = scene.world.product("Parchment");

  private String bought(String number) {
    return "%s,%s,%s,%s,100,10,\n".formatted(number, farmer, scene.company, cherry);
  }

  private String processed(String number, String parents) {
    return "%s,%s,%s,%s,20,0,%s\n"
        .formatted(number, scene.company, scene.company, parchment, parents);
  }

  private String sold(String number, String parents) {
    return "%s,%s,%s,%s,5,90,%s\n".formatted(number, scene.company, buyer, parchment, parents);
  }

  private List<String> parents(Reply reply, int line) {
    String id = reply.lines().get(line).get("id").asText();
    JsonNode parents = scene.member.get(GOODS + id + "/").json().get("parents");
    return parents.valueStream().map(one -> number(one.asText())).toList();
  }

  private String number(String id) {
    return scene.member.get(GOODS + id + "/").at("/number");
  }

  @Test
  void aRowOfATableNamesLotsOfEarlierRows() {
    Reply reply =
        scene.csv(
            GOODS,
            HEADING
                + bought("E-1")
                + bought("E-2")
                + processed("E-3", "e-1 E-2")
                + sold("E-4", "E-3")
                + sold("E-5", "E-3"));
    assertEquals(
        List.of("2 201", "3 201", "4 201", "5 201", "6 201"), outcomes(reply).subList(0, 5));
    assertEquals(List.of("E-1", "E-2"), parents(reply, 2));
    assertEquals(List.of("E-3"), parents(reply, 4));
  }

  @Test
  void aLineOfJsonNamesLotsOfEarlierLinesInEachForm() {
    String goods =
        "{'number': '%s', 'source': '%s', 'product': '%s', 'quantity': 10, 'amount': 0%s}\n";
    String made = "', 'destination': '" + scene.company;
    String lines =
        goods.formatted("E-1", farmer, cherry, "")
            + goods.formatted(
                "E-2", scene.company + made, parchment, ", 'parents': {'number': ['E-1']}")
            + goods.formatted(
                "E-3", scene.company + made, cherry, ", 'parents': [{'number': 'E-2'}]")
            + goods.formatted(
                "E-4", scene.company + made, parchment, ", 'parents': {'number': ['E-3']}");
    Reply reply = scene.documents(GOODS, lines.replace('\'', '"'));
    assertEquals(List.of("1 201", "2 201", "3 201", "4 201"), outcomes(reply).subList(0, 4));
    assertEquals(List.of("E-3"), parents(reply, 3));
  }

  @Test
  void aLineThatNamesARefusedOneIsToldWhichOne() {
    String wrong = "E-1,%s,%s,%s,much,10,\n".formatted(farmer, scene.company, cherry);
    Reply reply =
        scene.csv(
            GOODS + "?on_error=proceed", HEADING + wrong + processed("E-2", "E-1") + bought("E-3"));
    assertEquals(
        List.of("2 400 /2/quantity format", "3 400 /3/parents/0 does_not_exist", "4 201"),
        outcomes(reply).subList(0, 3));
    assertEquals(
        "No product transaction has the number \"E-1\"."
            + " Line 2 of this file creates it: it must come first, and be correct.",
        reply.lines().get(1).at("/errors/0/detail").asText());
  }

  @Test
  void aFileWithSuchLinesCanBeSentAgain() {
    String table = HEADING + bought("E-1") + processed("E-2", "E-1");
    scene.csv(GOODS, table).expect(200);
    List<String> again =
        scene.csv(GOODS, table).expect(200).lines().stream()
            .map(line -> line.get("result").asText())
            .toList();
    assertEquals(List.of("known", "known"), again);
  }

  @Test
  void alternatingLinesKeepTheirOrder() {
    StringBuilder table = new StringBuilder(HEADING);
    for (int i = 1; i <= 6; i++) {
      table.append(bought("A-" + i)).append(processed("B-" + i, "A-" + i));
    }
    Reply reply = scene.csv(GOODS, table.toString());
    List<String> ids = reply.lineIds();
    assertEquals(ids.stream().sorted().toList(), ids);
    assertEquals(
        List.of("A-1", "B-1", "A-2", "B-2"), ids.stream().limit(4).map(this::number).toList());
    assertEquals(List.of("A-6"), parents(reply, 11));
  }

  @Test
  void theEarlierOfTwoLinesGetsANumberEvenIfItNamesAnother() {
    String table =
        HEADING + bought("E-1") + processed("E-2", "E-1") + bought("E-2") + bought("E-3");
    assertEquals(
        List.of("2 201", "3 201", "4 409 /4/number taken", "5 201"),
        outcomes(scene.csv(GOODS + "?on_error=proceed", table)).subList(0, 4));
  }

  @Test
  void theEarlierOfTwoLinesGetsTheGoodsEvenIfItNamesAnother() {
    scene.csv(GOODS, HEADING + bought("E-0")).expect(200);
    String table = HEADING + bought("E-1") + processed("E-2", "E-1 E-0") + processed("E-3", "e-0");
    assertEquals(
        List.of("2 201", "3 201", "4 409 /4/parents/0 nothing_left"),
        outcomes(scene.csv(GOODS + "?on_error=proceed", table)).subList(0, 3));
  }

  @Test
  void aLineThatNamesAnEarlierAndALaterOneIsRefused() {
    String table = HEADING + bought("E-1") + processed("E-2", "E-1 E-3") + bought("E-3");
    Reply refused = scene.csv(GOODS, table).expect(400, "/3/parents/1 does_not_exist");
    assertEquals(
        "No product transaction has the number \"E-3\"."
            + " Line 4 of this file creates it: it must come first, and be correct.",
        refused.at("/errors/0/detail"));
  }

  @Test
  void theMistakesOfSuchLinesAreInTheOrderOfTheFile() {
    String wrong = "%s,%s,%s,%s,much,0,%s\n";
    String table =
        HEADING
            + bought("E-1")
            + wrong.formatted("E-2", scene.company, scene.company, parchment, "E-1")
            + wrong.formatted("E-3", farmer, scene.company, cherry, "").replace("much", "some");
    assertEquals(
        List.of("/3/quantity format", "/4/quantity format"),
        scene.csv(GOODS, table).expect(400).findings());
  }

  private String lot(String quantity) {
    return Goods.move(scene.member, farmer, scene.company, cherry, quantity).id();
  }

  private String sale(String quantity, String more, String... lots) {
    String fields = "'amount': '1', 'quantity': " + quantity + more;
    String parents = ", 'parents': ['" + String.join("', '", lots) + "']";
    return Goods.body(scene.company, buyer, cherry, fields + parents);
  }

  private List<String> proceed(String path, String... lines) {
    String all = String.join("\n", lines).replace('\'', '"');
    return outcomes(scene.documents(path + "?on_error=proceed", all));
  }

  private String currentQuantity(String lot) {
    return scene.member.get(GOODS + lot + "/").at("/current_quantity");
  }

  @Test
  void aLineCanDrawOnlyWhatEarlierValidLinesLeft() {
    String first = lot("10");
    String second = lot("5.50");
    String lines = (sale("6", "", first) + "\n").repeat(2).replace('\'', '"');
    scene.documents(GOODS, lines).expectProblem(409, "insufficient-stock");
    assertEquals("10", currentQuantity(first));
    assertEquals(
        List.of(
            "1 201",
            "2 409 /2/parents/0 current_quantity",
            "3 201",
            "4 409 /4/parents/0 nothing_left /4/parents/1 current_quantity",
            "5 201"),
        proceed(
            GOODS,
            sale("6", "", first),
            sale("6", "", first),
            sale("5", "", first, second),
            sale("1", "", first, second),
            sale("4.50", "", second)));
    assertEquals("0", currentQuantity(first));
    assertEquals("0.00", currentQuantity(second));
  }

  @Test
  void aLotOfUnknownQuantityCanBeDrawnOnlyOnceAndOnlyWhole() {
    String lot = lot("null");
    assertEquals(
        List.of("1 409 /1/parents/0 current_quantity", "2 201", "3 409 /3/parents/0 nothing_left"),
        proceed(GOODS, sale("1", "", lot), sale("null", "", lot), sale("null", "", lot)));
  }

  @Test
  void aSaleWhoseNumberOrPaymentIsRefusedDrawsNothing() {
    String lot = lot("10");
    String payment = "{'source': '%s', 'destination': '%s', 'number': 'P1'}";
    scene.member.post(PAYMENTS, payment.formatted(scene.company, farmer).replace('\'', '"'));
    String paid = ", 'transaction_payments': [{'number': '%s'}, {'number': '%s'}]";
    assertEquals(
        List.of(
            "1 409 /1/transaction_payments/1/number taken",
            "2 409 /2/transaction_payments/1/number taken",
            "3 201",
            "4 409 /4/number taken",
            "5 409 /5/transaction_payments/0/number taken",
            "6 201"),
        proceed(
            GOODS,
            sale("10", ", 'number': 'A'" + paid.formatted("P2", "P1"), lot),
            sale("10", paid.formatted("P2", "P2"), lot),
            sale("4", ", 'number': 'A'" + paid.formatted("P2", "P3"), lot),
            sale("6", ", 'number': 'A'", lot),
            sale("6", paid.formatted("P3", "P4"), lot),
            sale("6", paid.formatted("P4", "P5"), lot)));
    assertEquals("0", currentQuantity(lot));
    assertEquals(2, Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.DESTINATION.eq(buyer)));
    assertEquals(
        1 + 2 * 2,
        Records.count(PAYMENT_TRANSACTION, PAYMENT_TRANSACTION.COMPANY.eq(scene.company)));
  }

  @Test
  void aFarmerWithARefusedCardUsesUpNoNumberAndCreatesNoCard() {
    UUID held = scene.world.card(scene.company, farmer);
    String fresh = World.unique(12);
    String named = "{'first_name': 'Grace', 'number': '%s', 'entity_card': {'card': {'%s': '%s'}}}";
    assertEquals(
        List.of(
            "1 409 /1/entity_card/card held",
            "2 409 /2/entity_card/card held",
            "3 201",
            "4 409 /4/number taken",
            "5 201"),
        proceed(
            FARMERS,
            named.formatted("7", "id", held),
            named.formatted("7", "id", held),
            named.formatted("7", "card_id", fresh),
            named.formatted("7", "card_id", World.unique(12)),
            "{'first_name': 'Ruth'}"));
    assertEquals(
        List.of("1 409 /1/entity_card/card held"),
        proceed(FARMERS, named.formatted("8", "card_id", fresh)));
    assertEquals(1 + 2, scene.farmers());
    assertEquals(2, Records.count(CARD, CARD.COMPANY.eq(scene.company)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'card_id': 'C-1'", "'id': '%s'"})
  void aNewCardAndOneOfTheCompanyGoToTheFirstFarmerThatNamesIt(String named) {
    String card = named.formatted(scene.world.card(scene.company, scene.company));
    String line = "{'first_name': 'Grace', 'entity_card': {'card': {" + card + "}}}";
    assertEquals(List.of("1 201", "2 409 /2/entity_card/card held"), proceed(FARMERS, line, line));
    assertEquals(1 + 1, scene.farmers());
    int held = scene.member.get(ENTITY_CARDS + "?is_active=true").json().size();
    assertEquals(named.contains("card_id") ? 2 : 1, held);
  }
}
