package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.PaidTransaction.MOST_PAYMENTS;
import static supplychain.records.transaction.Trade.*;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** A product transaction shows its payments: neither party can make it too heavy to be read. */
class PaymentLimitTest {
  private static final String DETAIL = "A product transaction may have at most 1000 payments.";

  private final Trade trade = new Trade();
  private final Client exporter = trade.world.client(trade.exporter, Role.MEMBER);
  private final UUID lot = sold();

  private UUID sold() {
    return UUID.fromString(trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id());
  }

  private ObjectNode payment(UUID transaction) {
    return withText(trade.payment(trade.exporter, trade.coop), "transaction", transaction);
  }

  /** The lot has so many payments. */
  private void fill(int count) {
    trade.record(exporter, Kind.PAYMENT, payment(lot));
    World.write(
        """
        insert into payment_transaction
        select (jsonb_populate_record(payment_transaction, jsonb_build_object(
                 'id', gen_random_uuid(), 'number', 'n' || i))).*
          from payment_transaction, generate_series(2, ?) i
         where transaction = ?""",
        count,
        lot);
    assertEquals(count, payments());
  }

  private int payments() {
    return Records.count(PAYMENT_TRANSACTION, PAYMENT_TRANSACTION.TRANSACTION.eq(lot));
  }

  @Test
  void aThousandPaymentsNameATransactionAndNoMore() {
    fill(MOST_PAYMENTS - 1);
    Reply last = trade.record(Kind.PAYMENT, payment(lot));
    for (Client client : List.of(trade.member, exporter)) {
      Reply refused =
          trade.refuse(client, 409, Kind.PAYMENT, payment(lot), "/transaction too_many");
      assertEquals("/problems/conflict", refused.at("/type"));
      assertEquals(DETAIL, refused.at("/detail"));
    }
    assertEquals(MOST_PAYMENTS, shown());
    trade.record(Kind.PAYMENT, trade.payment(trade.exporter, trade.coop));
    trade.record(Kind.PAYMENT, payment(sold()));
    trade
        .member
        .post(PAYMENTS + last.id() + "/reversals/", "{\"reason\": \"Not paid\"}")
        .expect(201);
    trade.refuse(exporter, 409, Kind.PAYMENT, payment(lot), "/transaction too_many");
  }

  private int shown() {
    return trade.member.get(GOODS + lot + "/").json().get("transaction_payments").size();
  }

  @Test
  void concurrentPaymentsStopAtTheLimit() throws Exception {
    fill(MOST_PAYMENTS - 1);
    List<Reply> replies =
        AtOnce.send(
            8, i -> trade.send(i % 2 == 0 ? trade.member : exporter, Kind.PAYMENT, payment(lot)));
    List<Integer> statuses = AtOnce.statuses(replies);
    assertEquals(List.of(201, 409, 409, 409, 409, 409, 409, 409), statuses);
    assertEquals(MOST_PAYMENTS, payments());
  }

  @Test
  void recordsAboveThePaymentLimitAreRefused() {
    fill(MOST_PAYMENTS - 2);
    table("").expect(409);
    assertEquals(MOST_PAYMENTS - 2, payments());
    Reply some = table("?on_error=proceed").expect(200);
    List<JsonNode> lines = some.lines();
    assertEquals(
        List.of(201, 201, 409, 409, 201),
        lines.stream().map(line -> line.get("status").asInt()).toList());
    assertEquals(MOST_PAYMENTS, payments());
  }

  /** Four payments of the lot, and one of nothing. */
  private Reply table(String query) {
    String parties = trade.exporter + "," + trade.coop + ",";
    String lines = (parties + lot + "\n").repeat(4);
    String table = "source,destination,transaction\n" + lines + parties + "\n";
    return exporter.postBody(
        PAYMENTS + query, BodyPublishers.ofString(table), "Content-Type", "text/csv");
  }
}
