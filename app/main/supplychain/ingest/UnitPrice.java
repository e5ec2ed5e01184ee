package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import java.util.stream.Collectors;
import supplychain.core.Problem;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/**
 * The price of a kilogram in a table. With the quantity, it gives the amount exactly; nothing is
 * rounded, because only the people who paid know how they rounded.
 *
 * @param currency gives the currency of a row
 */
record UnitPrice(RowCurrency currency) {
  static final String COLUMN = "unit_price";

  private static final String QUANTITY = "quantity";
  private static final String AMOUNT = "amount";

  /** How many decimals each currency has (ISO 4217). Some, such as gold, have no number of them. */
  private static final Map<String, Integer> DECIMALS =
      Currency.getAvailableCurrencies().stream()
          .filter(one -> one.getDefaultFractionDigits() >= 0)
          .collect(Collectors.toMap(Currency::getCurrencyCode, Currency::getDefaultFractionDigits));

  /**
   * Replaces the price of a row by the amount, or checks the amount that the row has.
   *
   * @param pointer the row
   * @throws Problem if there is no quantity, if the currency has no such amount, or if the row has
   *     another one
   */
  void replace(ObjectNode goods, String pointer) {
    JsonNode written = goods.remove(COLUMN);
    if (written == null) {
      return;
    }
    Read<BigDecimal> price = ValueTypes.AMOUNT.read(written);
    if (price.isWrong()) {
      String detail = ShownValue.subject(written) + " " + price.rule();
      throw SourceRecord.refusal(pointer + "/" + COLUMN, price.code(), detail);
    }
    if (!goods.has(QUANTITY)) {
      if (!goods.has(AMOUNT)) {
        throw SourceRecord.refusal(
            pointer + "/" + QUANTITY, "required", "The price of a kilogram needs the quantity.");
      }
      return;
    }
    // The field refuses a quantity that is no decimal.
    Formats.decimal(goods.get(QUANTITY))
        .ifPresent(quantity -> replace(goods, pointer, quantity, price.value()));
  }

  private void replace(ObjectNode goods, String pointer, BigDecimal quantity, BigDecimal price) {
    BigDecimal exact = quantity.multiply(price).stripTrailingZeros();
    String product =
        "%s kg at %s are %s"
            .formatted(quantity.toPlainString(), price.toPlainString(), exact.toPlainString());
    String code = currency.of(goods);
    int decimals = DECIMALS.getOrDefault(code, Formats.DECIMAL_SCALE);
    if (!goods.has(AMOUNT)) {
      if (exact.scale() > decimals) {
        String detail =
            "%s, but %s has %d decimals. Write what was agreed in a column `amount`."
                .formatted(product, DECIMALS.containsKey(code) ? code : "an amount", decimals);
        throw SourceRecord.refusal(pointer + "/" + COLUMN, "format", detail);
      }
      goods.put(AMOUNT, exact.toPlainString());
      return;
    }
    BigDecimal amount = Formats.decimal(goods.get(AMOUNT)).orElse(exact);
    if (amount.subtract(exact).abs().compareTo(BigDecimal.ONE.movePointLeft(decimals)) >= 0) {
      String detail =
          "The amount is %s, but %s. Correct one of them, or leave out the column of the price."
              .formatted(amount.toPlainString(), product);
      throw SourceRecord.refusal(pointer + "/" + AMOUNT, "mismatch", detail);
    }
  }
}
