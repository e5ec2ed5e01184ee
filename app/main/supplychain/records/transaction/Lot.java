package supplychain.records.transaction;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * The goods that a product transaction brought to its destination, as they are drawn from.
 *
 * @param holder the destination
 * @param remaining what is left; null while a lot of unknown quantity is untouched
 */
record Lot(UUID id, UUID holder, UUID product, BigDecimal remaining) {
  /** The same lot when so much is left of it. */
  Lot with(BigDecimal left) {
    return new Lot(id, holder, product, left);
  }

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
