package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.records.transaction.Trade.*;
import static supplychain.schema.Tables.REVERSAL;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Records;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** A mistake in a transaction is corrected by a record of its own; nothing is edited away. */
class ReversalTest {
  private final Trade trade = new Trade();

  @Test
  void aReversalGivesDrawnStockBackAndSaysSo() {
    String first = trade.buy("\"30.0\"");
    String second = trade.buy("50");
    String spare = trade.buy("7");
    String sale = recorded(trade.sell("\"60.50\"", first, second, spare));
    Reply reply = trade.reverse(sale).expect(201);
    JsonNode shown = reply.json();
    Team.assertShown(
        """
        {"id": "*", "transaction": "%s", "reason": "Weighed twice",
         "returned": [
           {"parent": "%s", "quantity": "30.0", "current_quantity": "30.0"},
           {"parent": "%s", "quantity": "30.50", "current_quantity": "50.00"},
           {"parent": "%s", "quantity": "0", "current_quantity": "7"}], "company": "%6$s",
         "created_on": "*", "updated_on": "*", "creator": "%5$s", "updater": "%5$s"}\
        """
            .formatted(sale, first, second, spare, trade.user, trade.coop),
        shown);
    assertEquals("[" + shown + "]", trade.member.get(reversals(sale)).json().toString());
    assertEquals("[]", trade.member.get(reversals(first)).json().toString());
    assertEquals(GOODS + sale + "/", reply.header("Location"));
    recorded(trade.sell("87", first, second, spare));
  }

  @Test
  void aLotIsReversedOnlyAfterItsChildren() {
    String lot = trade.buy("30");
    String sale = recorded(trade.sell("10", lot));
    String spare = recorded(trade.sell("6", trade.buy("5"), lot));
    Reply refused = trade.reverse(lot).expectProblem(409, "conflict");
    assertEquals("2 transactions draw from this one. Reverse them first.", refused.at("/detail"));
    String detail = " %s has this transaction as a parent.";
    assertEquals(
        List.of(detail.formatted(trade.named(sale)), detail.formatted(trade.named(spare))),
        refused.expect(409, " parent", " parent").details());
    recorded(trade.reverse(sale));
    assertEquals(
        "Another transaction draws from this one. Reverse that transaction first.",
        trade.reverse(lot).at("/detail"));
    recorded(trade.reverse(spare));
    recorded(trade.reverse(lot));
  }

  @Test
  void aDrawOfZeroDoesNotBlockTheReversalOfItsParent() {
    Client buyer = trade.world.client(trade.exporter, Role.MEMBER);
    String lot = trade.buy("30");
    String sale = recorded(trade.sell("10", lot));
    String other = recorded(trade.sell("5", lot));
    String empty = recorded(resell(buyer, "0", sale));
    String partly = recorded(resell(buyer, "5", other, sale));
    assertEquals(List.of("10 25"), returned(trade.reverse(sale)));
    for (String child : List.of(empty, partly)) {
      JsonNode shown = buyer.get(GOODS + child + "/").json();
      assertEquals(true, shown.get("parents").toString().contains(sale), shown.toString());
      JsonNode trace = buyer.get(GOODS + child + "/trace/?direction=both").json();
      assertEquals(false, trace.toString().contains(sale), trace.toString());
      assertEquals(0, trace.at("/steps/0/hidden_parents").asInt(), trace.toString());
    }
    JsonNode down = buyer.get(GOODS + sale + "/trace/?direction=down").json();
    assertEquals(1, down.get("steps").size(), down.toString());
    assertEquals(
        List.of("5 5", "0 0"),
        returned(buyer.post(reversals(partly), REASON)),
        "the reversed parent receives nothing");
    assertEquals(List.of("0 0"), returned(buyer.post(reversals(empty), REASON)));
    resell(buyer, "0", sale).expect(409);
  }

  private Reply resell(Client buyer, String quantity, String... parents) {
    UUID next = trade.world.company("Roaster");
    return Goods.move(buyer, trade.exporter, next, trade.cherry, quantity, (Object[]) parents);
  }

  @Test
  void aTransactionIsReversedOnce() {
    String lot = trade.buy("30");
    String sale = recorded(trade.sell("10", lot));
    String reversal = recorded(trade.reverse(sale));
    Reply again = trade.reverse(sale).expect(409);
    assertEquals("The transaction is already reversed.", again.at("/detail"));
    again.expect(409, " reversed");
    assertEquals("The reversal has the id " + reversal + ".", again.at("/errors/0/detail"));
    recorded(trade.sell("30", lot));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                   | /reason required",
        "{'reason': null}                     | /reason required",
        "{'reason': ''}                       | /reason blank",
        "{'reason': ' \\u00a0'}               | /reason blank",
        "{'reason': 7}                        | /reason type",
        "{'reason': 'a\\u0000'}               | /reason character",
        "{'reason': '<501>'}                  | /reason too_long",
        "{'reason': 'Typo', 'quantity': '1'}  | /quantity unknown_field",
      })
  void aReasonIsAskedForAndNothingElse(String body, String finding) {
    String lot = trade.buy("10");
    String sent = body.replace('\'', '"').replace("<501>", "\uD83D\uDC1D".repeat(501));
    String before = Records.lastWrite();
    trade.member.post(reversals(lot), sent).expect(400, finding);
    assertEquals(before, Records.lastWrite());
  }

  @Test
  void anOperatorReversesForTheCompanyThatRecordedIt() {
    String lot = trade.buy("10");
    Client operator = trade.world.client(null, Role.OPERATOR);
    UUID reversal = UUID.fromString(recorded(operator.post(reversals(lot), REASON)));
    assertEquals(
        1, Records.count(REVERSAL, REVERSAL.ID.eq(reversal).and(REVERSAL.COMPANY.eq(trade.coop))));
  }

  @Test
  void aReversalOfAPaymentIsARecord() {
    String payment = trade.record(Kind.PAYMENT, trade.payment()).id();
    Reply reply = reverse(payment).expect(201);
    JsonNode shown = reply.json();
    Team.assertShown(
        """
        {"id": "*", "transaction": "%s", "reason": "Weighed twice", "company": "%3$s",
         "created_on": "*", "updated_on": "*", "creator": "%2$s", "updater": "%2$s"}\
        """
            .formatted(payment, trade.user, trade.coop),
        shown);
    String path = PAYMENTS + payment + "/reversals/";
    assertEquals("[" + shown + "]", trade.member.get(path).json().toString());
    assertEquals(PAYMENTS + payment + "/", reply.header("Location"));
  }

  @Test
  void aPaymentIsReversedOnce() throws Exception {
    String payment = trade.record(Kind.PAYMENT, trade.payment()).id();
    List<Reply> replies = AtOnce.send(8, i -> reverse(payment));
    List<Reply> done = replies.stream().filter(reply -> reply.status() == 201).toList();
    List<Reply> late = replies.stream().filter(reply -> reply.status() == 409).toList();
    assertEquals(List.of(1, 7), List.of(done.size(), late.size()), replies.toString());
    for (Reply reply : late) {
      assertEquals(
          "The reversal has the id " + done.get(0).id() + ".", reply.at("/errors/0/detail"));
    }
  }

  @Test
  void paymentsOutliveTheirTransactionAndARefundStaysPossible() {
    Reply purchase =
        trade.record(Kind.GOODS, with(trade.goods(), "transaction_payments", "[{\"amount\": 10}]"));
    recorded(trade.reverse(purchase.id()));
    Reply refund =
        trade.record(
            Kind.PAYMENT,
            withText(
                with(trade.payment(trade.farmer, trade.coop), "amount", "10"),
                "transaction",
                purchase.id()));
    assertEquals("TRANSACTION", refund.at("/payment_type"));
    recorded(reverse(refund.id()));
    recorded(reverse(purchase.at("/transaction_payments/0/id")));
  }

  private Reply reverse(String payment) {
    return trade.member.post(PAYMENTS + payment + "/reversals/", REASON);
  }

  @Test
  void aDocumentCanBeSentBackAsRead() {
    Reply first = trade.reverse(trade.buy("10"));
    recorded(trade.member.post(reversals(trade.buy("10")), first.text()));
  }

  private final String goods = reversals(trade.buy("10"));
  private final String payment =
      PAYMENTS + trade.record(Kind.PAYMENT, trade.payment()).id() + "/reversals/";

  @Test
  void theOtherPartyGetsARefusal() {
    Client exporter = trade.world.client(trade.exporter, Role.ADMIN);
    String bought = recorded(Goods.move(exporter, trade.coop, trade.exporter, trade.cherry, "1"));
    assertEquals(
        "Only the company that recorded the transaction, or that received the goods, can reverse"
            + " it.",
        refused(trade.member, 403, reversals(bought)).at("/detail"));
    String sent = trade.record(Kind.PAYMENT, trade.payment(trade.coop, trade.exporter)).id();
    assertEquals(
        "Only the company that recorded the payment can reverse it.",
        refused(exporter, 403, PAYMENTS + sent + "/reversals/").at("/detail"));
  }

  @Test
  void aFarmersNewBuyerDoesNotReverseWhatTheOldOneRecorded() {
    UUID buyer = trade.world.company("New buyer");
    World.write("update farmer set buyer = ? where id = ?", buyer, trade.farmer);
    Client admin = trade.world.client(buyer, Role.ADMIN);
    refused(admin, 404, goods);
    refused(admin, 404, payment);
    recorded(trade.member.post(goods, REASON));
    recorded(trade.member.post(payment, REASON));
  }

  @Test
  void aSellerDoesNotLearnHowManyTransactionsOfTheBuyerDrawFromASale() {
    String sale = recorded(trade.sell("10", trade.buy("10")));
    Client exporter = trade.world.client(trade.exporter, Role.MEMBER);
    UUID roaster = trade.world.company("Roaster");
    recorded(Goods.move(exporter, trade.exporter, roaster, trade.cherry, "4", sale));
    String back =
        recorded(Goods.move(exporter, trade.exporter, trade.coop, trade.cherry, "5", sale));
    Reply refused = trade.reverse(sale).expect(409);
    assertEquals(
        "The recipient has used goods of this transaction already. Ask it to reverse what it"
            + " recorded with them.",
        refused.at("/detail"));
    assertEquals(1, refused.json().get("errors").size());
    assertEquals(
        trade.named(back) + " has this transaction as a parent.", refused.at("/errors/0/detail"));
    Client operator = trade.world.client(null, Role.OPERATOR);
    operator.post(reversals(sale), REASON).expect(409, " parent", " parent");
  }

  private static Reply refused(Client client, int status, String path) {
    String before = Records.lastWrite();
    Reply reply = client.post(path, REASON).expect(status);
    assertEquals(before, Records.lastWrite());
    return reply;
  }
}
