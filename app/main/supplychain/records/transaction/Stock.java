package supplychain.records.transaction;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** Computes the draw from each lot, from locked lots and without a database. */
final class Stock {
  /**
   * The draw from one lot.
   *
   * @param quantity the drawn quantity; null if a lot of unknown quantity is taken whole
   * @param left the remaining quantity after the draw; null if it stays unknown
   */
  record Draw(UUID parent, BigDecimal quantity, BigDecimal left) {}

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

  private Stock() {}

  /**
   * Draws from the lots in their order.
   *
   * @param lots the parents by their place in the body
   * @param quantity the moved quantity; null if it is unknown
   * @throws Problem 409 if a lot is used up, or too little is left
   */
  static List<Draw> draw(Map<String, Lot> lots, UUID product, BigDecimal quantity) {
    if (lots.values().stream().anyMatch(Lot::isExhausted)) {
      throw insufficient("A parent has nothing left.", lots);
    }
    boolean sameProduct = lots.values().stream().allMatch(lot -> lot.product().equals(product));
    if (quantity == null || !sameProduct) {
      return lots.values().stream().map(Stock::whole).toList();
    }
    List<Draw> draws = new ArrayList<>();
    BigDecimal needed = quantity;
    for (Lot lot : lots.values()) {
      Draw draw = draw(lot, needed);
      needed = draw.quantity() == null ? needed : needed.subtract(draw.quantity());
      draws.add(draw);
    }
    if (needed.signum() > 0) {
      BigDecimal left =
          lots.values().stream().map(Lot::currentQuantity).reduce(BigDecimal.ZERO, BigDecimal::add);
      throw insufficient(
          "%s is more than the %s that is left."
              .formatted(quantity.toPlainString(), left.toPlainString()),
          lots);
    }
    return draws;
  }

  /** The sum of the draws; a lot of unknown quantity counts as 0. */
  static BigDecimal sum(List<Draw> draws) {
    return draws.stream()
        .map(Draw::quantity)
        .filter(quantity -> quantity != null)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Draw draw(Lot lot, BigDecimal needed) {
    if (needed.signum() == 0) {
      return new Draw(lot.id(), BigDecimal.ZERO, lot.remaining());
    }
    return lot.isUnknown() ? whole(lot) : part(lot, needed);
  }

  private static Draw whole(Lot lot) {
    return new Draw(lot.id(), lot.remaining(), BigDecimal.ZERO);
  }

  private static Draw part(Lot lot, BigDecimal needed) {
    BigDecimal quantity = lot.remaining().min(needed);
    return new Draw(lot.id(), quantity, lot.remaining().subtract(quantity));
  }

  private static Problem insufficient(String detail, Map<String, Lot> lots) {
    List<Finding> findings = new ArrayList<>();
    lots.forEach((place, lot) -> findings.add(new Finding(place, code(lot), describe(lot))));
    return new Problem(ProblemType.INSUFFICIENT_STOCK, detail, findings);
  }

  private static String code(Lot lot) {
    return lot.isExhausted() ? "nothing_left" : "current_quantity";
  }

  private static String describe(Lot lot) {
    String current =
        "%s: current_quantity is %s".formatted(lot.id(), lot.currentQuantity().toPlainString());
    return lot.isUnknown()
        ? current + "; its quantity is unknown, so it can only be taken whole."
        : current + ".";
  }
}
