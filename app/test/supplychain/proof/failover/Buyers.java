package supplychain.proof.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;

/**
 * Buyers who record one purchase after the other, each under a key of its own, repeat it until it
 * is confirmed, and remember what was.
 */
final class Buyers {
  private static final int COUNT = 4;
  private static final long PATIENCE_SECONDS = 120;
  private static final String PATH = "/v1/transactions/product-transactions/";

  private final UUID coop;
  private final UUID farmer;
  private final UUID product;
  private final String token;
  private final Map<String, String> confirmed = new ConcurrentHashMap<>();
  private final List<CompletableFuture<Void>> buying = new ArrayList<>();
  private final AtomicReference<CompletableFuture<Long>> next =
      new AtomicReference<>(new CompletableFuture<>());
  private volatile boolean stopped;

  /** Buyers of a new cooperative in this world. */
  Buyers(World world) {
    coop = world.company("Cooperative");
    farmer = world.farmer(coop);
    product = world.product("Cherry");
    token = world.token(coop, Role.MEMBER);
  }

  /** The token that they use. */
  String token() {
    return token;
  }

  /** Where their cooperative is read. */
  String company() {
    return "/v1/supply-chains/companies/" + coop + "/";
  }

  /** They begin. */
  void start(Client client) {
    for (int i = 0; i < COUNT; i++) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      buying.add(end);
      Thread thread = new Thread(() -> end.completeAsync(() -> buy(client), Runnable::run));
      thread.setDaemon(true);
      thread.start();
    }
  }

  private Void buy(Client client) {
    while (!stopped) {
      String key = World.unique(20);
      Reply reply = send(client, key);
      while (reply.status() != 201) {
        assertTrue(reply.status() == 503 || reply.status() == 409, reply.text());
        reply = send(client, key);
      }
      confirmed.put(key, reply.id());
      next.get().complete(System.nanoTime());
    }
    return null;
  }

  /** Records a purchase with this key, which is its invoice's number as well. */
  Reply send(Client client, String key) {
    String body =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "amount": "1", "quantity": "1",
         "invoice_number": "%s"}
        """
            .formatted(farmer, coop, product, key);
    return client.post(PATH, body, "Idempotency-Key", key);
  }

  /** When the next purchase from now on is confirmed, by {@link System#nanoTime}. */
  long next() throws Exception {
    CompletableFuture<Long> awaited = new CompletableFuture<>();
    next.set(awaited);
    return awaited.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Each ends with a purchase that is confirmed. */
  void stop() throws Exception {
    stopped = true;
    for (CompletableFuture<Void> end : buying) {
      end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** How many purchases are confirmed. */
  int confirmed() {
    return confirmed.size();
  }

  /** This one purchase is recorded, under this id, and nothing else is. */
  void requireOnly(Database database, String key, String id) {
    confirmed.put(key, id);
    requireAllOnce(database);
  }

  /** What was confirmed is recorded, under the id that was answered, and nothing else is. */
  void requireAllOnce(Database database) {
    Map<String, List<String>> recorded =
        database.read(
            sql ->
                sql.select(PRODUCT_TRANSACTION.INVOICE_NUMBER, PRODUCT_TRANSACTION.ID)
                    .from(PRODUCT_TRANSACTION)
                    .where(PRODUCT_TRANSACTION.COMPANY.eq(coop))
                    .fetchGroups(
                        PRODUCT_TRANSACTION.INVOICE_NUMBER,
                        row -> row.get(PRODUCT_TRANSACTION.ID).toString()));
    Map<String, List<String>> expected = new ConcurrentHashMap<>();
    confirmed.forEach((key, id) -> expected.put(key, List.of(id)));
    assertEquals(expected, recorded);
  }
}
