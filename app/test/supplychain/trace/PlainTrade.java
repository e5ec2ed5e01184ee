package supplychain.trace;

import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;

/** All that some companies traded, as a plain table of moves, and what each of them may see. */
final class PlainTrade {
  /** Goods that moved; what they drew, by parent, null for an unknown quantity. */
  record Move(
      UUID id,
      UUID company,
      UUID source,
      UUID destination,
      BigDecimal quantity,
      Map<UUID, BigDecimal> drawn) {}

  final Map<UUID, Move> moves = new LinkedHashMap<>();
  final Set<UUID> reversed = new HashSet<>();
  private final Map<UUID, UUID> buyers = new HashMap<>();
  private final Set<UUID> sharing = new HashSet<>();

  /** The records of these companies. */
  static PlainTrade read(DSLContext sql, Collection<UUID> companies) {
    PlainTrade trade = new PlainTrade();
    sql.selectFrom(PRODUCT_TRANSACTION)
        .where(PRODUCT_TRANSACTION.COMPANY.in(companies))
        .orderBy(PRODUCT_TRANSACTION.ID)
        .forEach(
            row ->
                trade.moves.put(
                    row.get(PRODUCT_TRANSACTION.ID),
                    new Move(
                        row.get(PRODUCT_TRANSACTION.ID),
                        row.get(PRODUCT_TRANSACTION.COMPANY),
                        row.get(PRODUCT_TRANSACTION.SOURCE),
                        row.get(PRODUCT_TRANSACTION.DESTINATION),
                        row.get(PRODUCT_TRANSACTION.QUANTITY),
                        new LinkedHashMap<>())));
    trade.reversed.addAll(
        sql.selectFrom(REVERSAL)
            .where(REVERSAL.PRODUCT_TRANSACTION.in(trade.moves.keySet()))
            .fetch(REVERSAL.PRODUCT_TRANSACTION));
    sql.selectFrom(PRODUCT_TRANSACTION_PARENT)
        .where(PRODUCT_TRANSACTION_PARENT.CHILD.in(trade.moves.keySet()))
        .orderBy(PRODUCT_TRANSACTION_PARENT.CHILD, PRODUCT_TRANSACTION_PARENT.POSITION)
        .forEach(
            row ->
                trade.drew(
                    row.get(PRODUCT_TRANSACTION_PARENT.CHILD),
                    row.get(PRODUCT_TRANSACTION_PARENT.PARENT),
                    row.get(PRODUCT_TRANSACTION_PARENT.DRAWN)));
    sql.selectFrom(FARMER)
        .where(FARMER.BUYER.in(companies))
        .forEach(row -> trade.buyers.put(row.get(FARMER.ID), row.get(FARMER.BUYER)));
    sql.selectFrom(COMPANY)
        .where(COMPANY.ID.in(companies).and(COMPANY.SHARES_UPSTREAM))
        .forEach(row -> trade.sharing.add(row.get(COMPANY.ID)));
    return trade;
  }

  private void drew(UUID child, UUID parent, BigDecimal drawn) {
    // A draw of 0 does not block the reversal of its parent, and a trace leaves that parent out.
    if (!reversed.contains(child) && !reversed.contains(parent)) {
      moves.get(child).drawn().put(parent, drawn);
    }
  }

  boolean isFarmer(UUID party) {
    return buyers.containsKey(party);
  }

  /** Whether a company, null for an operator, sees a move by itself. */
  boolean sees(UUID company, UUID move) {
    Move seen = moves.get(move);
    return company == null
        || Stream.of(seen.company(), seen.source(), seen.destination()).anyMatch(company::equals);
  }

  /** Whether it sees a parent of a move that it sees. */
  boolean seesParent(UUID company, UUID child, UUID parent) {
    UUID source = moves.get(child).source();
    UUID giver = buyers.getOrDefault(source, source);
    return sees(company, parent) || giver.equals(company) || sharing.contains(giver);
  }

  /** The parents that it sees, or those that it does not. */
  List<UUID> parents(UUID company, UUID move, boolean seen) {
    return moves.get(move).drawn().keySet().stream()
        .filter(parent -> seesParent(company, move, parent) == seen)
        .toList();
  }

  /** The moves that drew from one and that it sees. */
  List<UUID> children(UUID company, UUID move) {
    List<UUID> children = new ArrayList<>();
    for (Move each : moves.values()) {
      if (each.drawn().containsKey(move) && sees(company, each.id())) {
        children.add(each.id());
      }
    }
    return children;
  }

  /** All that can be reached, one after the other. */
  Set<UUID> reached(UUID company, UUID move, boolean up) {
    Set<UUID> reached = new HashSet<>(Set.of(move));
    for (UUID next : up ? parents(company, move, true) : children(company, move)) {
      reached.addAll(reached(company, next, up));
    }
    return reached;
  }
}
