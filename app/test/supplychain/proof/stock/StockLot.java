package supplychain.proof.stock;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * Goods that a company got, as the model of the test knows them.
 *
 * @param recorder the company that recorded it, and may reverse it
 * @param quantity in millionths; null when it is unknown
 */
public record StockLot(
    String id, String number, StockCompany recorder, UUID product, Long quantity) {
  private static final int DIGITS = 6;

  /** A quantity in millionths. */
  static Long millionths(String decimal) {
    return decimal == null ? null : new BigDecimal(decimal).movePointRight(DIGITS).longValueExact();
  }

  /** Millionths as a request has them. */
  static String decimal(long millionths) {
    return BigDecimal.valueOf(millionths, DIGITS).stripTrailingZeros().toPlainString();
  }
}
