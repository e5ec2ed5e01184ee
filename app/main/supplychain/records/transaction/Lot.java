package supplychain.records.transaction;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * The goods that a product transaction brought to its destination, available for draws.
 *
 * @param remaining the remaining quantity; null while a lot of unknown quantity has no draw
 */
record Lot(UUID id, UUID holder, UUID product, BigDecimal remaining) {
  /** The same lot with another remaining quantity. */
  Lot with(BigDecimal left) {
    return new Lot(id, holder, product, left);
  }

  boolean isUnknown() {
    return remaining == null;
  }

  boolean isExhausted() {
    return remaining != null && remaining.signum() == 0;
  }

  /** The remaining quantity in documents: a lot of unknown quantity counts as 0. */
  BigDecimal currentQuantity() {
    return remaining == null ? BigDecimal.ZERO : remaining;
  }
}
