package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Lots.REASON;
import static supplychain.records.transaction.Lots.recorded;
import static supplychain.records.transaction.Lots.reversals;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Ids;
import supplychain.records.transaction.Trade.Kind;

/** Who may reverse what: who recorded it. To strangers it does not exist. */
class ReversalAccessTest {
  private final Lots lots = new Lots();
  private final Trade trade = lots.trade;
  private final String goods = reversals(lots.buy("10"));
  private final String payment =
      Trade.PAYMENTS + trade.record(Kind.PAYMENT, trade.payment()).id() + "/reversals/";

  @Test
  void theOtherPartyIsToldThatItMayNot() {
    String sale = reversals(recorded(lots.sell("1", lots.buy("10"))));
    String sent = trade.record(Kind.PAYMENT, trade.payment(trade.coop, trade.exporter)).id();
    Client exporter = trade.world.client(trade.exporter, Role.ADMIN);
    for (Reply reply : refused(exporter, 403, sale, Trade.PAYMENTS + sent + "/reversals/")) {
      assertEquals("Only the company that recorded it can reverse it.", reply.at("/detail"));
    }
  }

  @Test
  void toStrangersItIsAsIfItWereNotThere() {
    Client stranger = trade.world.client(trade.world.company("Stranger"), Role.ADMIN);
    List<Reply> replies =
        refused(
            stranger,
            404,
            goods,
            payment,
            reversals(Ids.next()),
            Trade.PAYMENTS + Ids.next() + "/reversals/",
            reversals("x"),
            // An id of the other kind.
            goods.replace(Trade.GOODS, Trade.PAYMENTS));
    assertEquals(1, replies.stream().map(ReversalAccessTest::withoutOwn).distinct().count());
  }

  @Test
  void aFarmersNewBuyerDoesNotReverseWhatTheOldOneRecorded() {
    UUID buyer = trade.world.company("New buyer");
    World.write(
        sql ->
            sql.update(FARMER)
                .set(FARMER.BUYER, buyer)
                .where(FARMER.ID.eq(trade.farmer))
                .execute());
    refused(trade.world.client(buyer, Role.ADMIN), 404, goods, payment);
    recorded(trade.member.post(goods, REASON));
    recorded(trade.member.post(payment, REASON));
  }

  @Test
  void childrenThatOthersRecordedAreCountedAndNotNamed() {
    String sale = recorded(lots.sell("10", lots.buy("10")));
    Client exporter = trade.world.client(trade.exporter, Role.MEMBER);
    UUID roaster = trade.world.company("Roaster");
    recorded(lots.move(exporter, trade.exporter, roaster, trade.cherry, "4", sale));
    String back =
        recorded(lots.move(exporter, trade.exporter, trade.coop, trade.cherry, "5", sale));
    Reply refused = lots.reverse(sale).expect(409);
    assertEquals(
        "2 transactions draw from it; reverse them first. errors names 1 of them.",
        refused.at("/detail"));
    assertEquals(1, refused.json().get("errors").size());
    assertEquals(back + " has it as a parent.", refused.at("/errors/0/detail"));
    Client operator = trade.world.client(null, Role.OPERATOR);
    operator.post(reversals(sale), REASON).expect(409, " parent", " parent");
  }

  private static List<Reply> refused(Client client, int status, String... paths) {
    List<Reply> replies = new ArrayList<>();
    for (String path : paths) {
      Map<String, String> before = Records.all();
      Reply reply = client.post(path, REASON);
      assertEquals(status, reply.status(), reply.text());
      assertEquals(before, Records.all());
      replies.add(reply);
    }
    return replies;
  }

  private static String withoutOwn(Reply reply) {
    ObjectNode body = (ObjectNode) reply.json();
    body.remove(List.of("instance", "request_id"));
    return body.toString();
  }
}
