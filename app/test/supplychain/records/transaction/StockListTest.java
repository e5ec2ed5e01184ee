package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.records.transaction.Trade.recorded;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.World;
import supplychain.core.Role;

/** in_stock lists the lots that a company holds, and never tells what another company has left. */
class StockListTest {
  private final Trade trade = new Trade();
  private final Client buyer = trade.world.client(trade.exporter, Role.MEMBER);
  private final Client operator = trade.world.client(null, Role.OPERATOR);
  private final String used = trade.buy("30");
  private final String lot = trade.buy("100");
  private final String unknown = trade.buy("null");
  private final String sold = recorded(trade.sell("30", used));
  private final String given =
      recorded(trade.move(trade.coop, trade.farmer, trade.cherry, "5", lot));

  private List<String> inStock(Client client, Object isInStock, String query) {
    return client.get(GOODS + "?in_stock=" + isInStock + query).expect(200).ids();
  }

  @Test
  void withoutADestinationItMeansTheLotsThatTheCompanyHolds() {
    assertEquals(List.of(lot, unknown), inStock(trade.member, true, ""));
    assertEquals(List.of(used), inStock(trade.member, false, ""));
    assertEquals(List.of(sold), inStock(buyer, true, ""));
    assertEquals(List.of(), inStock(buyer, false, ""));
  }

  @Test
  void withADestinationItMeansTheLotsThatThisOneHoldsIfTheCallerActsForIt() {
    assertEquals(List.of(given), inStock(trade.member, true, "&destination=" + trade.farmer));
    assertEquals(List.of(lot, unknown), inStock(trade.member, true, "&destination=" + trade.coop));
    assertEquals(List.of(), inStock(trade.member, true, "&destination=" + trade.exporter));
    assertEquals(List.of(), inStock(trade.member, false, "&destination=" + trade.exporter));
    assertEquals(List.of(sold), inStock(operator, true, "&destination=" + trade.exporter));
  }

  @Test
  void theOldBuyerOfAFarmerSeesNoMoreOfTheFarmersStock() {
    UUID other = trade.world.company("Other");
    World.write("update farmer set buyer = ? where id = ?", other, trade.farmer);
    recorded(Goods.move(operator, trade.farmer, other, trade.cherry, "2", given));
    String path = GOODS + given + "/";
    assertEquals("5", trade.member.get(path).at("/current_quantity"));
    assertEquals("3", operator.get(path).at("/current_quantity"));
    assertEquals(List.of(), inStock(trade.member, true, "&destination=" + trade.farmer));
    trade.world.client(other, Role.MEMBER).get(path).expect(404);
  }
}
