package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.RenderedQuery;
import supplychain.records.Updates;

/**
 * The lots that new transactions draw from, locked together, with their remaining quantities. Each
 * lot is updated once, even after many draws: PostgreSQL would search all versions of a row that
 * one database transaction writes.
 */
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

  /**
   * Locks lots in id order, so that two requests for the same lots wait for each other and never
   * deadlock. The remaining quantity comes from the locked row, after the other request's draw.
   */
  private static final RenderedQuery LOCK =
      new RenderedQuery(
          select(
                  PRODUCT_TRANSACTION.ID,
                  PRODUCT_TRANSACTION.DESTINATION,
                  PRODUCT_TRANSACTION.PRODUCT,
                  PRODUCT_TRANSACTION.REMAINING)
              .from(PRODUCT_TRANSACTION)
              .where(PRODUCT_TRANSACTION.ID.eq(any(parameter(UUID[].class))))
              .and(PRODUCT_TRANSACTION.DESTINATION.eq(any(parameter(UUID[].class))))
              .orderBy(PRODUCT_TRANSACTION.ID)
              .forNoKeyUpdate());

  private static final RenderedQuery LEAVE =
      new RenderedQuery(
          update(PRODUCT_TRANSACTION)
              .set(PRODUCT_TRANSACTION.REMAINING, parameter(BigDecimal.class))
              .set(PRODUCT_TRANSACTION.UPDATED_ON, Updates.after(PRODUCT_TRANSACTION.UPDATED_ON))
              .where(PRODUCT_TRANSACTION.ID.eq(parameter(UUID.class))));

  private final Map<UUID, Lot> lots = new HashMap<>();
  private final Set<UUID> drawn = new LinkedHashSet<>();

  /**
   * Locks the lots of the callers' companies; a request never waits for lots of other companies.
   */
  Stock(DSLContext sql, List<NewProductTransaction> transactions) {
    Set<UUID> parents = new LinkedHashSet<>();
    Set<UUID> sources = new LinkedHashSet<>();
    for (NewProductTransaction transaction : transactions) {
      if (transaction.mayDraw()) {
        parents.addAll(transaction.parents.values());
        sources.add(transaction.source);
      }
    }
    if (!parents.isEmpty()) {
      UUID[] ids = parents.toArray(UUID[]::new);
      LOCK.list(sql, Stock::lot, ids, sources.toArray(UUID[]::new))
          .forEach(lot -> lots.put(lot.id(), lot));
    }
  }

  private static Lot lot(ResultSet row) throws SQLException {
    return new Lot(
        row.getObject(1, UUID.class),
        row.getObject(2, UUID.class),
        row.getObject(3, UUID.class),
        row.getBigDecimal(4));
  }

  /** Adds a finding for each parent that the source did not receive. */
  void requireAll(NewProductTransaction transaction) {
    if (transaction.mayDraw()) {
      transaction.parents.forEach(
          (place, id) -> {
            if (!isHeldBy(transaction.source, id)) {
              String detail = "The source has received nothing with this id.";
              transaction.body.findings().add(place, "does_not_exist", detail);
            }
          });
    }
  }

  private boolean isHeldBy(UUID source, UUID id) {
    return lots.containsKey(id) && lots.get(id).holder().equals(source);
  }

  /** The parents by their place in the body, each with its present remaining quantity. */
  Map<String, Lot> of(NewProductTransaction transaction) {
    Map<String, Lot> parents = new LinkedHashMap<>();
    transaction.parents.forEach((place, id) -> parents.put(place, lots.get(id)));
    return parents;
  }

  /** Takes these draws from the lots. */
  void take(List<Draw> draws) {
    for (Draw draw : draws) {
      if (draw.quantity() == null || draw.quantity().signum() > 0) {
        lots.computeIfPresent(draw.parent(), (id, lot) -> lot.with(draw.left()));
        drawn.add(draw.parent());
      }
    }
  }

  /** Writes the remaining quantities of the lots with draws. */
  void write(DSLContext sql) {
    drawn.stream().map(lots::get).forEach(lot -> LEAVE.later(sql, lot.remaining(), lot.id()));
  }

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
