package supplychain.proof.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.IDEMPOTENCY_KEY;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.cli.CommandRun;
import supplychain.database.Database;
import supplychain.ingest.Demo;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;
import supplychain.verify.Discrepancy;

/** A backup that is taken while many write is of one moment: its books balance. */
@ExtendWith(Seeded.class)
@Tag("proof")
class BackupUnderLoadTest {
  private static final int WRITERS = 4;
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String MARK = "under load";

  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicInteger answered = new AtomicInteger();

  @TempDir Path folder;

  @Test
  void everyBackupHoldsAllConfirmedRecordsAndBalances(Seed seed) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (Room room = Room.ofDemo()) {
      // Tables are read in the order of their names, so this takes time before the goods are.
      room.database()
          .write(
              World.AUTHOR,
              sql ->
                  sql.execute(
                      "insert into load_ref select 'much', n::text, gen_random_uuid()"
                          + " from generate_series(1, 30000) n"));
      List<CompletableFuture<Void>> writers = new ArrayList<>();
      Map<String, String> names = new Demo(room.database()).names();
      Client client = client(room, names.get("COMPANY"));
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        Random random = seed.random(i);
        writers.add(
            CompletableFuture.runAsync(() -> write(client, names, writer, random), threads));
      }
      try {
        for (int i = 0; i < Proof.count(1, 5); i++) {
          backUpAndRestore(room, folder.resolve(i + ".zip"));
        }
      } finally {
        stop.set(true);
        threads.shutdown();
      }
      writers.forEach(CompletableFuture::join);
      assertEquals(List.of(), mistakes(room.database()));
    }
  }

  private static Client client(Room room, String company) {
    CommandRun token =
        room.run("token", "create", "--user", "a@b.org", "--role", "MEMBER", "--company", company);
    return room.client(token.out().strip());
  }

  /** Buys a lot, and sells it in parts, until it is told to stop. */
  private void write(Client client, Map<String, String> names, int writer, Random random) {
    for (int i = 0; !stop.get(); i++) {
      String key = writer + "-" + i;
      String lot = post(client, key, "FARMER", "COMPANY", 100, "", names);
      for (int left = 100; left > 0 && random.nextInt(4) > 0; ) {
        int part = 1 + random.nextInt(left);
        left -= part;
        String parents = ", \"parents\": [\"" + lot + "\"]";
        post(client, key + "-" + left, "COMPANY", "BUYER", part, parents, names);
      }
    }
  }

  private String post(
      Client client,
      String key,
      String source,
      String destination,
      int quantity,
      String parents,
      Map<String, String> names) {
    String body =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "%d", "amount": "7",
         "invoice_number": "%s", "transaction_payments": [{"amount": 7}]%s}
        """
            .formatted(
                names.get(source),
                names.get(destination),
                names.get("PRODUCT"),
                quantity,
                MARK,
                parents);
    Reply reply = client.post(GOODS, body, "Idempotency-Key", key);
    assertEquals(201, reply.status(), reply.text());
    answered.incrementAndGet();
    return reply.id();
  }

  private void backUpAndRestore(Room room, Path file) {
    int before;
    int after;
    do {
      file.toFile().delete();
      before = answered.get();
      room.backUp(file);
      after = answered.get();
    } while (after == before);
    try (Room restored = new Room()) {
      CommandRun restore = restored.run("restore", file.toString());
      assertEquals(0, restore.exitCode(), restore.err());
      int recorded = count(restored.database());
      assertTrue(before <= recorded && recorded <= after + WRITERS, before + " " + recorded);
      assertEquals(List.of(), mistakes(restored.database()));
    }
  }

  /** How many transactions the writers recorded; as many payments and kept answers are there. */
  private static int count(Database database) {
    return database.read(
        sql -> {
          int goods =
              sql.fetchCount(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.INVOICE_NUMBER.eq(MARK));
          assertEquals(goods, sql.fetchCount(IDEMPOTENCY_KEY));
          int payments =
              sql.fetchCount(
                  sql.selectFrom(
                      PAYMENT_TRANSACTION
                          .join(PRODUCT_TRANSACTION)
                          .on(PAYMENT_TRANSACTION.TRANSACTION.eq(PRODUCT_TRANSACTION.ID))
                          .and(PRODUCT_TRANSACTION.INVOICE_NUMBER.eq(MARK))));
          assertEquals(goods, payments);
          return goods;
        });
  }

  /** What verify finds wrong, except the names that only make the backup longer. */
  private static List<Discrepancy> mistakes(Database database) {
    return Records.mistakes(database).stream()
        .filter(mistake -> !mistake.check().equals("load-ref"))
        .toList();
  }
}
