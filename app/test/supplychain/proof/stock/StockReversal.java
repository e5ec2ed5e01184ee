package supplychain.proof.stock;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A request that reverses what brought a lot, and what came of it.
 *
 * @param sent when it was sent, in nanoseconds; it happened at one moment between this and {@code
 *     answered}
 */
record StockReversal(StockLot lot, long sent, long answered, int status, JsonNode answer) {
  boolean isRecorded() {
    return status == 201;
  }

  @Override
  public String toString() {
    return "reversal of %s: %s".formatted(lot, answer);
  }
}
