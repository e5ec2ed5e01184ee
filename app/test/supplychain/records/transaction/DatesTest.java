package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.with;
import static supplychain.records.transaction.Trade.withText;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.records.transaction.Trade.Kind;

/** The date of a transaction is an instant with its offset, shown in UTC. */
class DatesTest {
  private final Trade trade = new Trade();

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
  @ValueSource(
      strings = {
        "",
        "now",
        "2026-11-21",
        "2026-11-21T08:00:00",
        "2026-11-21 08:00:00Z",
        "2026-11-21T08:00Z",
        "2026-11-21T08:00:00+0700",
        "2026-11-21T08:00:00+07",
        "2026-11-21T08:00:00+19:00",
        "2026-11-21T08:00:00.Z",
        "2026-11-21T24:00:00Z",
        "2026-11-21T08:60:00Z",
        "2026-11-21T08:00:60Z",
        "2016-12-31T23:58:60Z",
        "2016-12-31T23:59:61Z",
        "2016-12-31T23:59:60+01:00",
        "9999-12-31T23:59:60Z",
        "2026-02-29T08:00:00Z",
        "2026-13-01T08:00:00Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "+12026-11-21T08:00:00Z",
        "-2026-11-21T08:00:00Z",
        " 2026-11-21T08:00:00Z",
        "2026-11-21T08:00:00Z[UTC]",
        "infinity"
      })
  void anythingElseIsRefused(String sent) {
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
