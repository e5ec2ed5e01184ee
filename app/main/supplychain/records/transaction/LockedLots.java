package supplychain.records.transaction;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.records.transaction.Stock.Draw;

/**
 * The lots that new transactions draw from, locked together, with their remaining quantities. Each
 * lot is updated once, even after many draws: PostgreSQL would search all versions of a row that
 * one database transaction writes.
 */
final class LockedLots {
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
        parents.addAll(transaction.parents().values());
        sources.add(transaction.source());
      }
    }
    if (!parents.isEmpty()) {
      ProductTransactionQueries.lock(sql, parents, sources).forEach(lot -> lots.put(lot.id(), lot));
    }
  }

  /** Adds a finding for each parent that the source did not receive. */
  void requireAll(NewProductTransaction transaction) {
    if (transaction.mayDraw()) {
      transaction
          .parents()
          .forEach(
              (place, id) -> {
                if (!isHeldBy(transaction.source(), id)) {
                  String detail = "The source has received nothing with this id.";
                  transaction.body().findings().add(place, "does_not_exist", detail);
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
    transaction.parents().forEach((place, id) -> parents.put(place, lots.get(id)));
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
    ProductTransactionQueries.leave(sql, drawn.stream().map(lots::get).toList());
  }
}
