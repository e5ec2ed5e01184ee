package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** The owner sells stock once, however many clients ask at the same time. */
class StockTest {
  private final Lots lots = new Lots();
  private final Trade trade = lots.trade;
  private final String parent = trade.record(Kind.GOODS, trade.goods()).id();

  @Test
  void aSaleDrawsItsQuantityFromTheParentsInTheOrderGiven() {
    String first = lots.buy("30");
    String second = lots.buy("50");
    String third = lots.buy("20");
    Reply sale = lots.sell("60", third, first, second).expect(201);
    assertEquals("60", quantity(sale, "source_quantity"));
    assertEquals("60", quantity(sale, "current_quantity"));
    assertEquals(
        "[\"%s\",\"%s\",\"%s\"]".formatted(third, first, second),
        sale.json().get("parents").toString());
    lots.sell("1", first).expect(409, "/parents/0 nothing_left");
    assertEquals("Lot " + lots.number(third) + " is used up.", lots.sell("1", third).at("/detail"));
    Reply rest = lots.sell("40.000001", second).expect(409);
    assertEquals(
        "You asked for 40.000001 kg; lot %s has 40 kg left.".formatted(lots.number(second)),
        rest.at("/detail"));
    lots.sell("40", second).expect(201);
  }

  @Test
  void moreThanIsLeftIsRefusedNamingEachParentAndNothingIsWritten() {
    String first = lots.buy("10");
    String second = lots.buy("5.5");
    Reply refused = lots.sell("15.6", first, second).expect(409);
    assertEquals("/problems/insufficient-stock", refused.at("/type"));
    refused.expect(409, "/parents/0 current_quantity", "/parents/1 current_quantity");
    assertEquals(
        "You asked for 15.6 kg; lot %s has 10 kg left, lot %s has 5.5 kg left."
            .formatted(lots.number(first), lots.number(second)),
        refused.at("/detail"));
    assertEquals("Lot " + lots.number(first) + " has 10 kg left.", refused.at("/errors/0/detail"));
    assertEquals(
        "Lot " + lots.number(second) + " has 5.5 kg left.", refused.at("/errors/1/detail"));
    lots.sell("15.5", first, second).expect(201);
  }

  @Test
  void aChildWithoutAQuantityTakesEveryParentWholeAndIsOfUnknownQuantityItself() {
    String lot = lots.buy("100");
    Reply child = lots.move(trade.coop, trade.coop, trade.cherry, "null", lot);
    assertEquals("100", quantity(child, "source_quantity"));
    assertEquals("0", quantity(child, "current_quantity"));
    assertEquals("null", child.json().get("quantity").toString());
    Reply taken = lots.sell("null", child.id()).expect(201);
    assertEquals("0", quantity(taken, "source_quantity"));
    lots.sell("null", child.id()).expect(409, "/parents/0 nothing_left");
  }

  @Test
  void aLotOfUnknownQuantityGivesNoPart() {
    String unknown = lots.buy("null");
    Reply part = lots.sell("5", unknown).expect(409);
    assertEquals(
        "Lot %s has an unknown quantity left; you can only take the whole lot."
            .formatted(lots.number(unknown)),
        part.at("/errors/0/detail"));
    lots.process("5", unknown).expect(201);
  }

  @Test
  void twoHundredRequestsAtOnceSellExactlyWhatIsThere() throws Exception {
    String lot = lots.buy("100");
    List<Reply> replies = AtOnce.send(200, i -> lots.sell("1", lot));
    assertEquals(100, count(replies, 201));
    assertEquals(100, count(replies, 409));
    lots.sell("0.000001", lot).expect(409, "/parents/0 nothing_left");
  }

  private static long count(List<Reply> replies, int status) {
    return replies.stream().filter(reply -> reply.status() == status).count();
  }

  private static String quantity(Reply reply, String field) {
    return reply.json().get(field).asText();
  }

  @Test
  void aParentIsWhatTheSourceReceived() {
    String sold = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id();
    String toFarmer = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.farmer)).id();
    String payment = trade.record(Kind.PAYMENT, trade.payment()).id();
    String unknown = UUID.randomUUID().toString();
    trade.refuse(
        Kind.GOODS,
        sale("1", sold, parent, toFarmer, payment, unknown),
        "/parents/0 does_not_exist",
        "/parents/2 does_not_exist",
        "/parents/3 does_not_exist",
        "/parents/4 does_not_exist");
    assertEquals("100", left(parent));
  }

  @Test
  void aParentIsNamedOnce() {
    String upper = parent.toUpperCase(Locale.ROOT);
    trade.refuse(
        Kind.GOODS,
        sale("1", parent, parent, upper),
        "/parents/1 duplicate",
        "/parents/2 duplicate");
    assertEquals("100", left(parent));
  }

  @Test
  void onlyTheSourceCompanyNamesParents() {
    String sold = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id();
    Client exporter = trade.world.client(trade.exporter, Role.ADMIN);
    for (String named : new String[] {parent, sold, UUID.randomUUID().toString()}) {
      trade.refuse(exporter, 403, Kind.GOODS, sale("1", named), "/parents forbidden");
    }
    assertEquals("100", left(parent));
    trade.record(exporter, Kind.GOODS, sale("1"));
  }

  @Test
  void anOperatorNamesThemForAnyone() {
    Client operator = trade.world.client(null, Role.OPERATOR);
    JsonNode shown = trade.record(operator, Kind.GOODS, sale("40", parent)).json();
    assertEquals("40", shown.get("source_quantity").asText());
    assertEquals("60", left(parent));
    String sold = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id();
    trade.refuse(operator, 400, Kind.GOODS, sale("1", sold), "/parents/0 does_not_exist");
  }

  @Test
  void aBuyerDrawsFromLotsThatTheFarmerReceived() {
    String seedlings = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.farmer)).id();
    ObjectNode back = trade.goods().put("quantity", "30");
    back.putArray("parents").add(seedlings);
    JsonNode shown = trade.record(Kind.GOODS, back).json();
    assertEquals("30", shown.get("source_quantity").asText());
    assertEquals("70", left(seedlings));
    back.putArray("parents").add(parent);
    trade.refuse(Kind.GOODS, back, "/parents/0 does_not_exist");
  }

  @Test
  void sumsMayHaveMoreDigitsThanOneQuantity() {
    String most = "9999999999999999999999999";
    String[] lots = {lotOf(most), lotOf(most), lotOf("0.000001")};
    ObjectNode processed = sale("1", lots);
    processed.put("product", trade.world.product("Green").toString());
    Reply reply = trade.record(Kind.GOODS, processed);
    assertEquals("19999999999999999999999998.000001", reply.at("/source_quantity"));
  }

  private String lotOf(String quantity) {
    return trade.record(Kind.GOODS, trade.goods().put("quantity", quantity)).id();
  }

  private ObjectNode sale(String quantity, String... parents) {
    ObjectNode sale = trade.goods(trade.coop, trade.exporter).put("quantity", quantity);
    List.of(parents).forEach(sale.withArray("parents")::add);
    return sale;
  }

  private static String left(String id) {
    return World.read(
        sql ->
            sql.select(PRODUCT_TRANSACTION.REMAINING)
                .from(PRODUCT_TRANSACTION)
                .where(PRODUCT_TRANSACTION.ID.eq(UUID.fromString(id)))
                .fetchSingle(PRODUCT_TRANSACTION.REMAINING)
                .toPlainString());
  }
}
