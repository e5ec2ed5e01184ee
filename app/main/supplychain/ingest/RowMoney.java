package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/** The currency of the rows of a table, and the price of a kilogram in them. */
final class RowMoney {
  static final String PRICE = "unit_price";

  private static final String QUANTITY = "quantity";
  private static final String AMOUNT = "amount";
  private static final String CURRENCY = "currency";
  private static final JsonPointer PAID = Column.placeOf(Column.PAYMENT + CURRENCY);

  /** How many decimals each currency has (ISO 4217). Some, such as gold, have no number of them. */
  private static final Map<String, Integer> DECIMALS =
      Currency.getAvailableCurrencies().stream()
          .filter(one -> one.getDefaultFractionDigits() >= 0)
          .collect(Collectors.toMap(Currency::getCurrencyCode, Currency::getDefaultFractionDigits));

  private final Supplier<Optional<String>> findUsual;

  /** The code of the currency of the caller's company; null until a row needs it. */
  private Optional<String> usual;

  RowMoney(Supplier<Optional<String>> findUsual) {
    this.findUsual = findUsual;
  }

  /** The code of the currency of a row, or else of the caller's company; empty without either. */
  private String code(JsonNode own) {
    String code = own.isObject() ? own.path("code").asText() : own.asText();
    if (code.isEmpty() && usual == null) {
      usual = findUsual.get();
    }
    return code.isEmpty() ? usual.orElse("") : code.toUpperCase(Locale.ROOT);
  }

  /**
   * Requires that the row has the currency in the name of a column. Without any other currency, the
   * name says it.
   */
  void checkCurrency(ObjectNode row, Column column, String pointer, Findings mistakes) {
    CurrencyInName named = column.currency();
    if (named == null || row.at(column.place()).isMissingNode()) {
      return;
    }
    boolean isOfPayment = column.field().startsWith(Column.PAYMENT) && row.at(PAID).isTextual();
    String code = code(isOfPayment ? row.at(PAID) : row.path(CURRENCY));
    if (code.isEmpty() && named.codes().size() == 1) {
      row.put(CURRENCY, named.codes().iterator().next());
    } else if (!named.codes().contains(code) && Formats.uuid(code).isEmpty()) {
      String detail =
          "The column is in %s, but the row is in %s. Add a column `currency` with the currency of"
              + " each row, or correct the name of this column.";
      String really = code.isEmpty() ? "the currency of its company" : code;
      mistakes.add(pointer + column.place(), "mismatch", detail.formatted(named.written(), really));
    }
  }

  /**
   * Replaces the price of a row by the exact amount, or checks the amount that the row has. Nothing
   * is rounded, because only the people who paid know how they rounded.
   */
  void replacePrice(ObjectNode goods, String pointer) {
    JsonNode written = goods.remove(PRICE);
    if (written == null) {
      return;
    }
    Read<BigDecimal> price = ValueTypes.AMOUNT.read(written);
    if (price.isWrong()) {
      String detail = ShownValue.subject(written) + " " + price.rule();
      throw SourceRecord.refusal(pointer + "/" + PRICE, price.code(), detail);
    }
    if (goods.has(QUANTITY)) {
      // The field refuses a quantity that is no decimal.
      Formats.decimal(goods.get(QUANTITY))
          .ifPresent(quantity -> replacePrice(goods, pointer, quantity, price.value()));
    } else if (!goods.has(AMOUNT)) {
      throw SourceRecord.refusal(
          pointer + "/" + QUANTITY, "required", "The price of a kilogram needs the quantity.");
    }
  }

  private void replacePrice(
      ObjectNode goods, String pointer, BigDecimal quantity, BigDecimal price) {
    BigDecimal exact = quantity.multiply(price).stripTrailingZeros();
    String product =
        "%s kg at %s are %s"
            .formatted(quantity.toPlainString(), price.toPlainString(), exact.toPlainString());
    String code = code(goods.path(CURRENCY));
    int decimals = DECIMALS.getOrDefault(code, Formats.DECIMAL_SCALE);
    if (!goods.has(AMOUNT)) {
      if (exact.scale() > decimals) {
        String detail =
            "%s, but %s has %d decimals. Write what was agreed in a column `amount`."
                .formatted(product, DECIMALS.containsKey(code) ? code : "an amount", decimals);
        throw SourceRecord.refusal(pointer + "/" + PRICE, "format", detail);
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
