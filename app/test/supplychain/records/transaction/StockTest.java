package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;

/** What is in stock is sold once, whoever asks and how many ask at once. */
class StockTest {
  private final Lots lots = new Lots();
  private final UUID coop = lots.trade.coop;
  private final UUID buyer = lots.trade.exporter;
  private final UUID farmer = lots.trade.farmer;
  private final UUID cherry = lots.trade.cherry;
  private final UUID green = lots.green;

  @Test
  void aLotWithoutParentsIsWhatItsQuantitySays() {
    Reply lot = buy("100.50");
    assertEquals(201, lot.status(), lot.text());
    assertEquals("100.50", quantity(lot, "source_quantity"));
    assertEquals("100.50", quantity(lot, "current_quantity"));
    assertEquals("[]", lot.json().get("parents").toString());
  }

  @Test
  void aSaleDrawsItsQuantityFromTheParentsInTheOrderGiven() {
    String first = buy("30").id();
    String second = buy("50").id();
    String third = buy("20").id();
    Reply sale = sell("60", third, first, second);
    assertEquals(201, sale.status(), sale.text());
    assertEquals("60", quantity(sale, "source_quantity"));
    assertEquals("60", quantity(sale, "current_quantity"));
    assertEquals(
        "[\"%s\",\"%s\",\"%s\"]".formatted(third, first, second),
        sale.json().get("parents").toString());
    assertEquals(List.of("/parents/0 nothing_left"), sell("1", first).findings());
    assertEquals(List.of("/parents/0 nothing_left"), sell("1", third).findings());
    Reply rest = sell("40.000001", second);
    assertEquals(409, rest.status());
    assertEquals("40.000001 is more than the 40 that is left.", rest.json().get("detail").asText());
    assertEquals(201, sell("40", second).status());
  }

  @Test
  void aParentOfWhichNothingWasNeededStaysAParentAndKeepsItsStock() {
    String used = buy("10").id();
    String spare = buy("10").id();
    Reply sale = sell("10", used, spare);
    assertEquals("[\"%s\",\"%s\"]".formatted(used, spare), sale.json().get("parents").toString());
    assertEquals(201, sell("10", spare).status());
  }

  @Test
  void moreThanIsLeftIsRefusedNamingEachParentAndNothingIsWritten() {
    String first = buy("10").id();
    String second = buy("5.5").id();
    Reply refused = sell("15.6", first, second);
    assertEquals(409, refused.status());
    assertEquals("/problems/insufficient-stock", refused.json().get("type").asText());
    assertEquals(
        List.of("/parents/0 current_quantity", "/parents/1 current_quantity"), refused.findings());
    assertEquals(
        first + ": current_quantity is 10.",
        refused.json().get("errors").get(0).get("detail").asText());
    assertEquals(
        second + ": current_quantity is 5.5.",
        refused.json().get("errors").get(1).get("detail").asText());
    assertEquals(201, sell("15.5", first, second).status());
  }

  @Test
  void processingTakesEveryParentWholeAndTheYieldIsTheNewStock() {
    String first = buy("100").id();
    String second = buy("50").id();
    Reply processed = create(coop, coop, green, "\"25\"", first, second);
    assertEquals(201, processed.status(), processed.text());
    assertEquals("150", quantity(processed, "source_quantity"));
    assertEquals("25", quantity(processed, "current_quantity"));
    assertEquals(409, sell("1", first).status());
    assertEquals(409, sell("1", second).status());
  }

  @Test
  void oneParentOfAnotherProductMakesItProcessing() {
    String cherries = buy("100").id();
    String beans = create(farmer, coop, green, "\"10\"").id();
    Reply mixed = create(coop, coop, green, "\"30\"", beans, cherries);
    assertEquals("110", quantity(mixed, "source_quantity"));
    assertEquals(409, sell("1", cherries).status());
  }

  @Test
  void aChildWithoutAQuantityTakesEveryParentWholeAndIsOfUnknownQuantityItself() {
    String lot = buy("100").id();
    Reply child = create(coop, coop, cherry, "null", lot);
    assertEquals("100", quantity(child, "source_quantity"));
    assertEquals("0", quantity(child, "current_quantity"));
    assertEquals("null", child.json().get("quantity").toString());
    Reply taken = create(coop, buyer, cherry, "null", child.id());
    assertEquals(201, taken.status(), taken.text());
    assertEquals("0", quantity(taken, "source_quantity"));
    assertEquals(
        List.of("/parents/0 nothing_left"),
        create(coop, buyer, cherry, "null", child.id()).findings());
  }

  @Test
  void aLotOfUnknownQuantityGivesNoPart() {
    String unknown = create(farmer, coop, cherry, "null").id();
    Reply part = sell("5", unknown);
    assertEquals(409, part.status());
    assertEquals(
        unknown
            + ": current_quantity is 0; its quantity is unknown, so it can only be taken whole.",
        part.json().get("errors").get(0).get("detail").asText());
    assertEquals(201, create(coop, coop, green, "\"5\"", unknown).status());
  }

  @Test
  void aPartIsProcessedBySplittingTheLotFirst() {
    String lot = buy("100").id();
    Reply split = create(coop, coop, cherry, "\"40\"", lot);
    assertEquals(201, split.status(), split.text());
    assertEquals("40", quantity(split, "current_quantity"));
    assertEquals(201, create(coop, coop, green, "\"8\"", split.id()).status());
    assertEquals(201, sell("60", lot).status());
  }

  @Test
  void twoHundredRequestsAtOnceSellExactlyWhatIsThere() throws Exception {
    String lot = buy("100").id();
    List<Reply> replies = AtOnce.send(200, i -> sell("1", lot));
    assertEquals(100, count(replies, 201));
    assertEquals(100, count(replies, 409));
    assertEquals(List.of("/parents/0 nothing_left"), sell("0.000001", lot).findings());
  }

  private static long count(List<Reply> replies, int status) {
    return replies.stream().filter(reply -> reply.status() == status).count();
  }

  private Reply buy(String quantity) {
    return create(farmer, coop, cherry, '"' + quantity + '"');
  }

  private Reply sell(String quantity, String... parents) {
    return create(coop, buyer, cherry, '"' + quantity + '"', parents);
  }

  private Reply create(
      UUID source, UUID destination, UUID product, String quantity, String... parents) {
    return lots.move(source, destination, product, quantity, parents);
  }

  private static String quantity(Reply reply, String field) {
    return reply.json().get(field).asText();
  }
}
