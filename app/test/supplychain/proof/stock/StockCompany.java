package supplychain.proof.stock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import supplychain.Client;

/** A company of the machine, with the lots that it got last: those that everybody wants. */
final class StockCompany {
  private static final int WANTED = 60;

  private final UUID id;
  private final UUID farmer;
  private final Client member;
  private final List<StockLot> lots = new ArrayList<>();

  StockCompany(UUID id, UUID farmer, Client member) {
    this.id = id;
    this.farmer = farmer;
    this.member = member;
  }

  UUID id() {
    return id;
  }

  UUID farmer() {
    return farmer;
  }

  Client member() {
    return member;
  }

  synchronized void add(StockLot lot) {
    lots.add(lot);
    if (lots.size() > WANTED) {
      lots.remove(0);
    }
  }

  @Override
  public String toString() {
    return id.toString();
  }

  /** Some of its lots in any order; fewer when it has not so many. */
  synchronized List<StockLot> some(Random random, int count) {
    List<StockLot> some = new ArrayList<>(lots);
    Collections.shuffle(some, random);
    return new ArrayList<>(some.subList(0, Math.min(count, some.size())));
  }
}
