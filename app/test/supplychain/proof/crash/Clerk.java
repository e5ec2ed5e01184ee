package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import supplychain.Reply;
import supplychain.proof.crash.Ledger.Kind;

/** A client that writes until told to stop, and repeats each request until it is answered. */
final class Clerk implements Callable<Void> {
  private static final int KINDS = 10;
  private static final int REPEATED = 8;
  private static final int MOST = 100;
  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private final Clerks clerks;
  private final Cooperative records;
  private final Ledger ledger;
  private final List<String> ownLots = new ArrayList<>();
  private final UUID farmer;
  private final String name;
  private final Random random;
  private int count;

  Clerk(Clerks clerks, int number, Random random) {
    this.clerks = clerks;
    records = clerks.records;
    ledger = clerks.ledger;
    farmer = records.farmers.get(number);
    name = "clerk" + number;
    this.random = random;
  }

  @Override
  public Void call() throws Exception {
    while (!clerks.isOver) {
      String key = name + "-" + count++;
      switch (random.nextInt(KINDS)) {
        case 0 -> record(Kind.PAYMENT, key, records.payment(farmer, key));
        case 1 -> record(Kind.COMPANY_PRODUCT, key, records.companyProduct(key));
        case 2 -> patch(key);
        case 3, 4 -> sellEverybodys(key);
        case 5, 6 -> sellOwn(key);
        default -> buy(key);
      }
      ledger.answered.release();
    }
    return null;
  }

  private void buy(String key) throws Exception {
    int quantity = 1 + random.nextInt(MOST);
    Reply reply = record(Kind.PURCHASE, key, records.purchase(farmer, key, quantity));
    if (random.nextBoolean()) {
      clerks.everybodysLots.add(reply.id());
    } else {
      ownLots.add(reply.id());
      ledger.left.put(reply.id(), BigDecimal.valueOf(quantity));
    }
  }

  private void sellOwn(String key) throws Exception {
    if (ownLots.isEmpty()) {
      return;
    }
    String lot = ownLots.get(random.nextInt(ownLots.size()));
    BigDecimal left = ledger.left.get(lot);
    BigDecimal sold = left.min(BigDecimal.valueOf(1 + random.nextInt(MOST)));
    record(Kind.SALE, key, records.sale(key, sold, lot));
    ledger.left.put(lot, left.subtract(sold));
    if (left.compareTo(sold) == 0) {
      ownLots.remove(lot);
    }
  }

  private void sellEverybodys(String key) throws Exception {
    if (clerks.everybodysLots.isEmpty()) {
      return;
    }
    String lot = clerks.everybodysLots.get(random.nextInt(clerks.everybodysLots.size()));
    String body = records.sale(key, BigDecimal.valueOf(1 + random.nextInt(MOST)), lot);
    Reply reply = answer("POST", Kind.SALE.path, body, key);
    if (reply.status() == 409) {
      assertEquals("/problems/insufficient-stock", reply.at("/type"));
      clerks.everybodysLots.remove(lot);
    } else {
      keep(Kind.SALE, key, body, reply);
    }
  }

  private void patch(String key) throws Exception {
    String body = "{\"first_name\": \"Grace\", \"last_name\": \"%s\"}".formatted(key);
    Reply reply = answer("PATCH", FARMERS + farmer + "/", body, key).expect(200);
    assertEquals(key, reply.at("/last_name"));
    ledger.lastNames.put(farmer.toString(), key);
  }

  private Reply record(Kind kind, String key, String body) throws Exception {
    Reply reply = answer("POST", kind.path, body, key);
    keep(kind, key, body, reply);
    return reply;
  }

  private void keep(Kind kind, String key, String body, Reply reply) throws Exception {
    assertEquals(201, reply.status(), () -> body + " was answered " + reply.text());
    ledger.entries.put(key, new Ledger.Entry(kind, body, reply));
    if (random.nextInt(REPEATED) == 0) {
      repeat(key);
    }
  }

  /** Sends a request once more, which must be answered the same. */
  void repeat(String key) throws Exception {
    Ledger.Entry entry = ledger.entries.get(key);
    Reply again = answer("POST", entry.kind().path, entry.body(), key);
    assertEquals("true", again.header("Idempotent-Replayed"), again.text());
    assertEquals(entry.answer().status(), again.status());
    assertEquals(entry.answer().text(), again.text());
    assertEquals(entry.answer().header("Location"), again.header("Location"));
  }

  private Reply answer(String method, String path, String body, String key) throws Exception {
    for (long start = System.nanoTime(); System.nanoTime() - start < PATIENCE_NANOS; ) {
      try {
        Reply reply = clerks.door.call().send(method, path, body, "Idempotency-Key", key);
        if (reply.status() == 503) {
          ledger.unanswered.release();
        } else if (reply.status() != 409 || !reply.text().contains("/problems/request-under-way")) {
          return reply;
        }
        assertEquals("1", reply.header("Retry-After"));
        assertEquals("application/problem+json", reply.header("Content-Type"));
      } catch (UncheckedIOException e) {
        // The service is away, or the answer was lost: the client sends the request again.
      }
    }
    throw new AssertionError(key + " was not answered in time");
  }
}
