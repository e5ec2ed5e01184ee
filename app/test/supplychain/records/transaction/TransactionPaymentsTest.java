package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Team;
import supplychain.records.transaction.Trade.Kind;

/** Payments written with their transaction: all of it or nothing. */
class TransactionPaymentsTest {
  private static final String NUMBER = "[0-9A-Z]{5}-[0-9A-Z]{4}";

  private final Trade trade = new Trade();

  @Test
  void theBuyerPaysOnTheTermsOfTheTransaction() {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    ObjectNode goods = paid("{\"amount\": 7.50}");
    goods.put("currency", "EUR").put("date", "2026-11-21T08:00:00.5+07:00");
    goods.put("card", card.toString()).put("invoice_number", "INV-9").put("number", "OWN");
    goods.put("verification_latitude", 1.5).put("verification_longitude", 32.5);
    JsonNode shown = trade.record(Kind.GOODS, goods).json();
    JsonNode payment = shown.at("/transaction_payments/0");
    Template.formed(payment, "/number", NUMBER);
    Team.assertShown(
        trade
            .fill(
                """
                {"source": "<coop>", "destination": "<farmer>", "id": "*", "currency": "%s",
                 "number": "%s", "created_on": "*", "date": "2026-11-21T01:00:00.5+00:00",
                 "invoice_number": "INV-9", "verification_latitude": 1.5,
                 "verification_longitude": 32.5, "method": "CARD", "payment_type": "TRANSACTION",
                 "amount": 7.50, "selected_option": null, "creator": "<user>",
                 "updater": "<user>", "card": "%s", "premium": null, "transaction": "%s",
                 "submissions": [], "type": "OUTGOING", "updated_on": "*", "invoice": null}""")
            .formatted(
                trade.world.currency("EUR"),
                payment.get("number").asText(),
                card,
                shown.get("id").asText()),
        payment);
  }

  @Test
  void paymentsAreShownInTheirOrder() {
    ObjectNode goods = paid("{\"amount\": 3}", "{\"amount\": 1}", "{\"amount\": 2}");
    JsonNode shown = trade.record(Kind.GOODS, goods).json();
    assertEquals(
        List.of("3", "1", "2"), shown.get("transaction_payments").findValuesAsText("amount"));
    assertEquals(List.of(1, 3, 0), trade.written());
  }

  @Test
  void oneNamedPartyOfAPaymentImpliesTheOther() {
    JsonNode shown =
        trade
            .record(
                Kind.GOODS,
                paid(
                    "{\"source\": \"%s\"}".formatted(trade.farmer),
                    "{\"destination\": \"%s\"}".formatted(trade.coop)))
            .json();
    for (JsonNode refund : shown.get("transaction_payments")) {
      assertEquals(trade.farmer.toString(), refund.get("source").asText());
      assertEquals(trade.coop.toString(), refund.get("destination").asText());
      assertEquals("INCOMING", refund.get("type").asText());
    }
  }

  @Test
  void thePartiesAreThoseOfTheTransaction() {
    String[] mismatch = {
      "/transaction_payments/0/source mismatch", "/transaction_payments/0/destination mismatch"
    };
    UUID other = trade.world.farmer(trade.coop);
    trade.refuse(Kind.GOODS, paid(sides(trade.coop, other)), mismatch);
    trade.refuse(Kind.GOODS, paid(sides(trade.coop, trade.exporter)), mismatch);
    trade.refuse(Kind.GOODS, paid(sides(trade.exporter, other)), mismatch);
    trade.refuse(Kind.GOODS, paid(sides(trade.coop, trade.coop)), mismatch);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{\"amount\": -1}`, /amount range",
        "`{\"amount\": \"1e2\"}`, /amount format",
        "`{\"date\": \"today\"}`, /date format",
        "`{\"method\": \"CARD\"}`, /method mismatch",
        "`{\"method\": \"CASH\"}`, /method not_a_choice",
        "`{\"number\": \"12345678901\"}`, /number too_long",
        "`{\"payment_type\": \"PREMIUM\"}`, /payment_type mismatch",
        "`{\"payment_type\": \"TRANSACTION_PREMIUM\"}`, /payment_type mismatch",
        "`{\"selected_option\": \"Gold\"}`, /selected_option mismatch",
        "`{\"submissions\": [1]}`, /submissions/0 type",
        "`{\"verification_latitude\": 91}`, /verification_latitude range",
        "`{\"amuont\": 1}`, /amuont unknown_field"
      })
  void oneRefusedPaymentRefusesAll(String payment, String finding) {
    trade.refuse(Kind.GOODS, paid("{\"amount\": 1}", payment), "/transaction_payments/1" + finding);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "[]", "\"{}\""})
  void aPaymentIsAnObject(String payment) {
    trade.refuse(Kind.GOODS, paid("{}", payment), "/transaction_payments/1 type");
  }

  @Test
  void aNumberThatAnotherPaymentHasIsAConflictAtItsPlace() {
    trade.record(Kind.PAYMENT, trade.payment().put("number", "P-1"));
    String free = "{\"number\": \"P-2\"}";
    refuseTaken(1, free, "{\"number\": \"P-1\"}");
    refuseTaken(2, free, "{}", free);
    trade.record(Kind.GOODS, paid(free));
  }

  private void refuseTaken(int place, String... payments) {
    String taken = "/transaction_payments/" + place + "/number taken";
    trade.refuse(trade.member, 409, Kind.GOODS, paid(payments), taken);
  }

  private ObjectNode paid(String... payments) {
    return with(trade.goods(), "transaction_payments", List.of(payments).toString());
  }

  private static String sides(UUID source, UUID destination) {
    return "{\"source\": \"%s\", \"destination\": \"%s\"}".formatted(source, destination);
  }
}
