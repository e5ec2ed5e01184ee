package supplychain.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must be true of moves that happened at the same time, by the rules of stock alone. A move
 * happened at one moment between its sending and its answer; what a lot had at that moment is what
 * it once had, less all draws answered before, less some of those under way.
 */
final class StockModel {
  private static final Pattern LEFT = Pattern.compile("current_quantity is ([0-9.]+?)[.;]( .*)?");

  /** What a move drew from one lot; null when it took one of unknown quantity. */
  private record Draw(StockMove move, Long quantity) {}

  private final Map<String, List<Draw>> draws = new HashMap<>();
  private final Map<String, Map<String, Long>> drawnBy;

  /**
   * The model of these moves.
   *
   * @param drawnBy what is recorded: by the child's id, per parent, how much was drawn
   */
  StockModel(List<StockMove> moves, Map<String, Map<String, Long>> drawnBy) {
    this.drawnBy = drawnBy;
    for (StockMove move : moves) {
      if (move.isRecorded()) {
        Map<String, Long> drawn = drawnBy.get(move.id());
        drawn.forEach(
            (lot, quantity) ->
                draws.computeIfAbsent(lot, id -> new ArrayList<>()).add(new Draw(move, quantity)));
      }
    }
  }

  /** Fails unless the answer was right. */
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
      Set<Long> had = had(lot, move);
      assertTrue(had.stream().anyMatch(left -> left == null || left > 0), move::toString);
      if (move.takesWhole()) {
        assertTrue(had.contains(taken), move::toString);
      } else if (needed == 0) {
        assertEquals(0L, taken, move::toString);
      } else if (taken == null || taken < needed) {
        assertTrue(had.contains(taken), move::toString);
      } else {
        assertEquals(needed, taken, move::toString);
        assertTrue(had.stream().anyMatch(left -> left != null && left >= taken), move::toString);
      }
      long known = taken == null ? 0 : taken;
      needed -= known;
      sum += known;
    }
    assertTrue(move.takesWhole() || needed == 0, move::toString);
    JsonNode answer = move.answer();
    assertEquals(sum, StockLot.millionths(answer.get("source_quantity").asText()));
    long own = move.quantity() == null ? 0 : move.quantity();
    assertEquals(own, StockLot.millionths(answer.get("current_quantity").asText()));
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
      String detail = error.get("detail").asText();
      assertTrue(detail.startsWith(lot.id()), move::toString);
      Matcher said = LEFT.matcher(detail.substring(lot.id().length() + 2));
      assertTrue(said.matches(), move::toString);
      boolean nothing = error.get("code").asText().equals("nothing_left");
      long current = StockLot.millionths(said.group(1));
      boolean unknown = lot.quantity() == null && !nothing;
      assertTrue(had(lot, move).contains(unknown ? null : (Long) current), move::toString);
      exhausted |= nothing;
      left += current;
    }
    assertTrue(exhausted || (!move.takesWhole() && left < move.quantity()), move::toString);
  }

  /** What a lot may have had at the moment of a move; null stands for untouched and unknown. */
  private Set<Long> had(StockLot lot, StockMove move) {
    Set<Long> possible = new HashSet<>();
    possible.add(lot.quantity());
    for (Draw draw : draws.getOrDefault(lot.id(), List.of())) {
      StockMove other = draw.move();
      if (other.id().equals(move.id()) || other.sent() > move.answered()) {
        continue;
      }
      Set<Long> after = new HashSet<>();
      possible.forEach(quantity -> after.add(less(quantity, draw.quantity())));
      if (other.answered() < move.sent()) {
        possible.clear();
      }
      possible.addAll(after);
    }
    possible.removeIf(quantity -> quantity != null && quantity < 0);
    return possible;
  }

  private static Long less(Long quantity, Long drawn) {
    if (Objects.equals(drawn, 0L)) {
      return quantity;
    }
    // A lot of unknown quantity is taken once, whole.
    return quantity == null ? (Long) 0L : quantity - Objects.requireNonNullElse(drawn, 1L);
  }
}
