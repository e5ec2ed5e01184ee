package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION_PARENT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.proof.Proof;
import supplychain.proof.crash.LostCommit.Fate;

/** A client that never got its answer repeats the request: one record, and the answer it missed. */
@Tag("proof")
class RetryTest {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";
  private static final String HANDLED = "/v1/supply-chains/company-products/";
  private static final Duration IMPATIENT = Duration.ofSeconds(3);
  private static final int SAME_KEY = 50;

  private final World world = new World();
  private final Database database = Installation.shared().database();
  private final EmbeddedPostgres postgres = Installation.shared().postgres();
  private final UUID coop = world.company("Cooperative");
  private final UUID exporter = world.company("Exporter");
  private final UUID farmer = world.farmer(coop);
  private final UUID cherry = world.product("Cherry");
  private final String token = world.token(coop, Role.ADMIN);
  private final Client client = Installation.shared().client(token);

  @Test
  void afterATimeoutWhileTheFirstStillWaitsForItsLot() {
    String lot = client.post(GOODS, purchase()).id();
    String sale = sale(lot);
    Client impatient = new Client(Installation.shared().origin(), token, IMPATIENT);
    database.write(
        World.AUTHOR,
        sql -> {
          sql.selectFrom(PRODUCT_TRANSACTION)
              .where(PRODUCT_TRANSACTION.ID.eq(UUID.fromString(lot)))
              .forUpdate()
              .fetchSingle();
          Throwable gaveUp =
              assertThrows(UncheckedIOException.class, () -> post(impatient, GOODS, sale, "key"));
          assertInstanceOf(HttpTimeoutException.class, gaveUp.getCause());
          Reply repeat = post(client, GOODS, sale, "key");
          assertEquals(409, repeat.status(), repeat.text());
          assertEquals("1", repeat.header("Retry-After"));
          return sql;
        });
    assertReplayed(untilAnswered(client, GOODS, sale, "key"));
    assertEquals(1, recorded(lot));
  }

  private static int recorded(String lot) {
    return Records.count(
        PRODUCT_TRANSACTION_PARENT, PRODUCT_TRANSACTION_PARENT.PARENT.eq(UUID.fromString(lot)));
  }

  @Test
  void afterTheConnectionToTheDatabaseEndedWithTheCommit() throws Exception {
    Map<String, String> bodies =
        Map.of(GOODS, purchase(), PAYMENTS, payment(), HANDLED, "{\"company\": \"" + coop + "\"}");
    try (LostCommit way = new LostCommit(postgres.url());
        OwnService instance = instance(way.url())) {
      for (Map.Entry<String, String> request : bodies.entrySet()) {
        way.next(Fate.CONNECTION_ENDS);
        Reply lost = post(instance.client(token), request.getKey(), request.getValue(), "key");
        assertEquals(503, lost.status(), lost.text());
        assertEquals("1", lost.header("Retry-After"));
        Reply repeat =
            untilAnswered(instance.client(token), request.getKey(), request.getValue(), "key");
        assertReplayed(repeat);
      }
      assertTrue(way.hasLostOne());
    }
    assertEquals(1, Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(coop)));
    // One that was sent by itself, and the one of the purchase.
    assertEquals(2, Records.count(PAYMENT_TRANSACTION, PAYMENT_TRANSACTION.COMPANY.eq(coop)));
    assertEquals(1, Records.count(COMPANY_PRODUCT, COMPANY_PRODUCT.COMPANY.eq(coop)));
  }

  @Test
  void afterAKillBetweenCommitAndAnswerAndAfterEveryRestart() throws Exception {
    try (LostCommit way = new LostCommit(postgres.url())) {
      ServiceProcess killed = service(way.url());
      Client before = killed.client(token);
      way.next(Fate.NEVER_COMES);
      CompletableFuture<Reply> first =
          CompletableFuture.supplyAsync(() -> post(before, GOODS, purchase(), "key"));
      assertTrue(way.hasLostOne());
      assertEquals(1, Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(coop)));
      killed.kill();
      assertInstanceOf(
          UncheckedIOException.class,
          assertThrows(ExecutionException.class, first::get).getCause());
    }
    Reply answer;
    try (ServiceProcess again = service(postgres.url())) {
      answer = assertReplayed(post(again.client(token), GOODS, purchase(), "key"));
    }
    try (ServiceProcess oncemore = service(postgres.url())) {
      Reply later = assertReplayed(post(oncemore.client(token), GOODS, purchase(), "key"));
      assertEquals(answer.text(), later.text());
    }
    assertEquals(1, Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(coop)));
  }

  private static ServiceProcess service(String url) throws IOException {
    Map<String, String> settings = CommandRun.shared();
    settings.put("SUPPLY_CHAIN_DB_URL", url);
    return ServiceProcess.start(settings, "--port", "0");
  }

  @Test
  void fiftyAtOnceOfOneKeyAtTwoInstances() throws Exception {
    try (OwnService other = instance(postgres.url())) {
      for (int round = 0; round < Proof.count(2, 40); round++) {
        String key = "round-" + round;
        List<Reply> replies =
            AtOnce.send(
                SAME_KEY,
                i ->
                    untilAnswered(
                        i % 2 == 0 ? client : other.client(token), GOODS, purchase(), key));
        Set<String> answers = replies.stream().map(Reply::text).collect(Collectors.toSet());
        assertEquals(1, answers.size(), answers::toString);
        assertTrue(replies.stream().allMatch(reply -> reply.status() == 201), answers::toString);
        assertEquals(
            SAME_KEY - 1,
            replies.stream().filter(r -> r.header("Idempotent-Replayed") != null).count());
        assertEquals(
            round + 1, Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(coop)));
      }
    }
  }

  private static Reply post(Client client, String path, String body, String key) {
    return client.post(path, body, "Idempotency-Key", key + path);
  }

  /** Repeats it as a client is told to: while the first is under way, or the database is away. */
  private static Reply untilAnswered(Client client, String path, String body, String key) {
    Reply reply = post(client, path, body, key);
    while (reply.header("Retry-After") != null) {
      assertTrue(reply.status() == 409 || reply.status() == 503, reply.text());
      reply = post(client, path, body, key);
    }
    return reply;
  }

  private static Reply assertReplayed(Reply reply) {
    assertEquals(201, reply.status(), reply.text());
    assertEquals("true", reply.header("Idempotent-Replayed"), reply.text());
    return reply;
  }

  private String purchase() {
    return """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "10", "amount": "1",
         "transaction_payments": [{"amount": "1"}]}"""
        .formatted(farmer, coop, cherry);
  }

  private String sale(String lot) {
    return """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "4", "amount": "1",
         "parents": ["%s"]}"""
        .formatted(coop, exporter, cherry, lot);
  }

  private String payment() {
    return "{\"source\": \"%s\", \"destination\": \"%s\"}".formatted(coop, farmer);
  }

  /** One more instance of the service on the same database. */
  private static OwnService instance(String url) {
    return OwnService.at(url, 10, Duration.ofSeconds(10));
  }
}
