package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Lots.REASON;
import static supplychain.records.transaction.Lots.recorded;
import static supplychain.records.transaction.Template.as;
import static supplychain.records.transaction.Template.fill;
import static supplychain.records.transaction.Trade.PAYMENTS;
import static supplychain.records.transaction.Trade.with;
import static supplychain.records.transaction.Trade.withText;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;
import supplychain.records.transaction.Trade.Kind;

/** A payment that was a mistake is reversed on its own: it is on record that it was none. */
class PaymentReversalTest {
  private final Lots lots = new Lots();
  private final Trade trade = lots.trade;

  @Test
  void aReversalOfAPaymentIsARecord() {
    String payment = trade.record(Kind.PAYMENT, trade.payment()).id();
    Reply reply = reverse(payment);
    assertEquals(201, reply.status(), reply.text());
    JsonNode shown = reply.json();
    Template.assertSame(
        fill(
            """
            {"id": "<id>", "transaction": "<payment>", "reason": "Weighed twice",
             "created_on": "<on>", "updated_on": "<on>", "creator": "<user>", "updater": "<user>"}""",
            as("id", Template.id(shown, "/id")),
            as("on", Template.time(shown, "/created_on")),
            as("payment", payment),
            as("user", trade.user)),
        shown);
    assertEquals(PAYMENTS + payment + "/reversals/" + reply.id() + "/", reply.header("Location"));
  }

  @Test
  void itIsReversedOnce() throws Exception {
    String payment = trade.record(Kind.PAYMENT, trade.payment()).id();
    List<Reply> replies = AtOnce.send(8, i -> reverse(payment));
    List<Reply> done = replies.stream().filter(reply -> reply.status() == 201).toList();
    List<Reply> late = replies.stream().filter(reply -> reply.status() == 409).toList();
    assertEquals(List.of(1, 7), List.of(done.size(), late.size()), replies.toString());
    for (Reply reply : late) {
      assertEquals(
          "Its reversal is " + done.get(0).id() + ".",
          reply.json().at("/errors/0/detail").asText());
    }
  }

  @Test
  void paymentsOutliveTheirTransactionAndARefundStaysPossible() {
    Reply purchase =
        trade.record(Kind.GOODS, with(trade.goods(), "transaction_payments", "[{\"amount\": 10}]"));
    recorded(lots.reverse(purchase.id()));
    Reply refund =
        trade.record(
            Kind.PAYMENT,
            withText(
                with(trade.payment(trade.farmer, trade.coop), "amount", "10"),
                "transaction",
                purchase.id()));
    assertEquals("TRANSACTION", refund.json().get("payment_type").asText());
    recorded(reverse(refund.id()));
    recorded(reverse(purchase.json().at("/transaction_payments/0/id").asText()));
  }

  private Reply reverse(String payment) {
    return trade.member.post(PAYMENTS + payment + "/reversals/", REASON);
  }
}
