package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.formed;
import static supplychain.records.transaction.Trade.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.records.transaction.Trade.Kind;

/** Payments and forms written with their transaction: all of it or nothing. */
class TransactionPartsTest {
  private static final String NUMBER = "[0-9A-Z]{5}-[0-9A-Z]{4}";

  private final Trade trade = new Trade();

  @Test
  void theBuyerPaysOnTheTermsOfTheTransaction() {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    ObjectNode goods = trade.goodsWithTerms(card).put("number", "OWN");
    with(goods, "transaction_payments", "[{\"amount\": 7.50}]");
    JsonNode shown = trade.record(Kind.GOODS, goods).json();
    JsonNode payment = shown.at("/transaction_payments/0");
    formed(payment, "/number", NUMBER);
    assertEquals(trade.coop.toString(), payment.get("source").asText());
    assertEquals(trade.farmer.toString(), payment.get("destination").asText());
    assertEquals("CARD", payment.get("method").asText());
    String same = "currency date invoice_number card verification_latitude verification_longitude";
    for (String term : same.split(" ", -1)) {
      assertEquals(shown.get(term), payment.get(term), term);
    }
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

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{\"amount\": -1}`, /amount range",
        "`{\"method\": \"CARD\"}`, /method mismatch",
        "`{\"number\": \"12345678901\"}`, /number too_long",
        "`{\"payment_type\": \"PREMIUM\"}`, /payment_type mismatch",
        "`{\"selected_option\": \"Gold\"}`, /selected_option mismatch",
        "`{\"submissions\": [1]}`, /submissions/0 type",
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
    refuseTaken(1, free, free.replace("P-2", "p-2"));
    trade.record(Kind.GOODS, paid(free));
  }

  private void refuseTaken(int place, String... payments) {
    String taken = "/transaction_payments/" + place + "/number taken";
    trade.refuse(trade.member, 409, Kind.GOODS, paid(payments), taken);
  }

  private ObjectNode paid(String... payments) {
    return with(trade.goods(), "transaction_payments", List.of(payments).toString());
  }

  private final UUID form = trade.world.form(trade.coop, "TRANSACTION");
  private final UUID lot = trade.world.field(form, "lot", "TEXT", true, "[]");
  private final UUID note = trade.world.field(form, "note", "TEXT", false, "[]");
  private final UUID tags = trade.world.field(form, "tags", "MULTI_SELECT", false, "[\"a\",\"b\"]");

  @Test
  void submissionsAreKeptEachWithTheirValues() {
    UUID other = trade.world.form(trade.coop, "TRANSACTION");
    JsonNode shown =
        record(
            filled(form, value("lot", "\"L1\""), value(note.toString(), "\"dry\"")),
            filled(other),
            filled(form, value("lot", "\"L2\""), value("tags", "[\"b\", \"a\"]")));
    assertEquals(
        List.of(form.toString(), other.toString(), form.toString()),
        shown.findValuesAsText("form"));
    assertEquals(List.of("L1", "dry", "L2", "[\"b\",\"a\"]"), shown.findValuesAsText("value"));
    assertEquals(
        List.of(lot.toString(), note.toString(), lot.toString(), tags.toString()),
        shown.findValuesAsText("field"));
    assertEquals(List.of(1, 0, 3), trade.written());
  }

  private JsonNode record(String... submissions) {
    ObjectNode body = with(trade.goods(), "submissions", List.of(submissions).toString());
    return trade.record(Kind.GOODS, body).json().get("submissions");
  }

  private static String filled(UUID form, String... values) {
    return "{\"form\": \"%s\", \"values\": %s}".formatted(form, List.of(values));
  }

  private static String value(String field, String json) {
    return "{\"field\": \"%s\", \"value\": %s}".formatted(field, json);
  }
}
