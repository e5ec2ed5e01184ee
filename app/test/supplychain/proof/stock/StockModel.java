package supplychain.proof.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must be true of moves and reversals that happened at the same time, by the rules alone. */
final class StockModel {
  private static final Pattern LEFT = Pattern.compile("current_quantity is ([0-9.]+?)[.;]( .*)?");

  private final StockLedger ledger = new StockLedger();
  private final Map<String, Map<String, Long>> drawnBy;
  private final Map<String, List<StockMove>> children = new HashMap<>();
  private final Map<String, StockReversal> reversals = new HashMap<>();

  /**
   * The model of these requests.
   *
   * @param drawnBy what is recorded: by the child's id, per parent, how much was drawn; null when a
   *     lot of unknown quantity was taken
   */
  StockModel(
      List<StockMove> moves,
      List<StockReversal> reversals,
      Map<String, Map<String, Long>> drawnBy) {
    this.drawnBy = drawnBy;
    moves.stream().filter(StockMove::isRecorded).forEach(this::note);
    reversals.stream().filter(StockReversal::isRecorded).forEach(this::note);
  }

  private void note(StockMove move) {
    drawnBy
        .get(move.id())
        .forEach(
            (lot, quantity) -> {
              ledger.draw(lot, quantity, move);
              if (quantity == null || quantity > 0) {
                children.computeIfAbsent(lot, id -> new ArrayList<>()).add(move);
              }
            });
  }

  private void note(StockReversal reversal) {
    StockReversal earlier = reversals.put(reversal.lot().id(), reversal);
    assertEquals(null, earlier, "reversed twice");
    ledger.end(reversal);
    drawnBy
        .getOrDefault(reversal.lot().id(), Map.of())
        .forEach((lot, quantity) -> ledger.giveBack(lot, quantity, reversal));
  }

  /** Fails unless the answer to a move was right. */
  void check(StockMove move) {
    if (move.isRecorded()) {
      checkRecorded(move);
    } else {
      assertEquals(409, move.status(), move::toString);
      checkRefused(move);
    }
  }

  private void checkRecorded(StockMove move) {
    Map<String, Long> drawn = drawnBy.get(move.id());
    assertEquals(move.parents().size(), drawn.size(), move::toString);
    long needed = move.quantity() == null ? 0 : move.quantity();
    long sum = 0;
    for (StockLot lot : move.parents()) {
      Long taken = drawn.get(lot.id());
      checkDrawn(move, had(lot, move), taken, needed);
      long known = taken == null ? 0 : taken;
      needed -= known;
      sum += known;
    }
    assertTrue(move.takesWhole() || needed == 0, move::toString);
    assertEquals(sum, quantity(move.answer(), "source_quantity"), move::toString);
    long own = move.quantity() == null ? 0 : move.quantity();
    assertEquals(own, quantity(move.answer(), "current_quantity"), move::toString);
  }

  private static void checkDrawn(StockMove move, Set<Long> had, Long taken, long needed) {
    assertTrue(had.stream().anyMatch(left -> left == null || left > 0), move::toString);
    if (!move.takesWhole() && needed == 0) {
      assertEquals(0L, taken, move::toString);
    } else if (move.takesWhole() || taken == null || taken < needed) {
      assertTrue(had.contains(taken), move::toString);
    } else {
      assertEquals(needed, taken, move::toString);
      assertTrue(had.stream().anyMatch(left -> left != null && left >= taken), move::toString);
    }
  }

  private void checkRefused(StockMove move) {
    JsonNode errors = move.answer().get("errors");
    assertEquals(move.parents().size(), errors.size(), move::toString);
    boolean exhausted = false;
    long left = 0;
    for (int i = 0; i < errors.size(); i++) {
      StockLot lot = move.parents().get(i);
      JsonNode error = errors.get(i);
      assertEquals("/parents/" + i, error.get("pointer").asText(), move::toString);
      boolean nothing = error.get("code").asText().equals("nothing_left");
      long current = left(lot, error.get("detail").asText(), move::toString);
      boolean untouched = lot.quantity() == null && !nothing;
      assertTrue(had(lot, move).contains(untouched ? null : (Long) current), move::toString);
      exhausted |= nothing;
      left += current;
    }
    assertTrue(exhausted || (!move.takesWhole() && left < move.quantity()), move::toString);
  }

  private static long left(StockLot lot, String detail, Supplier<String> what) {
    assertTrue(detail.startsWith(lot.id() + ": "), what);
    Matcher said = LEFT.matcher(detail.substring(lot.id().length() + 2));
    assertTrue(said.matches(), what);
    return StockLot.millionths(said.group(1));
  }

  /** Fails unless the answer to a reversal was right. */
  void check(StockReversal reversal) {
    if (reversal.isRecorded()) {
      checkReturned(reversal);
      assertTrue(
          children.getOrDefault(reversal.lot().id(), List.of()).stream()
              .allMatch(child -> mayBeReversed(child, reversal)),
          reversal::toString);
      return;
    }
    assertEquals(409, reversal.status(), reversal::toString);
    StockReversal first = reversals.get(reversal.lot().id());
    boolean reversed = reversal.answer().get("detail").asText().equals("It is reversed already.");
    assertTrue(
        reversed
            ? first != null && first.sent() < reversal.answered()
            : children.getOrDefault(reversal.lot().id(), List.of()).stream()
                .anyMatch(child -> mayStand(child, reversal)),
        reversal::toString);
  }

  private void checkReturned(StockReversal reversal) {
    Map<String, Long> drawn = drawnBy.getOrDefault(reversal.lot().id(), Map.of());
    JsonNode returned = reversal.answer().get("returned");
    assertEquals(drawn.size(), returned.size(), reversal::toString);
    for (JsonNode lot : returned) {
      Long quantity = drawn.get(lot.get("parent").asText());
      assertEquals(
          quantity == null ? null : StockLot.decimal(quantity),
          lot.get("quantity").isNull() ? null : StockLot.decimal(quantity(lot, "quantity")),
          reversal::toString);
      long current = quantity(lot, "current_quantity");
      assertTrue(quantity == null ? current == 0 : current >= quantity, reversal::toString);
    }
  }

  private boolean mayBeReversed(StockMove child, StockReversal before) {
    StockReversal reversal = reversals.get(child.id());
    return reversal != null && reversal.sent() < before.answered();
  }

  private boolean mayStand(StockMove child, StockReversal at) {
    StockReversal reversal = reversals.get(child.id());
    return child.sent() < at.answered() && (reversal == null || reversal.answered() > at.sent());
  }

  private Set<Long> had(StockLot lot, StockMove move) {
    return ledger.had(lot, move.isRecorded() ? move.id() : "", move.sent(), move.answered());
  }

  private static long quantity(JsonNode object, String field) {
    return StockLot.millionths(object.get(field).asText());
  }
}
