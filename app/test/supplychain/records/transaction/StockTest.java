package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** The owner sells stock once, however many clients ask at the same time. */
class StockTest {
  private final Trade trade = new Trade();
  private final String parent = trade.record(Kind.GOODS, trade.goods()).id();

  /** Fewer than a company may have in progress: an earlier request may hold a permit. */
  @Test
  void manyRequestsAtOnceSellExactlyWhatIsThere() throws Exception {
    String lot = trade.buy("100");
    List<Reply> replies = AtOnce.send(150, i -> trade.sell("1", lot));
    assertEquals(100, AtOnce.count(replies, 201));
    assertEquals(50, AtOnce.count(replies, 409));
    trade.sell("0.000001", lot).expect(409, "/parents/0 nothing_left");
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
    assertEquals("100", Trade.left(parent));
  }

  @Test
  void aParentIsNamedOnce() {
    String upper = parent.toUpperCase(Locale.ROOT);
    trade.refuse(
        Kind.GOODS,
        sale("1", parent, parent, upper),
        "/parents/1 duplicate",
        "/parents/2 duplicate");
    assertEquals("100", Trade.left(parent));
  }

  @Test
  void onlyTheSourceCompanyNamesParents() {
    String sold = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id();
    Client exporter = trade.world.client(trade.exporter, Role.ADMIN);
    for (String named : new String[] {parent, sold, UUID.randomUUID().toString()}) {
      trade.refuse(exporter, 403, Kind.GOODS, sale("1", named), "/parents forbidden");
    }
    assertEquals("100", Trade.left(parent));
    trade.record(exporter, Kind.GOODS, sale("1"));
  }

  @Test
  void anOperatorNamesThemForAnyone() {
    Client operator = trade.world.client(null, Role.OPERATOR);
    JsonNode shown = trade.record(operator, Kind.GOODS, sale("40", parent)).json();
    assertEquals("40", shown.get("source_quantity").asText());
    assertEquals("60", Trade.left(parent));
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
    assertEquals("70", Trade.left(seedlings));
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
}
