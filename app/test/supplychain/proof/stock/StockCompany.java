package supplychain.proof.stock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import supplychain.Client;

/**
 * A company of the machine.
 *
 * @param lots the lots that it got last: those that everybody wants
 */
public record StockCompany(UUID id, UUID farmer, Client member, List<StockLot> lots) {
  private static final int WANTED = 60;

  /** A company that has no lots yet. */
  public StockCompany(UUID id, UUID farmer, Client member) {
    this(id, farmer, member, new ArrayList<>());
  }

  synchronized void add(StockLot lot) {
    lots.add(lot);
    if (lots.size() > WANTED) {
      lots.remove(0);
    }
  }

  /** Some of its lots in any order; fewer when it has not so many. */
  synchronized List<StockLot> some(Random random, int count) {
    List<StockLot> some = new ArrayList<>(lots);
    Collections.shuffle(some, random);
    return new ArrayList<>(some.subList(0, Math.min(count, some.size())));
  }
}
