package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** A company can require parents for each of its sales. */
class RequiresParentsTest {
  private final Trade trade = new Trade();
  private final String sharing = COMPANIES + trade.coop + "/sharing/";
  private final Client admin = trade.world.client(trade.coop, Role.ADMIN);

  @BeforeEach
  void requireParents() {
    Reply changed = admin.patch(sharing, "{\"requires_parents\": true}").expect(200);
    assertEquals("{\"shares_upstream\":false,\"requires_parents\":true}\n", changed.text());
    assertEquals(changed.text(), admin.get(sharing).text());
  }

  @Test
  void aSaleWithoutParentsIsRefused() {
    String lot = trade.record(Kind.GOODS, trade.goods()).id();
    ObjectNode sale = trade.goods(trade.coop, trade.exporter);
    trade.refuse(trade.member, 409, Kind.GOODS, sale, "/parents required");
    Goods.move(trade.member, trade.coop, trade.exporter, trade.cherry, "100", lot).expect(201);
  }

  @Test
  void onlyTheLinesOfSalesWithoutParentsAreRefused() {
    String lines = trade.goods() + "\n" + trade.goods(trade.coop, trade.exporter);
    Reply reply =
        trade.member.send(
            "POST", GOODS + "?on_error=proceed", lines, "Content-Type", "application/x-ndjson");
    assertEquals("201", reply.lines().get(0).get("status").asText());
    assertEquals("409", reply.lines().get(1).get("status").asText());
    assertEquals("/2/parents", reply.lines().get(1).at("/errors/0/pointer").asText());
  }

  @Test
  void aPurchaseFromTheCompanyNeedsNoParents() {
    // Only the seller can name them.
    Client buyer = trade.world.client(trade.exporter, Role.MEMBER);
    trade.record(buyer, Kind.GOODS, trade.goods(trade.coop, trade.exporter));
  }

  @Test
  void anotherCompanyAndTheSameOneWithoutTheSettingNeedNoParents() {
    UUID roaster = trade.world.company("Roaster");
    Client exporter = trade.world.client(trade.exporter, Role.MEMBER);
    trade.record(exporter, Kind.GOODS, trade.goods(trade.exporter, roaster));
    admin.patch(sharing, "{\"requires_parents\": false}").expect(200);
    trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter));
  }
}
