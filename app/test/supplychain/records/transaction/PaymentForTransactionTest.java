package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** A payment for a product transaction is between its two parties, on its terms. */
class PaymentForTransactionTest {
  private final Trade trade = new Trade();
  private final Client exporter = trade.world.client(trade.exporter, Role.MEMBER);
  private final UUID premium = trade.world.premium(trade.coop, "NORMAL", true);
  private final UUID card = trade.world.card(trade.coop, trade.farmer);

  @ParameterizedTest
  @CsvSource({
    "false, false, , TRANSACTION PREMIUM TRANSACTION_PREMIUM",
    "true, false, TRANSACTION, PREMIUM TRANSACTION_PREMIUM",
    "false, true, PREMIUM, TRANSACTION TRANSACTION_PREMIUM",
    "true, true, TRANSACTION_PREMIUM, TRANSACTION PREMIUM"
  })
  void thePaymentTypeFollowsFromWhatIsGiven(
      boolean forGoods, boolean ofPremium, String type, String wrong) {
    ObjectNode body = trade.payment();
    if (forGoods) {
      withText(body, "transaction", bought(trade.goods()));
    }
    if (ofPremium) {
      withText(body, "premium", premium);
    }
    assertEquals(type == null ? "null" : type, paymentType(body));
    body.put("payment_type", type);
    assertEquals(type == null ? "null" : type, paymentType(body));
    for (String other : wrong.split(" ", -1)) {
      trade.refuse(Kind.PAYMENT, withText(body, "payment_type", other), "/payment_type mismatch");
    }
    trade.refuse(
        Kind.PAYMENT, withText(body, "payment_type", "ADVANCE"), "/payment_type not_a_choice");
  }

  private String paymentType(ObjectNode body) {
    return trade.record(Kind.PAYMENT, body).at("/payment_type");
  }

  @Test
  void aPaymentGoesEitherWayBetweenTheTwoParties() {
    String goods = bought(trade.goods());
    assertEquals("OUTGOING", paid(trade.coop, trade.farmer, goods).get("type").asText());
    assertEquals("INCOMING", paid(trade.farmer, trade.coop, goods).get("type").asText());
  }

  @Test
  void theOtherPartyOfASaleMayRecordItToo() {
    String sale = bought(trade.goods(trade.coop, trade.exporter));
    ObjectNode body = withText(trade.payment(trade.exporter, trade.coop), "transaction", sale);
    JsonNode shown = trade.record(exporter, Kind.PAYMENT, body).json();
    assertEquals("OUTGOING", shown.get("type").asText());
    assertEquals(sale, shown.get("transaction").asText());
  }

  @Test
  void aPaymentForATransactionIsBetweenItsParties() {
    String goods = bought(trade.goods());
    UUID other = trade.world.farmer(trade.coop);
    UUID[][] wrong = {
      {trade.coop, other},
      {other, trade.coop},
      {trade.coop, trade.exporter},
      {trade.coop, trade.coop},
      {trade.farmer, trade.farmer}
    };
    for (UUID[] sides : wrong) {
      trade.refuse(
          Kind.PAYMENT,
          withText(trade.payment(sides[0], sides[1]), "transaction", goods),
          "/source mismatch",
          "/destination mismatch");
    }
  }

  @Test
  void salesOfAFarmerBeforeAMoveStayWithTheOldCompany() {
    String goods = bought(trade.goods());
    trade
        .world
        .client(null, Role.OPERATOR)
        .patch(
            "/v1/supply-chains/farmers/" + trade.farmer,
            "{\"first_name\": \"Grace\", \"buyer\": \"%s\"}".formatted(trade.exporter));
    ObjectNode body = withText(trade.payment(), "transaction", goods);
    withText(withText(body, "source", trade.exporter), "destination", trade.farmer);
    exporter
        .post("/v1/transactions/payment-transactions/", body.toString())
        .expect(400, "/transaction does_not_exist");
  }

  @Test
  void aPaymentTakesOmittedTermsFromItsTransaction() {
    JsonNode shown = paid(trade.coop, trade.farmer, bought(dated()));
    assertEquals("2026-11-21T01:00:00.5+00:00", shown.get("date").asText());
    assertEquals(card.toString(), shown.get("card").asText());
    assertEquals("INV-9", shown.get("invoice_number").asText());
    assertEquals("1.5", shown.get("verification_latitude").toString());
    assertEquals("32.5", shown.get("verification_longitude").toString());
    assertEquals("EUR", shown.at("/currency_details/code").asText());
    assertEquals("CARD", shown.get("method").asText());
  }

  @Test
  void theOwnTermsOfAPaymentWin() {
    UUID own = trade.world.card(trade.coop, trade.coop);
    ObjectNode body = withText(trade.payment(), "transaction", bought(dated()));
    body.put("date", "2026-11-30T00:00:00Z").put("card", own.toString());
    body.put("invoice_number", "INV-10").put("currency", "UGX").put("method", "INVOICE");
    body.put("verification_latitude", -2.5).put("verification_longitude", -3.5);
    JsonNode shown = trade.record(Kind.PAYMENT, body).json();
    assertEquals("2026-11-30T00:00:00+00:00", shown.get("date").asText());
    assertEquals(own.toString(), shown.get("card").asText());
    assertEquals("INV-10", shown.get("invoice_number").asText());
    assertEquals("-2.5", shown.get("verification_latitude").toString());
    assertEquals("-3.5", shown.get("verification_longitude").toString());
    assertEquals("UGX", shown.at("/currency_details/code").asText());
    assertEquals("INVOICE", shown.get("method").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "verification_latitude, verification_longitude",
    "verification_longitude, verification_latitude"
  })
  void aLocationIsTakenFromTheTransactionWholeOrNotAtAll(String said, String unsaid) {
    ObjectNode body = withText(trade.payment(), "transaction", bought(dated()));
    JsonNode shown = trade.record(Kind.PAYMENT, with(body, said, "7.5")).json();
    assertEquals("7.5", shown.get(said).toString());
    assertEquals("null", shown.get(unsaid).toString());
    ObjectNode nested = dated();
    with(nested, "transaction_payments", "[{\"%s\": 7.5}]".formatted(said));
    JsonNode written = trade.record(Kind.GOODS, nested).json().at("/transaction_payments/0");
    assertEquals("7.5", written.get(said).toString());
    assertEquals("null", written.get(unsaid).toString());
  }

  @Test
  void theCardOfTheTransactionServesAfterItsHolderGaveItBack() {
    String goods = bought(dated());
    trade.world.endCard(card);
    assertEquals(card.toString(), paid(trade.coop, trade.farmer, goods).get("card").asText());
  }

  @Test
  void aTransactionWithoutACurrencyLeavesItToTheCompany() {
    trade.world.clearCurrency(trade.exporter);
    UUID roaster = trade.world.company("Roaster");
    String sale = trade.record(exporter, Kind.GOODS, trade.goods(trade.exporter, roaster)).id();
    Client payer = trade.world.client(roaster, Role.MEMBER);
    ObjectNode body = withText(trade.payment(roaster, trade.exporter), "transaction", sale);
    JsonNode shown = trade.record(payer, Kind.PAYMENT, body).json();
    assertEquals("UGX", shown.at("/currency_details/code").asText());
  }

  private ObjectNode dated() {
    ObjectNode goods = trade.goods();
    goods.put("currency", "EUR").put("date", "2026-11-21T08:00:00.5+07:00");
    goods.put("card", card.toString()).put("invoice_number", "INV-9");
    return goods.put("verification_latitude", 1.5).put("verification_longitude", 32.5);
  }

  private String bought(ObjectNode goods) {
    return trade.record(Kind.GOODS, goods).id();
  }

  private JsonNode paid(UUID source, UUID destination, String transaction) {
    ObjectNode body = withText(trade.payment(source, destination), "transaction", transaction);
    return trade.record(Kind.PAYMENT, body).json();
  }
}
