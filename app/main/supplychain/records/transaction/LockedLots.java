package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.RenderedQuery;
import supplychain.records.Updates;
import supplychain.records.transaction.Stock.Draw;
import supplychain.records.transaction.Stock.Lot;

/**
 * The lots that new transactions draw from, locked together, with their remaining quantities. Each
 * lot is updated once, even after many draws: PostgreSQL would search all versions of a row that
 * one database transaction writes.
 */
final class LockedLots {
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
  LockedLots(DSLContext sql, List<NewProductTransaction> transactions) {
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
      LOCK.list(sql, LockedLots::lot, ids, sources.toArray(UUID[]::new))
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

  /** Draws from the lots. */
  void draw(List<Draw> draws) {
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
}
