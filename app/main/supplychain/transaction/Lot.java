package supplychain.transaction;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * The goods that a product transaction brought to its destination, as they are drawn from.
 *
 * @param remaining what is left; null while a lot of unknown quantity is untouched
 */
record Lot(UUID id, UUID product, BigDecimal remaining) {
  boolean isUnknown() {
    return remaining == null;
  }

  boolean isExhausted() {
    return remaining != null && remaining.signum() == 0;
  }

  /** What is left as the interface shows it: a lot of unknown quantity counts as 0. */
  BigDecimal currentQuantity() {
    return remaining == null ? BigDecimal.ZERO : remaining;
  }
}
