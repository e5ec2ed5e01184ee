package supplychain.proof.stock;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import supplychain.Reply;

/**
 * A request that draws from lots, and what came of it.
 *
 * @param quantity in millionths; null when nobody knows
 * @param sent when it was sent, in nanoseconds; it happened at one moment between this and {@code
 *     answered}
 */
record StockMove(
    UUID product,
    Long quantity,
    List<StockLot> parents,
    long sent,
    long answered,
    int status,
    JsonNode answer) {
  static StockMove of(
      UUID product, Long quantity, List<StockLot> parents, long sent, long answered, Reply reply) {
    return new StockMove(product, quantity, parents, sent, answered, reply.status(), reply.json());
  }

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
