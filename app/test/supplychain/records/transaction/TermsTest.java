package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.records.transaction.Trade.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** Amounts, currency, method, card, texts and lists: the same for goods and for payments. */
class TermsTest {
  private final Trade trade = new Trade();

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aCurrencyIsNamedByIdOrByCode(Kind kind) {
    UUID euro = trade.world.currency("EUR");
    String details = "{\"name\":\"Euro\",\"id\":\"%s\",\"code\":\"EUR\"}".formatted(euro);
    for (Object sent :
        new Object[] {euro, "EUR", "eur", euro.toString().toUpperCase(Locale.ROOT)}) {
      JsonNode made = record(kind, "currency", sent);
      assertEquals(euro.toString(), made.get("currency").asText());
      assertEquals(details, made.get("currency_details").toString());
    }
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
  @EnumSource(Kind.class)
  void aNumberIsMadeWhereNoneIsSent(Kind kind) {
    String form = "[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}";
    JsonNode one = trade.record(kind, trade.body(kind)).json();
    String number = formed(one, "/number", form);
    for (String none : List.of("null", "\"\"")) {
      JsonNode other = trade.record(kind, with(trade.body(kind), "number", none)).json();
      assertNotEquals(number, formed(other, "/number", form));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anOwnNumberIsKeptAndTakenOnlyOnceInItsCompanyAndKind(Kind kind) {
    ObjectNode body = withText(trade.body(kind), "number", "2026/0001");
    assertEquals("2026/0001", trade.record(kind, body).at("/number"));
    trade.refuse(trade.member, 409, kind, body, "/number taken").expectProblem(409, "conflict");
    Kind otherKind = kind == Kind.GOODS ? Kind.PAYMENT : Kind.GOODS;
    trade.record(otherKind, withText(trade.body(otherKind), "number", "2026/0001"));
    Trade elsewhere = new Trade();
    elsewhere.record(kind, withText(elsewhere.body(kind), "number", "2026/0001"));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theMethodFollowsFromCardAndInvoiceNumber(Kind kind) {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    assertEquals("NONE", trade.record(kind, trade.body(kind)).at("/method"));
    ObjectNode invoiced = withText(trade.body(kind), "invoice_number", "INV-1");
    assertEquals("INVOICE", trade.record(kind, invoiced).at("/method"));
    ObjectNode carded = withText(invoiced, "card", card);
    assertEquals("CARD", trade.record(kind, carded).at("/method"));
    with(carded, "method", "null");
    assertEquals("CARD", trade.record(kind, carded).at("/method"));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theMethodOfTheBodyIsKept(Kind kind) {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    for (String method : new String[] {"CARD", "INVOICE", "NONE"}) {
      ObjectNode body = withText(withText(trade.body(kind), "card", card), "method", method);
      assertEquals(method, trade.record(kind, body).at("/method"));
    }
    assertEquals("INVOICE", record(kind, "method", "INVOICE").get("method").asText());
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
    World.write(
        "update entity_card set updated_on = '2026-03-04T22:30:00Z' where card = ?", farmers);
    refuse(kind, "card", farmers, "not_held");
    assertEquals(
        "Nobody holds this card. Its last holder gave it back on 2026-03-05.",
        trade.send(kind, withText(trade.body(kind), "card", farmers)).at("/errors/0/detail"));
  }

  @ParameterizedTest
  @CsvSource({"verification_latitude, 90", "verification_longitude, 180"})
  void coordinatesAreDegrees(String field, int most) {
    for (Kind kind : Kind.values()) {
      for (String sent : new String[] {"" + most, "-" + most, "0", "0.3476", "-1.25E-5"}) {
        JsonNode made = trade.record(kind, with(trade.body(kind), field, sent)).json();
        assertEquals(Double.parseDouble(sent), made.get(field).doubleValue());
      }
      String without = trade.record(kind, with(trade.body(kind), field, "null")).text();
      assertEquals("null", object(without).get(field).toString());
    }
  }

  private JsonNode record(Kind kind, String field, Object text) {
    return trade.record(kind, withText(trade.body(kind), field, text)).json();
  }

  private void refuse(Kind kind, String field, Object text, String code) {
    trade.refuse(kind, withText(trade.body(kind), field, text), "/" + field + " " + code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          currency               | "XXY"                                  | does_not_exist
          currency               | "XXX"                                  | does_not_exist
          currency               | "xts"                                  | does_not_exist
          currency               | "euro"                                 | does_not_exist
          currency               | "EURO"                                 | does_not_exist
          currency               | "019c0000-0000-7000-8000-00000000ffff" | does_not_exist
          currency               | ""                                     | blank
          currency               | " "                                    | blank
          currency               | "0000000000000000000000000000000000000"| too_long
          number                 | " \\u200b\\u00a0"                      | blank
          number                 | "a\\u0000b"                            | character
          number                 | "\\ud83c"                              | character
          number                 | 7                                      | type
          invoice_number         | "a\\u0000b"                            | character
          invoice_number         | "\\ud83c"                              | character
          invoice_number         | 7                                      | type
          method                 | "CARD"                                 | mismatch
          method                 | "CASH"                                 | not_a_choice
          method                 | "card"                                 | not_a_choice
          method                 | ""                                     | not_a_choice
          method                 | 1                                      | not_a_choice
          date                   | ""                                     | format
          date                   | "2026-02-29"                           | format
          date                   | "2026-02-29T08:00:00Z"                 | format
          date                   | 1795248000                             | type
          verification_latitude  | 90.0001                                | range
          verification_latitude  | -90.0001                               | range
          verification_latitude  | 1e999999999                            | range
          verification_latitude  | "0.5"                                  | type
          verification_longitude | 180.0001                               | range
          verification_longitude | -180.0001                              | range
          verification_longitude | "NaN"                                  | type
          source                 | 1                                      | type
          destination            | "coop"                                 | format
          """)
  void aWrongValueIsRefusedAtItsPlace(String field, String json, String code) {
    for (Kind kind : Kind.values()) {
      trade.refuse(kind, with(trade.body(kind), field, json), "/" + field + " " + code);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T20:30:00.1234569-05:30, 2026-11-22T02:00:00.123456+00:00",
    "1582-10-10T12:00:00Z, 1582-10-10T12:00:00+00:00",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999+00:00",
    "2016-12-31T23:59:60Z, 2017-01-01T00:00:00+00:00"
  })
  void anInstantIsShownInUtcCutToTheMicrosecond(String sent, String shown) {
    String goods = record(Kind.GOODS, "date", sent).get("id").asText();
    assertEquals(shown, record(Kind.PAYMENT, "date", sent).get("date").asText());
    assertEquals(shown, record(Kind.PAYMENT, "transaction", goods).get("date").asText());
    assertEquals(shown, trade.member.get(GOODS + goods + "/").at("/date"));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aCompanyRecordsOnlyItsOwnTransactions(Kind kind) {
    Client stranger = trade.world.client(trade.world.company("Stranger"), Role.ADMIN);
    ObjectNode ofOthers = withText(trade.body(kind), "source", trade.coop);
    withText(ofOthers, "destination", trade.exporter);
    trade.refuse(stranger, 403, kind, ofOthers, "/source forbidden", "/destination forbidden");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anOperatorsRecordUsesTheNumbersAndTheCurrencyOfTheCompany(Kind kind) {
    Client operator = trade.world.client(null, Role.OPERATOR);
    ObjectNode body = withText(trade.body(kind), "number", "A-1");
    String shilling = trade.world.currency("UGX").toString();
    assertEquals(shilling, trade.record(operator, kind, body).at("/currency"));
    trade.refuse(trade.member, 409, kind, body, "/number taken");
  }

  @Test
  void onlyAProcessingStepHasOneSide() {
    ObjectNode step = trade.goods(trade.coop, trade.coop);
    trade.refuse(Kind.PAYMENT, trade.payment(trade.coop, trade.coop), "/destination same_party");
    trade.refuse(Kind.GOODS, step, "/destination same_party");
    step.putArray("parents").add(trade.record(Kind.GOODS, trade.goods()).id());
    assertEquals("OUTGOING", trade.record(Kind.GOODS, step).at("/type"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "\"12.50\", 12.50",
        "\"9999999999999999999999999\", 9999999999999999999999999",
        "1234567890123456789.123456, 1234567890123456789.123456",
        "9007199254740993, 9007199254740993",
        "-0, 0",
        "1e2, 100"
      })
  void anAmountIsAnsweredWithTheDigitsSent(String sent, String digits) {
    ObjectNode body = with(with(trade.goods(), "amount", sent), "quantity", sent);
    JsonNode goods = trade.record(Kind.GOODS, body).json();
    for (String field : new String[] {"amount", "quantity", "source_quantity"}) {
      assertTrue(goods.get(field).isTextual(), field);
      assertEquals(digits, goods.get(field).asText(), field);
    }
    assertEquals(digits, goods.get("current_quantity").asText());
    JsonNode paid =
        trade.record(Kind.PAYMENT, with(trade.payment(), "amount", sent)).json().get("amount");
    assertTrue(paid.isNumber());
    assertEquals(digits, paid.decimalValue().toPlainString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          format | "1e2" ; 12345678901234567890123456 ; "NaN" ; 1e999999999
          range  | -1 ; "-1" ; -0.000001 ; "-0.01" ; -1e3
          type   | true ; false ; [] ; [1] ; {} ; {"value": 1}
          """)
  void anAmountIsAPlainDecimalThatIsNotNegative(String code, String values) {
    for (String sent : values.split(" ; ", -1)) {
      trade.refuse(
          Kind.GOODS,
          with(with(trade.goods(), "amount", sent), "quantity", sent),
          "/amount " + code,
          "/quantity " + code);
      trade.refuse(Kind.PAYMENT, with(trade.payment(), "amount", sent), "/amount " + code);
    }
  }

  @Test
  void aListThatIsNarrowedByDateIsInTheOrderOfTheDates() {
    for (Kind kind : Kind.values()) {
      String path = kind.path();
      String later = dated(kind, "2026-03-02T00:00:00Z");
      String earlier = dated(kind, "2026-03-01T00:00:00Z");
      String same = dated(kind, "2026-03-01T00:00:00Z");
      dated(kind, "2026-04-01T00:00:00Z");
      assertEquals(
          List.of(earlier, same, later),
          pages(path + "?date_from=2026-03-01&date_before=2026-04-01"));
      assertEquals(
          List.of(later, same, earlier), pages(path + "?date_before=2026-04-01&order=newest"));
      assertEquals(
          List.of(later, earlier, same),
          pages(path + "?date_before=2026-04-01&updated_after=2026-01-01"));
    }
  }

  @Test
  void aDateAloneIsNoonWhereItIsRecordedAndTheWholeDayInAFilter() {
    for (Kind kind : Kind.values()) {
      JsonNode noon = record(kind, "date", "2026-11-21");
      assertEquals("2026-11-21T06:30:00+00:00", noon.get("date").asText());
      String first = dated(kind, "2026-11-21T00:00:00+05:30");
      dated(kind, "2026-11-20T23:59:59+05:30");
      dated(kind, "2026-11-22T00:00:00+05:30");
      assertEquals(
          List.of(first, noon.get("id").asText()),
          pages(kind.path() + "?date_from=2026-11-21&date_before=2026-11-22"));
    }
  }

  @Test
  void aListIsFilteredByReversal() {
    for (Kind kind : Kind.values()) {
      String path = kind.path();
      String reversed = trade.record(kind, trade.body(kind)).id();
      String stays = trade.record(kind, trade.body(kind)).id();
      trade.member.post(path + reversed + "/reversals/", "{\"reason\": \"Typo\"}").expect(201);
      assertEquals(List.of(reversed), pages(path + "?is_reversed=true"));
      assertEquals(List.of(stays), pages(path + "?is_reversed=false"));
    }
  }

  private String dated(Kind kind, String date) {
    return trade.record(kind, withText(trade.body(kind), "date", date)).id();
  }

  /** The ids of a list that is read a record at a time. */
  private List<String> pages(String path) {
    List<String> ids = new ArrayList<>();
    String next = path + "&limit=1";
    while (next != null) {
      Reply page = trade.member.get(next).expect(200);
      ids.addAll(page.ids());
      next = page.next();
    }
    return ids;
  }

  @Test
  void thePaymentsWithACardAreFound() {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    String with = trade.record(Kind.PAYMENT, withText(trade.payment(), "card", card)).id();
    trade.record(Kind.PAYMENT, trade.payment());
    assertEquals(List.of(with), pages(PAYMENTS + "?card=" + card));
  }
}
