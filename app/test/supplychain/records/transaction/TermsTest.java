package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.transaction.Trade.with;
import static supplychain.records.transaction.Trade.withText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.records.transaction.Trade.Kind;

/** Currency, method, card and the texts: the same for goods and for payments. */
class TermsTest {
  private static final String SHEAF = "\uD83C\uDF3E";

  private final Trade trade = new Trade();

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aCurrencyIsNamedByIdOrByCode(Kind kind) {
    UUID euro = trade.world.currency("EUR");
    String details = "{\"name\": \"Euro\", \"id\": \"%s\", \"code\": \"EUR\"}".formatted(euro);
    for (Object sent : new Object[] {euro, "EUR", euro.toString().toUpperCase(Locale.ROOT)}) {
      JsonNode made = record(kind, "currency", sent);
      assertEquals(euro.toString(), made.get("currency").asText());
      Template.assertSame(details, made.get("currency_details"));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void withoutACurrencyItIsTheCompanys(Kind kind) {
    String shilling = trade.world.currency("UGX").toString();
    assertEquals(shilling, trade.record(kind, trade.body(kind)).json().get("currency").asText());
    JsonNode made = trade.record(kind, with(trade.body(kind), "currency", "null")).json();
    assertEquals(shilling, made.get("currency").asText());
    assertEquals("UGX", made.at("/currency_details/code").asText());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void withoutACompanysCurrencyATransactionHasNone(Kind kind) {
    trade.world.clearCurrency(trade.coop);
    JsonNode made = trade.record(kind, trade.body(kind)).json();
    assertEquals("null", made.get("currency").toString());
    assertEquals("null", made.get("currency_details").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "XXY, does_not_exist",
    "eur, does_not_exist",
    "EURO, does_not_exist",
    "019c0000-0000-7000-8000-00000000ffff, does_not_exist",
    "'', blank",
    "' ', blank",
    "0000000000000000000000000000000000000, too_long"
  })
  void anUnknownCurrencyIsRefused(String sent, String code) {
    for (Kind kind : Kind.values()) {
      trade.refuse(kind, withText(trade.body(kind), "currency", sent), "/currency " + code);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aNumberIsMadeWhereNoneIsSent(Kind kind) {
    String form = "[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}";
    JsonNode one = trade.record(kind, trade.body(kind)).json();
    JsonNode other = trade.record(kind, with(trade.body(kind), "number", "null")).json();
    String number = Template.formed(one, "/number", form);
    assertNotEquals(number, Template.formed(other, "/number", form));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anOwnNumberIsKeptAndTakenOnlyOnceInItsCompanyAndKind(Kind kind) {
    ObjectNode body = withText(trade.body(kind), "number", "2026/0001");
    assertEquals("2026/0001", trade.record(kind, body).json().get("number").asText());
    assertEquals(
        "/problems/conflict",
        trade.refuse(trade.member, 409, kind, body, "/number taken").json().get("type").asText());
    Kind otherKind = kind == Kind.GOODS ? Kind.PAYMENT : Kind.GOODS;
    trade.record(otherKind, withText(trade.body(otherKind), "number", "2026/0001"));
    Trade elsewhere = new Trade();
    elsewhere.record(kind, withText(elsewhere.body(kind), "number", "2026/0001"));
  }

  @ParameterizedTest
  @CsvSource({"number, 10", "invoice_number, 100"})
  void textsHaveTheirLimitsInCodePoints(String field, int limit) {
    for (Kind kind : Kind.values()) {
      String edge = SHEAF.repeat(limit);
      assertEquals(edge, record(kind, field, edge).get(field).asText());
      refuse(kind, field, edge + "x", "too_long");
      refuse(kind, field, "x".repeat(limit + 1), "too_long");
      refuse(kind, field, "a\0b", "character");
      trade.refuse(kind, with(trade.body(kind), field, "\"\\ud83c\""), "/" + field + " character");
      trade.refuse(kind, with(trade.body(kind), field, "7"), "/" + field + " type");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anEmptyNumberIsAsIfLeftOutAndABlankOneIsRefused(Kind kind) {
    String made = record(kind, "number", "").get("number").asText();
    assertTrue(made.matches("[0-9A-Z]{5}-[0-9A-Z]{4}"), made);
    refuse(kind, "number", " \u200b\u00a0", "blank");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theMethodFollowsFromCardAndInvoiceNumber(Kind kind) {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    assertEquals("NONE", trade.record(kind, trade.body(kind)).json().get("method").asText());
    ObjectNode invoiced = withText(trade.body(kind), "invoice_number", "INV-1");
    assertEquals("INVOICE", trade.record(kind, invoiced).json().get("method").asText());
    ObjectNode carded = withText(invoiced, "card", card);
    assertEquals("CARD", trade.record(kind, carded).json().get("method").asText());
    with(carded, "method", "null");
    assertEquals("CARD", trade.record(kind, carded).json().get("method").asText());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theMethodThatIsSaidIsKept(Kind kind) {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    for (String method : new String[] {"CARD", "INVOICE", "NONE"}) {
      ObjectNode body = withText(withText(trade.body(kind), "card", card), "method", method);
      assertEquals(method, trade.record(kind, body).json().get("method").asText());
    }
    assertEquals("INVOICE", record(kind, "method", "INVOICE").get("method").asText());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aMethodIsOneOfThree(Kind kind) {
    refuse(kind, "method", "CARD", "mismatch");
    refuse(kind, "method", "CASH", "not_a_choice");
    refuse(kind, "method", "card", "not_a_choice");
    refuse(kind, "method", "", "not_a_choice");
    trade.refuse(kind, with(trade.body(kind), "method", "1"), "/method not_a_choice");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aCardIsHeldByOneOfTheTwoNow(Kind kind) {
    UUID farmers = trade.world.card(trade.coop, trade.farmer);
    UUID coops = trade.world.card(trade.coop, trade.coop);
    assertEquals(farmers.toString(), record(kind, "card", farmers).get("card").asText());
    assertEquals(coops.toString(), record(kind, "card", coops).get("card").asText());
    UUID neighbours = trade.world.card(trade.coop, trade.world.farmer(trade.coop));
    refuse(kind, "card", neighbours, "not_held");
    refuse(kind, "card", trade.world.card(trade.coop, null), "not_held");
    trade.world.endCard(farmers);
    refuse(kind, "card", farmers, "not_held");
  }

  @ParameterizedTest
  @CsvSource({"verification_latitude, 90", "verification_longitude, 180"})
  void coordinatesAreDegrees(String field, int most) {
    for (Kind kind : Kind.values()) {
      for (String sent : new String[] {"" + most, "-" + most, "0", "0.3476", "-1.25E-5"}) {
        JsonNode made = trade.record(kind, with(trade.body(kind), field, sent)).json();
        assertEquals(Double.parseDouble(sent), made.get(field).doubleValue());
      }
      for (String sent : new String[] {most + ".0001", "-" + most + ".0001", "1e999999999"}) {
        trade.refuse(kind, with(trade.body(kind), field, sent), "/" + field + " range");
      }
      refuse(kind, field, "0.5", "type");
      refuse(kind, field, "NaN", "type");
      String without = trade.record(kind, with(trade.body(kind), field, "null")).text();
      assertEquals("null", Template.object(without).get(field).toString());
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theLocationHeaderNamesTheNewRecord(Kind kind) {
    var made = trade.record(kind, trade.body(kind));
    String path = kind == Kind.GOODS ? Trade.GOODS : Trade.PAYMENTS;
    assertEquals(path + Template.id(made.json(), "/id") + "/", made.header("Location"));
    assertEquals("application/json", made.header("Content-Type"));
    assertEquals(null, trade.send(kind, trade.body(kind).put("nothing", 1)).header("Location"));
  }

  private JsonNode record(Kind kind, String field, Object text) {
    return trade.record(kind, withText(trade.body(kind), field, text)).json();
  }

  private void refuse(Kind kind, String field, Object text, String code) {
    trade.refuse(kind, withText(trade.body(kind), field, text), "/" + field + " " + code);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T08:00:00Z, 2026-11-21T08:00:00+00:00",
    "2026-11-21T08:00:00+07:00, 2026-11-21T01:00:00+00:00",
    "2026-11-21T20:30:00-05:30, 2026-11-22T02:00:00+00:00",
    "2026-11-21T08:00:00-00:00, 2026-11-21T08:00:00+00:00",
    "2026-11-21t08:00:00z, 2026-11-21T08:00:00+00:00",
    "2026-11-21T08:00:00.5Z, 2026-11-21T08:00:00.5+00:00",
    "2026-11-21T08:00:00.123456Z, 2026-11-21T08:00:00.123456+00:00",
    "2026-11-21T08:00:00.1234569Z, 2026-11-21T08:00:00.123456+00:00",
    "2026-11-21T08:00:00.999999999999Z, 2026-11-21T08:00:00.999999+00:00",
    "2024-02-29T23:59:59+00:00, 2024-02-29T23:59:59+00:00",
    "1582-10-10T12:00:00Z, 1582-10-10T12:00:00+00:00",
    "1500-02-28T00:00:00Z, 1500-02-28T00:00:00+00:00",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999+00:00",
    "2016-12-31T23:59:60Z, 2017-01-01T00:00:00+00:00",
    "2016-12-31T15:59:60.5-08:00, 2017-01-01T00:00:00.5+00:00",
    "2017-01-01T05:29:60+05:30, 2017-01-01T00:00:00+00:00"
  })
  void anInstantIsShownInUtcCutToTheMicrosecond(String sent, String shown) {
    for (Kind kind : Kind.values()) {
      assertEquals(
          shown,
          trade.record(kind, withText(trade.body(kind), "date", sent)).json().get("date").asText());
    }
    String goods = trade.record(Kind.GOODS, withText(trade.goods(), "date", sent)).id();
    JsonNode paid =
        trade.record(Kind.PAYMENT, withText(trade.payment(), "transaction", goods)).json();
    assertEquals(shown, paid.get("date").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2026-11-21", "2026-02-29T08:00:00Z"})
  void anInvalidDateIsRefused(String sent) {
    for (Kind kind : Kind.values()) {
      trade.refuse(kind, withText(trade.body(kind), "date", sent), "/date format");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aNumberIsNoDate(Kind kind) {
    trade.refuse(kind, with(trade.body(kind), "date", "1795248000"), "/date type");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void withoutADateItIsDated(Kind kind) {
    Template.time(trade.record(kind, trade.body(kind)).json(), "/date");
    Template.time(trade.record(kind, with(trade.body(kind), "date", "null")).json(), "/date");
  }
}
