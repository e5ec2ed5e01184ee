package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.records.transaction.Trade.with;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.records.transaction.Trade.Kind;

/** Amounts and quantities come back with the digits that came in, or are refused. */
class DecimalsTest {
  private final Trade trade = new Trade();

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
    JsonNode goods =
        trade
            .record(Kind.GOODS, with(with(trade.goods(), "amount", sent), "quantity", sent))
            .json();
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
  void theQuantityIsOptionalAndTheAmountIsRequired() {
    JsonNode goods = trade.record(Kind.GOODS, with(trade.goods(), "quantity", "null")).json();
    assertTrue(goods.get("quantity").isNull());
    assertEquals("0", goods.get("source_quantity").asText());
    assertEquals("0", goods.get("current_quantity").asText());
    trade.refuse(Kind.GOODS, with(trade.goods(), "amount", "null"), "/amount required");
  }
}
