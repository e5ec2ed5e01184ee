package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;

/** A client that never got its answer repeats the request: one record, and the answer it missed. */
@Tag("proof")
class RetryTest {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final Duration IMPATIENT = Duration.ofSeconds(3);

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
          sql.execute("select 1 from product_transaction where id = {0}::uuid for update", lot);
          Throwable gaveUp =
              assertThrows(UncheckedIOException.class, () -> post(impatient, GOODS, sale, "key"));
          assertInstanceOf(HttpTimeoutException.class, gaveUp.getCause());
          Reply repeat = post(client, GOODS, sale, "key").expect(409);
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
  void afterAKillBetweenCommitAndAnswerAndAfterEveryRestart() throws Exception {
    try (LostCommit way = new LostCommit(postgres.url())) {
      ServiceProcess killed = service(way.url());
      Client before = killed.client(token);
      way.loseNext();
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
    reply.expect(201);
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
}
