package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.origin.OriginFiles;
import supplychain.trace.Traces;

/** Of traces and origins no more are made at once than there is memory for, by turns of all. */
class PlacesOfRequestsTest {
  private static final int OF_A_COMPANY = Traces.MOST_AT_ONCE / 2;
  private static final String GOODS = "/v1/transactions/product-transactions/";

  private final World world = new World();
  private final UUID coop = world.company("Cooperative");
  private final UUID exporter = world.company("Exporter");
  private final Client ofCoop = world.client(coop, Role.MEMBER);
  private final Client ofExporter = world.client(exporter, Role.MEMBER);
  private final ExecutorService clients = Executors.newCachedThreadPool();

  private String sale() {
    Reply sale =
        ofCoop.post(
            GOODS,
            """
            {"source": "%s", "destination": "%s", "product": "%s", "amount": "1", "quantity": "1"}"""
                .formatted(coop, exporter, world.product("Cherry")));
    assertEquals(201, sale.status(), sale.text());
    return sale.id();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, trace/, 200",
    "GET, origins/, 200",
    "GET, origins.geojson?incomplete=true, 200",
    "GET, origins.svg, 200",
    "POST, origin-files/, 201"
  })
  void aCompanyThatAsksForTooManyIsToldToComeLaterAndOthersAreNot(
      String method, String path, int status) {
    assertEquals(Traces.MOST_AT_ONCE, OriginFiles.MOST_AT_ONCE);
    String all = GOODS + sale() + "/" + path;
    try {
      List<CompletableFuture<Reply>> replies =
          Installation.shared()
              .database()
              .write(
                  World.AUTHOR,
                  sql -> {
                    // Each of them waits for this lock, and keeps its place meanwhile.
                    sql.execute("lock table reversal in access exclusive mode");
                    return sendTooMany(sql, method, all);
                  });
      List<Integer> statuses = replies.stream().map(reply -> reply.join().status()).toList();
      assertEquals(replies.size() - 1, statuses.stream().filter(each -> each == status).count());
    } finally {
      clients.shutdown();
    }
  }

  /** One more of the cooperative than may be there, and one of the exporter, which gets a place. */
  private List<CompletableFuture<Reply>> sendTooMany(DSLContext sql, String method, String path) {
    int most = OF_A_COMPANY + Places.MOST_WAITING / 2;
    List<CompletableFuture<Reply>> ours =
        Stream.generate(() -> send(ofCoop, method, path)).limit(most + 1).toList();
    Reply first = (Reply) CompletableFuture.anyOf(ours.toArray(CompletableFuture[]::new)).join();
    assertEquals(503, first.status(), first.text());
    assertEquals("5", first.header("Retry-After"));
    CompletableFuture<Reply> theirs = send(ofExporter, method, path);
    while (waiting(sql) < OF_A_COMPANY + 1) {
      Thread.onSpinWait();
    }
    assertEquals(OF_A_COMPANY + 1, waiting(sql));
    return Stream.concat(ours.stream(), Stream.of(theirs)).toList();
  }

  private CompletableFuture<Reply> send(Client client, String method, String path) {
    String body = method.equals("POST") ? "{\"incomplete\": true}" : null;
    return CompletableFuture.supplyAsync(() -> client.send(method, path, body), clients);
  }

  private static int waiting(DSLContext sql) {
    return sql.resultQuery(
            "select count(*) from pg_locks where relation = 'reversal'::regclass and not granted")
        .fetchSingle(0, Integer.class);
  }
}
