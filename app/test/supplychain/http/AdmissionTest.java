package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Paths.*;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Await;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** No caller takes the connections to the database from the others. */
class AdmissionTest {
  /** The share of one company in the 7 places for short work and the 2 for long work. */
  private static final int SHORT_SHARE = 4;

  private static final int LONG_SHARE = 1;

  /** So few that they take less time than a lock wait does, on a busy machine too. */
  private static final int ROUNDS = 5;

  private final World world = new World();
  private final UUID coop = world.company("Cooperative");
  private final UUID exporter = world.company("Exporter");
  private final UUID product = world.product("Cherry");
  private final Client ofCoop = world.client(coop, Role.MEMBER);
  private final Client ofExporter = world.client(exporter, Role.MEMBER);

  @AutoClose("shutdown")
  private final ExecutorService clients = Executors.newCachedThreadPool();

  private String sale(Object... parents) {
    return Goods.moved(coop, exporter, product, "1", parents);
  }

  /** An operator records it: a request of the company holds its permit a moment longer. */
  private String record(String body) {
    return world.client(null, Role.OPERATOR).post(GOODS, body).expect(201).id();
  }

  /** A lot of the cooperative. */
  private UUID lot() {
    return UUID.fromString(record(Goods.moved(world.farmer(coop), coop, product, "1")));
  }

  private CompletableFuture<Reply> send(Client client, String method, String path, String body) {
    return CompletableFuture.supplyAsync(() -> client.send(method, path, body), clients);
  }

  private static int waitingFor(DSLContext sql, String lock) {
    return sql.resultQuery("select count(*) from pg_locks where not granted and " + lock)
        .fetchSingle(0, Integer.class);
  }

  private static void awaitWaiting(DSLContext sql, int count, String lock) {
    Await.until(() -> waitingFor(sql, lock) >= count);
  }

  private void assertNeighbourIsServed() {
    String path = COMPANIES + exporter + "/";
    for (int i = 0; i < ROUNDS; i++) {
      assertEquals(200, ofExporter.get(path).status());
      assertEquals(201, ofExporter.post(FARMERS, "{\"first_name\": \"Grace\"}").status());
      assertEquals(200, ofExporter.get("/health/ready").status());
      assertEquals(401, Installation.shared().client("unknown").get(path).status());
    }
  }

  @Test
  void requestsOfOneCompanyThatWaitForALockFillItsQueueAndOthersAreServed() {
    UUID lot = lot();
    String sale = sale(lot);
    int most = Admission.REQUESTS / 2;
    List<CompletableFuture<Reply>> sales =
        World.write(
            sql -> {
              sql.execute("select 1 from product_transaction where id = {0} for update", lot);
              List<CompletableFuture<Reply>> all =
                  Stream.generate(() -> send(ofCoop, "POST", GOODS, sale)).limit(most + 1).toList();
              Reply first =
                  (Reply) CompletableFuture.anyOf(all.toArray(CompletableFuture[]::new)).join();
              first.expect(503);
              assertEquals("1", first.header("Retry-After"));
              assertEquals(
                  "Too many of your requests are in progress. Retry after the given seconds.",
                  first.at("/detail"));
              assertNeighbourIsServed();
              // Beside the requests with a place, a group of those that wait may try it together.
              awaitWaiting(sql, SHORT_SHARE, "true");
              int waiting = waitingFor(sql, "true");
              assertTrue(waiting <= SHORT_SHARE + 1, "waiting " + waiting);
              return all;
            });
    List<Integer> statuses = AtOnce.statuses(sales.stream().map(CompletableFuture::join).toList());
    assertEquals(201, statuses.get(0));
    assertEquals(most - 1, statuses.stream().filter(status -> status == 409).count());
    assertEquals(503, statuses.get(most));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "supply-chains/companies/%1$s/",
        "supply-chains/companies/%1$s/sharing/",
        "accounts/users/%2$s/",
        "auth/tokens/%3$s/"
      })
  void theReadOfOneRecordNeedsOnePermit(String path) {
    UUID user = world.member(coop);
    String token = world.token(user, coop, Role.ADMIN);
    try (OwnService small = OwnService.at(Installation.shared().postgres().url())) {
      Client admin = small.client(token);
      Object id = admin.get("/v1/auth/tokens/").expect(200).at("/0/id");
      admin.get("/v1/" + path.formatted(coop, user, id)).expect(200);
    }
  }

  @Test
  void theReadOfARecordWaitsForAPermit() {
    String reversal = GOODS + lot() + "/reversals/";
    Duration wait = Duration.ofSeconds(1);
    // Of five connections, one is for short work.
    try (OwnService small = OwnService.at(Installation.shared().postgres().url(), 5, wait)) {
      Client member = small.client(world.token(coop, Role.MEMBER));
      String path = COMPANIES + coop + "/";
      member.get(path).expect(200);
      CompletableFuture<Reply> holder =
          World.write(
              sql -> {
                sql.execute("lock table reversal in access exclusive mode");
                var waiting = send(member, "POST", reversal, "{\"reason\": \"Wrong\"}");
                awaitWaiting(sql, 1, "relation = 'reversal'::regclass");
                assertEquals(
                    "Too many of your requests are in progress. Retry after the given seconds.",
                    member.get(path).expect(503).at("/detail"));
                return waiting;
              });
      holder.join().expect(201);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, trace/, 200",
    "GET, origins/, 200",
    "GET, origins.geojson?incomplete=true, 200",
    "GET, origins.svg, 200",
    "POST, origin-files/, 201"
  })
  void longWorkOfOneCompanyLeavesTheOthersTheirPlaces(String method, String path, int status) {
    String all = GOODS + record(sale()) + "/" + path;
    String body = method.equals("POST") ? "{\"incomplete\": true}" : null;
    String lock = "relation = 'reversal'::regclass";
    List<CompletableFuture<Reply>> replies =
        World.write(
            sql -> {
              // Each of them waits for this lock, and keeps its place meanwhile.
              sql.execute("lock table reversal in access exclusive mode");
              List<CompletableFuture<Reply>> ours =
                  Stream.generate(() -> send(ofCoop, method, all, body)).limit(4).toList();
              awaitWaiting(sql, LONG_SHARE, lock);
              CompletableFuture<Reply> theirs = send(ofExporter, method, all, body);
              awaitWaiting(sql, LONG_SHARE + 1, lock);
              assertEquals(LONG_SHARE + 1, waitingFor(sql, lock));
              assertNeighbourIsServed();
              return Stream.concat(ours.stream(), Stream.of(theirs)).toList();
            });
    replies.forEach(reply -> assertEquals(status, reply.join().status(), reply.join().text()));
  }

  @Test
  void aServiceThatStopsDuringRequestsEndsTheirThreads() {
    UUID first = lot();
    UUID second = lot();
    List<RawConnection> waiting = new ArrayList<>();
    OwnService service = OwnService.listening();
    whileLocked(
        second,
        sql -> {
          whileLocked(
              first,
              inner -> {
                waiting.addAll(reversals(service, first, SHORT_SHARE));
                Await.until(() -> waitingFor(inner, "true") == SHORT_SHARE);
                // They have no place yet, and get one when the first are answered.
                waiting.addAll(reversals(service, second, 2));
              });
          Await.until(() -> waitingFor(sql, "true") == 2);
          waiting.forEach(RawConnection::close);
          service.close();
        });
    Await.until(() -> !isAtWork());
  }

  private List<RawConnection> reversals(OwnService service, UUID lot, int count) {
    String reversal = "{\"reason\": \"A wrong scale\"}";
    String head =
        RawConnection.post(GOODS + lot + "/reversals/", ofCoop.token(), reversal.length());
    return Stream.generate(() -> new RawConnection(service.origin()).send(head + reversal))
        .limit(count)
        .toList();
  }

  private static void whileLocked(UUID lot, Consumer<DSLContext> work) {
    World.write(
        sql -> {
          sql.execute("select 1 from product_transaction where id = {0} for update", lot);
          work.accept(sql);
          return lot;
        });
  }

  /** Whether a thread works on a request. */
  private static boolean isAtWork() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().endsWith(".JavalinServlet"));
  }
}
