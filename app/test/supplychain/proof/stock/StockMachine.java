package supplychain.proof.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.proof.stock.StockLot.decimal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;

/** One of several clients that buy, process, split, sell, reverse, retry and err, by chance. */
public final class StockMachine {
  private static final int MOST_PARENTS = 6;
  private static final int MANY_PARENTS = 40;
  private static final int LAST = 20;
  private static final long MILLION = 1_000_000;

  /** A request that was recorded, to be sent again. */
  private record Recorded(StockCompany company, String key, String body, Reply reply) {}

  private final List<StockCompany> companies;
  private final List<UUID> products;
  private final Random random;
  private final List<Recorded> recorded = new ArrayList<>();
  private final List<StockLot> made = new ArrayList<>();
  private final StockModel model;

  /**
   * A client of all these companies.
   *
   * @param model what each answer must agree with; null if other clients write at the same time
   */
  public StockMachine(
      List<StockCompany> companies, List<UUID> products, Random random, StockModel model) {
    this.companies = companies;
    this.products = products;
    this.random = random;
    this.model = model;
  }

  /** Sends so many requests. */
  public StockMachine run(int operations) {
    for (int i = 0; i < operations; i++) {
      int chance = random.nextInt(100);
      if (chance < 30) {
        buy();
      } else if (chance < 65) {
        move();
      } else if (chance < 70) {
        lend();
      } else if (chance < 80) {
        reverse();
      } else if (chance < 90) {
        repeat();
      } else {
        beRefused();
      }
    }
    return this;
  }

  /** Buys from a farmer; sometimes from another company, whose lots are then unknown: a gap. */
  private void buy() {
    StockCompany company = any(companies);
    StockCompany other = any(companies);
    boolean isGap = random.nextInt(6) == 0 && !other.id().equals(company.id());
    UUID product = any(products);
    Long quantity = quantity();
    UUID source = isGap ? other.id() : company.farmer();
    Reply reply = send(company, body(source, company.id(), product, quantity, List.of()));
    company.add(made(company, product, quantity, List.of(), reply.expect(201)));
  }

  /** Sells to another company, splits, or processes; sometimes more than there is. */
  private void move() {
    StockCompany source = any(companies);
    StockCompany destination = random.nextInt(3) == 0 ? source : any(companies);
    int most = random.nextInt(20) == 0 ? MANY_PARENTS : MOST_PARENTS;
    List<StockLot> parents = source.some(random, 1 + random.nextInt(most));
    if (parents.isEmpty()) {
      return;
    }
    UUID product = parents.get(0).product();
    if (random.nextInt(4) > 0) {
      parents.removeIf(lot -> !lot.product().equals(product));
    } else if (random.nextBoolean()) {
      Collections.shuffle(parents, random);
    }
    UUID made = random.nextInt(6) == 0 ? any(products) : product;
    StockLot lot = draw(source, source.id(), destination.id(), made, parents);
    if (lot != null) {
      destination.add(lot);
    }
  }

  /** Gives goods to the farmer, and takes goods of the farmer's lot back. */
  private void lend() {
    StockCompany company = any(companies);
    List<StockLot> parents = company.some(random, 1);
    if (parents.isEmpty()) {
      return;
    }
    UUID product = parents.get(0).product();
    StockLot lent = draw(company, company.id(), company.farmer(), product, parents);
    StockLot back =
        lent == null ? null : draw(company, company.farmer(), company.id(), product, List.of(lent));
    if (back != null) {
      company.add(back);
    }
  }

  /** The lot that drew from others; null if they have too little. */
  private StockLot draw(
      StockCompany recorder, UUID from, UUID to, UUID product, List<StockLot> parents) {
    Long quantity = quantity();
    Reply reply = send(recorder, body(from, to, product, quantity, ids(parents)));
    if (reply.status() == 201) {
      return made(recorder, product, quantity, parents, reply);
    }
    reply.expectProblem(409, "insufficient-stock");
    if (model != null) {
      model.checkRefused(product, quantity, parents, reply);
    }
    return null;
  }

  private StockLot made(
      StockCompany recorder, UUID product, Long quantity, List<StockLot> parents, Reply reply) {
    StockLot lot = new StockLot(reply.id(), reply.at("/number"), recorder, product, quantity);
    if (model != null) {
      model.add(lot, parents, reply.json());
    }
    made.add(lot);
    return lot;
  }

  /** Reverses one of its last lots, which others may be drawing from. */
  private void reverse() {
    if (made.isEmpty()) {
      return;
    }
    StockLot lot = made.get(made.size() - 1 - random.nextInt(Math.min(LAST, made.size())));
    String key = key();
    String path = GOODS + lot.id() + "/reversals/";
    Reply reply =
        lot.recorder().member().post(path, "{\"reason\": \"chance\"}", "Idempotency-Key", key);
    if (model != null) {
      model.reverse(lot, reply);
    } else if (reply.status() != 201) {
      reply.expectProblem(409, "conflict");
    }
  }

  private void repeat() {
    if (recorded.isEmpty()) {
      return;
    }
    Recorded first = any(recorded);
    Client member = first.company().member();
    Reply again = member.post(GOODS, first.body(), "Idempotency-Key", first.key()).expect(201);
    assertEquals(first.reply().text(), again.text());
    assertEquals("true", again.header("Idempotent-Replayed"));
  }

  /** Names a lot of another company, one that is not there, or one twice. */
  private void beRefused() {
    StockCompany source = any(companies);
    StockCompany other = any(companies);
    List<StockLot> own = source.some(random, 2);
    List<String> parents = new ArrayList<>(ids(own));
    int wrong = random.nextInt(3);
    if (wrong == 0 && !other.id().equals(source.id())) {
      parents.addAll(ids(other.some(random, 1)));
    } else if (wrong == 1 && !parents.isEmpty()) {
      parents.add(parents.get(0));
    } else {
      parents.add(UUID.randomUUID().toString());
    }
    if (parents.size() == own.size()) {
      return;
    }
    String body = body(source.id(), other.id(), any(products), MILLION, parents);
    Reply reply = send(source, body).expect(400);
    String place = "/parents/" + (parents.size() - 1);
    assertEquals(place, reply.json().get("errors").get(0).get("pointer").asText(), reply.text());
  }

  private Reply send(StockCompany company, String body) {
    String key = key();
    Reply reply = company.member().post(GOODS, body, "Idempotency-Key", key);
    if (reply.status() == 201) {
      recorded.add(new Recorded(company, key, body, reply));
    }
    return reply;
  }

  private String key() {
    return "machine-" + new UUID(random.nextLong(), random.nextLong());
  }

  private Long quantity() {
    int chance = random.nextInt(100);
    if (chance < 3) {
      return null;
    }
    return chance < 5 ? 0L : (1 + random.nextInt(100)) * MILLION / (random.nextInt(8) + 1);
  }

  private static String body(
      UUID source, UUID destination, UUID product, Long quantity, List<String> parents) {
    String json = quantity == null ? "null" : '"' + decimal(quantity) + '"';
    return Goods.moved(source, destination, product, json, parents.toArray());
  }

  private static List<String> ids(List<StockLot> lots) {
    return lots.stream().map(StockLot::id).toList();
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
