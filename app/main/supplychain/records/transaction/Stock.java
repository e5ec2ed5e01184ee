package supplychain.records.transaction;

import static java.util.stream.Collectors.joining;
import static org.jooq.impl.DSL.*;
import static supplychain.database.SqlFile.uuid;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BinaryOperator;
import org.jooq.DSLContext;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.SqlFile;

/**
 * The lots that new transactions draw from, locked together, with their remaining quantities. Each
 * lot is updated once, even after many draws: PostgreSQL would search all versions of a row that
 * one database transaction writes.
 */
final class Stock {
  /** The most lots in the detail of a problem; the findings name all of them. */
  private static final int MOST_LISTED = 5;

  /**
   * The draw from one lot.
   *
   * @param quantity the drawn quantity; null if a lot of unknown quantity is taken whole
   * @param left the remaining quantity after the draw; null if it stays unknown
   */
  record Draw(UUID parent, BigDecimal quantity, BigDecimal left) {}

  /** A draw of this product transaction, at its date. */
  private record Taken(UUID transaction, OffsetDateTime date, Draw draw) {}

  /**
   * The goods that a product transaction brought to its destination, available for draws.
   *
   * @param remaining the remaining quantity; null while a lot of unknown quantity has no draw
   */
  record Lot(UUID id, String number, UUID holder, UUID product, BigDecimal remaining) {
    private Lot with(BigDecimal left) {
      return new Lot(id, number, holder, product, left);
    }

    boolean isUnknown() {
      return remaining == null;
    }

    boolean isExhausted() {
      return remaining != null && remaining.signum() == 0;
    }

    private String left() {
      String quantity =
          isUnknown()
              ? "an unknown quantity"
              : remaining.stripTrailingZeros().toPlainString() + " kg";
      return number + " has " + quantity + " left";
    }
  }

  static final SqlFile SQL = SqlFile.beside(Stock.class, "transactions.sql");

  /** A lot that a transaction with this source may draw from. */
  private record Wanted(UUID parent, UUID source) {}

  private final Map<UUID, Lot> lots = new HashMap<>();
  private final List<Taken> taken = new ArrayList<>();

  /** Locks only lots of the callers' companies: no request waits for those of others. */
  Stock(DSLContext sql, List<NewProductTransaction> transactions) {
    List<Wanted> wanted =
        transactions.stream()
            .filter(NewProductTransaction::mayDraw)
            .flatMap(one -> one.parents.values().stream().map(id -> new Wanted(id, one.source)))
            .distinct()
            .toList();
    if (!wanted.isEmpty()) {
      Batch.of(sql).run();
      SQL.call("lock_lots")
          .set("parents", wanted.stream().map(Wanted::parent).toArray(UUID[]::new))
          .set("sources", wanted.stream().map(Wanted::source).toArray(UUID[]::new))
          .list(sql, Stock::lot)
          .forEach(lot -> lots.put(lot.id(), lot));
    }
  }

  private static Lot lot(ResultSet row) throws SQLException {
    return new Lot(
        uuid(row, "id"),
        row.getString("number"),
        uuid(row, "holder"),
        uuid(row, "product"),
        row.getBigDecimal("remaining"));
  }

  /** Adds a finding for each parent that the source did not receive. */
  void requireAll(NewProductTransaction transaction) {
    if (transaction.mayDraw()) {
      transaction.parents.forEach(
          (place, id) -> {
            if (!lots.containsKey(id) || !lots.get(id).holder().equals(transaction.source)) {
              String detail = "The source has received no product transaction with the id %s.";
              transaction.body.findings().add(place, "does_not_exist", detail.formatted(id));
            }
          });
    }
  }

  /** The parents by their place in the body, each with its present remaining quantity. */
  Map<String, Lot> of(NewProductTransaction transaction) {
    Map<String, Lot> parents = new LinkedHashMap<>();
    transaction.parents.forEach((place, id) -> parents.put(place, lots.get(id)));
    return parents;
  }

  /** Takes the draws of a product transaction from the lots, at its date. */
  void take(UUID transaction, OffsetDateTime date, List<Draw> draws) {
    for (Draw draw : draws) {
      if (draw.quantity() == null || draw.quantity().signum() > 0) {
        lots.computeIfPresent(draw.parent(), (id, lot) -> lot.with(draw.left()));
        taken.add(new Taken(transaction, date, draw));
      }
    }
  }

  /** Writes what remains of each lot when the batch runs; with several authors, of each draw. */
  void write(Batch batch) {
    if (Authors.areSeveral(batch)) {
      for (Taken one : taken) {
        Draw draw = one.draw();
        Authors.runAs(
            batch,
            one.transaction(),
            () -> setRemaining(draw.parent(), draw.left(), one.date()).add(batch));
      }
    } else {
      Map<UUID, OffsetDateTime> lastDraws = new LinkedHashMap<>();
      for (Taken one : taken) {
        lastDraws.merge(
            one.draw().parent(), one.date(), BinaryOperator.maxBy(OffsetDateTime.timeLineOrder()));
      }
      lastDraws.forEach(
          (lot, date) -> setRemaining(lot, lots.get(lot).remaining(), date).add(batch));
    }
  }

  private static SqlFile.Call setRemaining(UUID lot, BigDecimal quantity, OffsetDateTime drawn) {
    return SQL.call("set_remaining").set("id", lot).set("remaining", quantity).set("drawn", drawn);
  }

  private static final String SPLIT_FIRST =
      " Processing takes whole lots. To make several products of one lot, split it first: record a"
          + " part of it as a lot of the same product, and process that.";

  /**
   * Draws from the lots in their order.
   *
   * @param lots the parents by their place in the body
   * @param quantity the moved quantity; null if it is unknown
   * @throws Problem 409 if a lot is used up, or too little is left
   */
  static List<Draw> draw(Map<String, Lot> lots, UUID product, BigDecimal quantity) {
    List<String> exhausted =
        lots.values().stream().filter(Lot::isExhausted).map(Lot::number).toList();
    boolean sameProduct = lots.values().stream().allMatch(lot -> lot.product().equals(product));
    if (!exhausted.isEmpty()) {
      boolean isOne = exhausted.size() == 1;
      String usedUp =
          (isOne ? "Lot " : "Lots ") + listed(exhausted) + (isOne ? " is" : " are") + " used up.";
      throw insufficient(usedUp, sameProduct ? "" : SPLIT_FIRST, lots);
    }
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
      List<String> left = lots.values().stream().map(lot -> "lot " + lot.left()).toList();
      throw insufficient(
          "You asked for %s kg; %s.".formatted(quantity.toPlainString(), listed(left)), "", lots);
    }
    return draws;
  }

  /** The sum of the draws; a lot of unknown quantity counts as 0. */
  static BigDecimal sum(List<Draw> draws) {
    return draws.stream()
        .map(Draw::quantity)
        .filter(Objects::nonNull)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Draw draw(Lot lot, BigDecimal needed) {
    if (needed.signum() == 0) {
      return new Draw(lot.id(), BigDecimal.ZERO, lot.remaining());
    }
    if (lot.isUnknown()) {
      return whole(lot);
    }
    BigDecimal quantity = lot.remaining().min(needed);
    return new Draw(lot.id(), quantity, lot.remaining().subtract(quantity));
  }

  private static Draw whole(Lot lot) {
    return new Draw(lot.id(), lot.remaining(), BigDecimal.ZERO);
  }

  private static Problem insufficient(String detail, String advice, Map<String, Lot> lots) {
    List<Finding> findings = new ArrayList<>();
    lots.forEach((place, lot) -> findings.add(finding(place, lot, advice)));
    return new Problem(ProblemType.INSUFFICIENT_STOCK, detail + advice, findings);
  }

  private static Finding finding(String place, Lot lot, String advice) {
    if (lot.isExhausted()) {
      String detail = "Lot " + lot.number() + " is used up." + advice;
      return new Finding(place, "nothing_left", detail);
    }
    String end = lot.isUnknown() ? "; you can only take the whole lot." : ".";
    return new Finding(place, "current_quantity", "Lot " + lot.left() + end);
  }

  private static String listed(List<String> lots) {
    String first = lots.stream().limit(MOST_LISTED).collect(joining(", "));
    int more = lots.size() - MOST_LISTED;
    return more > 0 ? first + " and " + more + " more lots" : first;
  }
}
