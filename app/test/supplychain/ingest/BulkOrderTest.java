package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.ingest.BulkScene.outcomes;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Records;
import supplychain.World;

/** Each line is checked as if only the valid lines before it were recorded. */
class BulkOrderTest {
  private final BulkScene scene = new BulkScene();
  private final UUID farmer = scene.world.farmer(scene.company);
  private final UUID buyer = scene.world.company("Buyer");
  private final UUID product = scene.world.product("Cherry");

  private String goods(UUID source, UUID destination, String quantity, String more) {
    return "{'source': '%s', 'destination': '%s', 'product': '%s', 'amount': '1', 'quantity': %s%s}"
        .formatted(source, destination, product, quantity, more);
  }

  private String lot(String quantity) {
    return scene
        .member
        .post(GOODS, goods(farmer, scene.company, quantity, "").replace('\'', '"'))
        .id();
  }

  private String sale(String quantity, String more, String... lots) {
    String parents = ", 'parents': ['" + String.join("', '", lots) + "']";
    return goods(scene.company, buyer, quantity, parents + more);
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

  @Test
  void aNewCardGoesToTheFirstFarmerThatNamesIt() {
    String line = "{'first_name': 'Grace', 'entity_card': {'card': {'card_id': 'C-1'}}}";
    assertEquals(List.of("1 201", "2 409 /2/entity_card/card held"), proceed(FARMERS, line, line));
    assertEquals(1 + 1, scene.farmers());
  }

  @Test
  void aCardOfTheCompanyGoesToTheFirstFarmerThatNamesIt() {
    UUID card = scene.world.card(scene.company, scene.company);
    String line = "{'first_name': 'Grace', 'entity_card': {'card': {'id': '" + card + "'}}}";
    assertEquals(List.of("1 201", "2 409 /2/entity_card/card held"), proceed(FARMERS, line, line));
    assertEquals(
        1, scene.member.get("/v1/supply-chains/entity-cards/?is_active=true").json().size());
  }
}
