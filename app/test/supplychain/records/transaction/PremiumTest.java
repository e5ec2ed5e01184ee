package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.records.transaction.Trade.Kind;

/** Which premium a payment may pay, and which of its options. */
class PremiumTest {
  private final Trade trade = new Trade();
  private final UUID premium = trade.world.premium(trade.coop, "OPTIONS", true);
  private final UUID gold = trade.world.option(premium, "Gold", true);

  @Test
  void aPremiumIsOneOfACompanyPartyToIt() {
    assertEquals(premium.toString(), paid(trade.payment(), premium).at("/premium").asText());
    UUID exporters = trade.world.premium(trade.exporter, "NORMAL", true);
    JsonNode shown = paid(trade.payment(trade.exporter, trade.coop), exporters);
    assertEquals(exporters.toString(), shown.get("premium").asText());
    assertEquals(trade.exporter.toString(), shown.at("/premium_details/owner").asText());
    refuse(trade.payment(), exporters, "does_not_exist");
  }

  @Test
  void anInactivePremiumIsNotPaid() {
    UUID ended = trade.world.premium(trade.coop, "NORMAL", false);
    refuse(trade.payment(), ended, "inactive");
    ObjectNode goods = trade.goods();
    with(goods, "transaction_payments", "[{\"premium\": \"%s\"}]".formatted(ended));
    trade.refuse(Kind.GOODS, goods, "/transaction_payments/0/premium inactive");
  }

  @Test
  void anOptionIsNamedByIdOrByName() {
    String upper = gold.toString().toUpperCase(Locale.ROOT);
    for (String said : new String[] {"Gold", gold.toString(), upper}) {
      assertEquals(said, paid(option(said), premium).get("selected_option").asText());
    }
  }

  @Test
  void anOptionIsAnActiveOneOfThisPremium() {
    UUID silver = trade.world.option(premium, "Silver", false);
    UUID other = trade.world.premium(trade.coop, "OPTIONS", true);
    UUID bronze = trade.world.option(other, "Bronze", true);
    String[] wrong = {
      "Silver", silver.toString(), "Bronze", bronze.toString(), "gold", "", "Platinum"
    };
    for (String said : wrong) {
      trade.refuse(
          Kind.PAYMENT,
          withText(option(said), "premium", premium),
          "/selected_option not_a_choice");
    }
    ObjectNode goods = trade.goods();
    with(
        goods,
        "transaction_payments",
        "[{\"premium\": \"%s\", \"selected_option\": \"Silver\"}]".formatted(premium));
    trade.refuse(Kind.GOODS, goods, "/transaction_payments/0/selected_option not_a_choice");
  }

  @Test
  void anOptionNeedsItsPremium() {
    trade.refuse(Kind.PAYMENT, option("Gold"), "/selected_option mismatch");
  }

  @Test
  void aPremiumOfAnyCalculationIsPaidWithoutAnOption() {
    UUID normal = trade.world.premium(trade.coop, "NORMAL", true);
    assertEquals("PREMIUM", paid(trade.payment(), normal).get("payment_type").asText());
    assertEquals("null", paid(trade.payment(), premium).get("selected_option").toString());
  }

  private ObjectNode option(String said) {
    return withText(trade.payment(), "selected_option", said);
  }

  private JsonNode paid(ObjectNode body, UUID of) {
    return trade.record(Kind.PAYMENT, withText(body, "premium", of)).json();
  }

  private void refuse(ObjectNode body, Object of, String code) {
    trade.refuse(Kind.PAYMENT, withText(body, "premium", of), "/premium " + code);
  }
}
