package supplychain.proof.stock;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import supplychain.Reply;

/** The stock by the rules alone, if requests come one after the other. Quantities as in a lot. */
public final class StockModel {
  /**
   * The remaining quantity of each lot by its id; null for an untouched lot of unknown quantity.
   */
  private final Map<String, Long> left = new HashMap<>();

  /** How much each transaction drew from each of its parents; null for all of an unknown lot. */
  private final Map<String, Map<String, Long>> drawnBy = new HashMap<>();

  private final Set<String> reversed = new HashSet<>();

  /** Adds the goods of an answer, which drew from these parents. */
  void add(StockLot lot, List<StockLot> parents, JsonNode answer) {
    Map<String, Long> drawn = draws(lot.product(), lot.quantity(), parents);
    assertNotNull(drawn, answer::toString);
    drawn.forEach(this::take);
    drawnBy.put(lot.id(), drawn);
    left.put(lot.id(), lot.quantity());
    long own = lot.quantity() == null ? 0 : lot.quantity();
    long sum = drawn.values().stream().filter(Objects::nonNull).mapToLong(each -> each).sum();
    assertEquals(parents.isEmpty() ? own : sum, quantity(answer, "source_quantity"));
    assertEquals(own, quantity(answer, "current_quantity"));
  }

  private void take(String parent, Long drawn) {
    Long had = left.get(parent);
    if (had != null) {
      left.put(parent, had - drawn);
    } else if (drawn == null) {
      left.put(parent, 0L);
    }
  }

  /** How much goods draw from each parent; null if the parents have too little. */
  private Map<String, Long> draws(UUID product, Long quantity, List<StockLot> parents) {
    boolean isWhole =
        quantity == null || parents.stream().anyMatch(lot -> !lot.product().equals(product));
    long needed = isWhole || parents.isEmpty() ? 0 : quantity;
    Map<String, Long> drawn = new LinkedHashMap<>();
    for (StockLot lot : parents) {
      Long had = left.get(lot.id());
      if (Long.valueOf(0).equals(had)) {
        return null;
      }
      Long taken = had;
      if (!isWhole && needed == 0) {
        taken = 0L;
      } else if (!isWhole && had != null) {
        taken = Math.min(had, needed);
        needed -= taken;
      }
      drawn.put(lot.id(), taken);
    }
    return needed == 0 ? drawn : null;
  }

  /** Fails unless the parents have too little, and the answer says what each of them has. */
  void checkRefused(UUID product, Long quantity, List<StockLot> parents, Reply reply) {
    assertNull(draws(product, quantity, parents), reply.text());
    JsonNode errors = reply.json().get("errors");
    assertEquals(parents.size(), errors.size(), reply.text());
    for (int i = 0; i < errors.size(); i++) {
      Long had = left.get(parents.get(i).id());
      boolean isEmpty = Long.valueOf(0).equals(had);
      String left = had == null ? "an unknown quantity" : StockLot.decimal(had) + " kg";
      String start = "Lot " + parents.get(i).number() + (isEmpty ? " is used up." : " has " + left);
      assertEquals("/parents/" + i, errors.get(i).get("pointer").asText());
      assertEquals(
          isEmpty ? "nothing_left" : "current_quantity", errors.get(i).get("code").asText());
      String detail = errors.get(i).get("detail").asText();
      assertTrue(detail.startsWith(start), detail + " is not " + start);
    }
  }

  /** Fails unless the rules allow or refuse this reversal as the service did. */
  void reverse(StockLot lot, Reply reply) {
    boolean isDrawnFrom =
        drawnBy.entrySet().stream()
            .filter(child -> !reversed.contains(child.getKey()))
            .map(child -> child.getValue().getOrDefault(lot.id(), 0L))
            .anyMatch(drawn -> drawn == null || drawn > 0);
    boolean isRefused = isDrawnFrom || !reversed.add(lot.id());
    reply.expect(isRefused ? 409 : 201);
    if (!isRefused) {
      Map<String, Long> drawn = drawnBy.get(lot.id());
      drawn.forEach(this::giveBack);
      left.put(lot.id(), 0L);
      JsonNode returned = reply.json().get("returned");
      assertEquals(drawn.size(), returned.size(), reply.text());
      returned.forEach(parent -> checkReturned(parent, drawn.get(parent.get("parent").asText())));
    }
  }

  private void giveBack(String parent, Long drawn) {
    Long has = left.get(parent);
    left.put(parent, drawn == null ? null : has == null ? null : (Long) (has + drawn));
  }

  private void checkReturned(JsonNode shown, Long drawn) {
    Long has = left.get(shown.get("parent").asText());
    assertEquals(drawn == null, shown.get("quantity").isNull(), shown::toString);
    assertEquals(drawn == null ? 0 : drawn, quantity(shown, "quantity"), shown::toString);
    assertEquals(has == null ? 0 : has, quantity(shown, "current_quantity"), shown::toString);
  }

  private static long quantity(JsonNode object, String field) {
    return object.get(field).isNull() ? 0 : StockLot.millionths(object.get(field).asText());
  }
}
