package supplychain.proof.stock;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must be true of moves and reversals that happened at the same time, by the rules alone. */
final class StockModel {
  /**
   * A request that draws from lots, and what came of it.
   *
   * @param quantity in millionths; null when nobody knows
   * @param sent when it was sent, in nanoseconds; it happened at one moment between this and {@code
   *     answered}
   */
  record Move(
      UUID product,
      Long quantity,
      List<StockLot> parents,
      long sent,
      long answered,
      int status,
      JsonNode answer) {
    boolean isRecorded() {
      return status == 201;
    }

    /** The id of what was recorded, or of none. */
    String id() {
      return answer.path("id").asText();
    }

    /** Whether it takes every parent whole: processing, or a quantity that nobody knows. */
    boolean takesWhole() {
      return quantity == null || parents.stream().anyMatch(lot -> !lot.product().equals(product));
    }

    @Override
    public String toString() {
      return "%s of %s from %s: %s".formatted(quantity, product, parents, answer);
    }
  }

  /**
   * A request that reverses what brought a lot, and what came of it.
   *
   * @param sent when it was sent, in nanoseconds; it happened at one moment between this and {@code
   *     answered}
   */
  record Reversal(StockLot lot, long sent, long answered, int status, JsonNode answer) {
    boolean isRecorded() {
      return status == 201;
    }

    @Override
    public String toString() {
      return "reversal of %s: %s".formatted(lot, answer);
    }
  }

  private static final Pattern LEFT = Pattern.compile("current_quantity is ([0-9.]+?)[.;]( .*)?");

  private final StockLedger ledger = new StockLedger();
  private final Map<String, Map<String, Long>> drawnBy;
  private final Map<String, List<Move>> children = new HashMap<>();
  private final Map<String, Reversal> reversals = new HashMap<>();

  /**
   * The model of these requests.
   *
   * @param drawnBy what is recorded: by the child's id, per parent, how much was drawn; null when a
   *     lot of unknown quantity was taken
   */
  StockModel(List<Move> moves, List<Reversal> reversals, Map<String, Map<String, Long>> drawnBy) {
    this.drawnBy = drawnBy;
    moves.stream().filter(Move::isRecorded).forEach(this::note);
    reversals.stream().filter(Reversal::isRecorded).forEach(this::note);
  }

  private void note(Move move) {
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

  private void note(Reversal reversal) {
    Reversal earlier = reversals.put(reversal.lot().id(), reversal);
    assertEquals(null, earlier, "reversed twice");
    ledger.end(reversal);
    drawnBy
        .getOrDefault(reversal.lot().id(), Map.of())
        .forEach((lot, quantity) -> ledger.giveBack(lot, quantity, reversal));
  }

  /** Fails unless the answer to a move was right. */
  void check(Move move) {
    if (move.isRecorded()) {
      checkRecorded(move);
    } else {
      assertEquals(409, move.status(), move::toString);
      checkRefused(move);
    }
  }

  private void checkRecorded(Move move) {
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

  private static void checkDrawn(Move move, Set<Long> had, Long taken, long needed) {
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

  private void checkRefused(Move move) {
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
  void check(Reversal reversal) {
    if (reversal.isRecorded()) {
      checkReturned(reversal);
      assertTrue(
          children.getOrDefault(reversal.lot().id(), List.of()).stream()
              .allMatch(child -> mayBeReversed(child, reversal)),
          reversal::toString);
      return;
    }
    assertEquals(409, reversal.status(), reversal::toString);
    Reversal first = reversals.get(reversal.lot().id());
    boolean reversed = reversal.answer().get("detail").asText().equals("It is reversed already.");
    assertTrue(
        reversed
            ? first != null && first.sent() < reversal.answered()
            : children.getOrDefault(reversal.lot().id(), List.of()).stream()
                .anyMatch(child -> mayStand(child, reversal)),
        reversal::toString);
  }

  private void checkReturned(Reversal reversal) {
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

  private boolean mayBeReversed(Move child, Reversal before) {
    Reversal reversal = reversals.get(child.id());
    return reversal != null && reversal.sent() < before.answered();
  }

  private boolean mayStand(Move child, Reversal at) {
    Reversal reversal = reversals.get(child.id());
    return child.sent() < at.answered() && (reversal == null || reversal.answered() > at.sent());
  }

  private Set<Long> had(StockLot lot, Move move) {
    return ledger.had(lot, move.isRecorded() ? move.id() : "", move.sent(), move.answered());
  }

  private static long quantity(JsonNode object, String field) {
    return StockLot.millionths(object.get(field).asText());
  }
}
