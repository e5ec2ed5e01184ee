package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.records.transaction.PaidTransactions.MOST_PAYMENTS;
import static supplychain.records.transaction.Trade.*;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** Payments: of a product transaction, of a premium, alone, and how many. */
class PaymentTest {
  private final Trade trade = new Trade();
  private final Client exporter = trade.world.client(trade.exporter, Role.MEMBER);
  private final UUID premium = trade.world.premium(trade.coop, "NORMAL", true);
  private final UUID card = trade.world.card(trade.coop, trade.farmer);
  private final UUID lot = sold();

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

  @ParameterizedTest
  @CsvSource({
    "'', coop, farmer",
    "source, coop, farmer",
    "source, farmer, coop",
    "destination, farmer, coop",
    "destination, coop, farmer"
  })
  void aPaymentTakesThePartiesThatItLeavesOutFromItsTransaction(
      String given, String one, String other) {
    String goods = bought(trade.goods());
    ObjectNode body = withText(object("{}"), "transaction", goods);
    if (!given.isEmpty()) {
      body.put(given, trade.fill("<" + one + ">"));
    }
    JsonNode shown = trade.record(Kind.PAYMENT, body).json();
    boolean isFirst = !given.equals("destination");
    assertEquals(
        trade.fill("<" + one + ">"), shown.get(isFirst ? "source" : "destination").asText());
    assertEquals(
        trade.fill("<" + other + ">"), shown.get(isFirst ? "destination" : "source").asText());
  }

  @Test
  void aRowOfATablePaysATransactionByItsNumber() {
    bought(withText(trade.goods(), "number", "P-1"));
    bought(withText(trade.goods(), "number", "P-2"));
    String table = "transaction.number,amount,invoice_number\nP-1,10,TR-8\nP-2,5.5,TR-8\n";
    Reply reply = trade.member.post(PAYMENTS, table, "Content-Type", "text/csv").expect(200);
    for (String id : reply.lineIds()) {
      JsonNode shown = trade.member.get(PAYMENTS + id + "/").json();
      assertEquals(trade.coop.toString(), shown.get("source").asText());
      assertEquals(trade.farmer.toString(), shown.get("destination").asText());
      assertEquals("UGX", shown.at("/currency_details/code").asText());
    }
    String wrong = "transaction.number,source,amount\nP-1,%s,10\n".formatted(trade.exporter);
    Reply refused = trade.member.post(PAYMENTS, wrong, "Content-Type", "text/csv");
    refused.expect(400, "/2/source mismatch", "/2/destination mismatch");
  }

  @Test
  void withoutATransactionAPaymentNamesItsParties() {
    trade.refuse(Kind.PAYMENT, object("{}"), "/source required", "/destination required");
    ObjectNode body = withText(object("{}"), "transaction", UUID.randomUUID());
    trade.refuse(Kind.PAYMENT, body, "/transaction does_not_exist");
  }

  @Test
  void salesOfAFarmerBeforeAMoveStayWithTheOldCompany() {
    String goods = bought(trade.goods());
    World.write("update farmer set buyer = ? where id = ?", trade.exporter, trade.farmer);
    ObjectNode body = withText(trade.payment(), "transaction", goods);
    withText(withText(body, "source", trade.exporter), "destination", trade.farmer);
    exporter.post(PAYMENTS, body.toString()).expect(400, "/transaction does_not_exist");
  }

  @Test
  void aPaymentTakesOmittedTermsFromItsTransaction() {
    JsonNode shown = paid(trade.coop, trade.farmer, bought(trade.goodsWithTerms(card)));
    assertEquals("2026-11-21T01:00:00.5+00:00", shown.get("date").asText());
    assertEquals(card.toString(), shown.get("card").asText());
    assertEquals("INV-9", shown.get("invoice_number").asText());
    assertEquals("1.5", shown.get("verification_latitude").toString());
    assertEquals("32.5", shown.get("verification_longitude").toString());
    assertEquals("EUR", shown.at("/currency_details/code").asText());
    assertEquals("CARD", shown.get("method").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "verification_latitude, verification_longitude",
    "verification_longitude, verification_latitude"
  })
  void aLocationIsTakenFromTheTransactionWholeOrNotAtAll(String said, String unsaid) {
    ObjectNode body = withText(trade.payment(), "transaction", bought(trade.goodsWithTerms(card)));
    JsonNode shown = trade.record(Kind.PAYMENT, with(body, said, "7.5")).json();
    assertEquals("7.5", shown.get(said).toString());
    assertEquals("null", shown.get(unsaid).toString());
    ObjectNode nested = trade.goodsWithTerms(card);
    with(nested, "transaction_payments", "[{\"%s\": 7.5}]".formatted(said));
    JsonNode written = trade.record(Kind.GOODS, nested).json().at("/transaction_payments/0");
    assertEquals("7.5", written.get(said).toString());
    assertEquals("null", written.get(unsaid).toString());
  }

  @Test
  void theCardOfTheTransactionServesAfterItsHolderGaveItBack() {
    String goods = bought(trade.goodsWithTerms(card));
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
    assertEquals("OUTGOING", shown.get("type").asText());
    assertEquals(sale, shown.get("transaction").asText());
    assertEquals("UGX", shown.at("/currency_details/code").asText());
  }

  private String bought(ObjectNode goods) {
    return trade.record(Kind.GOODS, goods).id();
  }

  private JsonNode paid(UUID source, UUID destination, String transaction) {
    ObjectNode body = withText(trade.payment(source, destination), "transaction", transaction);
    return trade.record(Kind.PAYMENT, body).json();
  }

  private final UUID options = trade.world.premium(trade.coop, "OPTIONS", true);
  private final UUID gold = trade.world.option(options, "Gold", true);

  @Test
  void aPremiumIsOneOfACompanyPartyToIt() {
    JsonNode paid = paidOf(trade.payment(), options);
    assertEquals(options.toString(), paid.get("premium").asText());
    assertEquals("null", paid.get("selected_option").toString());
    UUID exporters = trade.world.premium(trade.exporter, "NORMAL", true);
    JsonNode shown = paidOf(trade.payment(trade.exporter, trade.coop), exporters);
    assertEquals(exporters.toString(), shown.get("premium").asText());
    assertEquals(trade.exporter.toString(), shown.at("/premium_details/owner").asText());
    refuseOf(trade.payment(), exporters, "does_not_exist");
  }

  @Test
  void anInactivePremiumIsNotPaid() {
    UUID ended = trade.world.premium(trade.coop, "NORMAL", false);
    refuseOf(trade.payment(), ended, "inactive");
    ObjectNode goods = trade.goods();
    with(goods, "transaction_payments", "[{\"premium\": \"%s\"}]".formatted(ended));
    trade.refuse(Kind.GOODS, goods, "/transaction_payments/0/premium inactive");
  }

  @Test
  void anOptionIsNamedByIdOrByName() {
    String upper = gold.toString().toUpperCase(Locale.ROOT);
    for (String said : new String[] {"Gold", gold.toString(), upper}) {
      assertEquals(said, paidOf(option(said), options).get("selected_option").asText());
    }
  }

  @Test
  void anOptionIsAnActiveOneOfThisPremium() {
    UUID silver = trade.world.option(options, "Silver", false);
    UUID other = trade.world.premium(trade.coop, "OPTIONS", true);
    UUID bronze = trade.world.option(other, "Bronze", true);
    String[] wrong = {
      "Silver", silver.toString(), "Bronze", bronze.toString(), "gold", "", "Platinum"
    };
    for (String said : wrong) {
      trade.refuse(
          Kind.PAYMENT,
          withText(option(said), "premium", options),
          "/selected_option not_a_choice");
    }
    String silvers = "[{\"premium\": \"%s\", \"selected_option\": \"Silver\"}]".formatted(options);
    ObjectNode goods = with(trade.goods(), "transaction_payments", silvers);
    trade.refuse(Kind.GOODS, goods, "/transaction_payments/0/selected_option not_a_choice");
  }

  private ObjectNode option(String said) {
    return withText(trade.payment(), "selected_option", said);
  }

  private JsonNode paidOf(ObjectNode body, UUID of) {
    return trade.record(Kind.PAYMENT, withText(body, "premium", of)).json();
  }

  private void refuseOf(ObjectNode body, Object of, String code) {
    trade.refuse(Kind.PAYMENT, withText(body, "premium", of), "/premium " + code);
  }

  private UUID sold() {
    return UUID.fromString(trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id());
  }

  private ObjectNode payment(UUID transaction) {
    return withText(trade.payment(trade.exporter, trade.coop), "transaction", transaction);
  }

  /** The lot has so many payments. */
  private void fill(int count) {
    String first = trade.record(exporter, Kind.PAYMENT, payment(lot)).id();
    World.copy(PAYMENT_TRANSACTION, UUID.fromString(first), "number", count - 1);
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
      refused.expectProblem(409, "conflict");
      assertEquals("A product transaction can have at most 1000 payments.", refused.at("/detail"));
    }
    assertEquals(MOST_PAYMENTS, shown());
    trade.record(Kind.PAYMENT, trade.payment(trade.exporter, trade.coop));
    trade.record(Kind.PAYMENT, payment(sold()));
    trade.member.post(PAYMENTS + last.id() + "/reversals/", REASON).expect(201);
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
    return exporter.post(PAYMENTS + query, table, "Content-Type", "text/csv");
  }
}
