package supplychain.trace;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A part of the goods of a transaction. It is reckoned with 60 digits, and shown as an exact
 * decimal cut after the sixth digit: shares that are 1 together may fall short of it by less than
 * 0.000001 each, and never exceed it.
 *
 * @param share from 0 to 1; null where the quantities do not tell
 * @param whole how much the transaction moved; null where it is not known
 */
public record Portion(BigDecimal share, BigDecimal whole) {
  static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_EVEN);

  private static final int SHOWN = 6;

  /** Far finer than what is shown, far coarser than what is reckoned: 0.4999…9 is a half. */
  private static final int SURE = 25;

  /** The share in plain digits; null where it is not known. */
  public String shareText() {
    return share == null ? null : text(share);
  }

  /** What the share weighs, in the unit of the transaction; null where either is not known. */
  public String quantityText() {
    return share == null || whole == null ? null : text(share.multiply(whole));
  }

  private static String text(BigDecimal exact) {
    BigDecimal cut =
        exact.setScale(SURE, RoundingMode.HALF_EVEN).setScale(SHOWN, RoundingMode.DOWN);
    return plain(cut.signum() == 0 ? BigDecimal.ZERO : cut.stripTrailingZeros());
  }

  /** A decimal without an exponent; null for null. */
  static String plain(BigDecimal decimal) {
    return decimal == null ? null : decimal.toPlainString();
  }
}
