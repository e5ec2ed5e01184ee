package supplychain.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.TOKEN;

import io.javalin.config.JavalinConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Main;
import supplychain.Reply;
import supplychain.World;
import supplychain.database.Database;
import supplychain.http.Limits;
import supplychain.http.Listening;
import supplychain.http.Role;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.problem.Problem;

/** An answer that waits for a change: from another instance, on the same database. */
class WaitingTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final int LESS_THAN_THE_WAIT = 15;
  private static final Duration SHORT = Duration.ofMillis(200);

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID farmer = world.farmer(company);
  private final String token = world.token(company, Role.MEMBER);
  private final Client here = Installation.shared().client(token);
  private final Database database = open();
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final ServerSocketChannel socket;
  private final AutoCloseable other;
  private final Client there;
  private final String now = new Follower(here).next();

  WaitingTest() throws IOException {
    socket = Listening.take(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Limits limits = new Limits(SHORT, SHORT, 1 << 20, 100, SHORT, Limits.REQUEST_TIME);
    other = Listening.start(Main.service(database, limits, this::configure));
    there = new Client("http://127.0.0.1:" + socket.socket().getLocalPort(), token);
  }

  private void configure(JavalinConfig config) {
    Listening.configure(config, socket, Duration.ofMinutes(1), null);
    config.routes.before(ctx -> arrived.countDown());
  }

  private static Database open() {
    EmbeddedPostgres postgres = Installation.shared().postgres();
    return Database.open(
        postgres.url(), postgres.user(), postgres.password(), 2, Duration.ofSeconds(30));
  }

  @AfterEach
  void stop() throws Exception {
    other.close();
    database.close();
  }

  private CompletableFuture<Reply> waiting(int seconds) throws InterruptedException {
    CompletableFuture<Reply> reply =
        CompletableFuture.supplyAsync(() -> there.get(now + "&wait=" + seconds));
    assertTrue(arrived.await(1, TimeUnit.MINUTES));
    return reply;
  }

  @Test
  void aChangeThroughOneInstanceAnswersWhoWaitsAtAnother() throws Exception {
    CompletableFuture<Reply> reply = waiting(30);
    world.farmer(world.company("Other"));
    here.patch(FARMERS + farmer + "/", "{\"first_name\": \"Akello\"}");
    assertEquals(
        "Akello", reply.get().json().at("/0/record/first_name").asText(), reply.get().text());
    assertTrue(Follower.next(reply.get()).contains("wait=30&after="));
  }

  @Test
  void whoWaitsInVainIsAnsweredWhenTheTimeIsOverHoweverSilentItsConnectionWas() throws Exception {
    long begin = System.nanoTime();
    Reply reply = waiting(2).get();
    assertTrue(System.nanoTime() - begin >= Duration.ofSeconds(2).toNanos());
    assertEquals(200, reply.status());
    assertEquals("[]", reply.text());
  }

  @Test
  void aTokenThatIsRevokedMeanwhileGetsNothing() throws Exception {
    CompletableFuture<Reply> reply = waiting(30);
    Installation.shared()
        .database()
        .write(
            World.AUTHOR,
            sql ->
                sql.update(TOKEN)
                    .set(TOKEN.REVOKED_ON, OffsetDateTime.now(ZoneOffset.UTC))
                    .where(TOKEN.ID.eq(world.tokenId(token)))
                    .execute());
    assertEquals(401, reply.get().status());
  }

  @Test
  void whoWaitsIsAnsweredWhenTheServiceStops() throws Exception {
    CompletableFuture<Reply> reply = waiting(30);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(this::stopTheOther);
    assertEquals("[]", reply.get(LESS_THAN_THE_WAIT, TimeUnit.SECONDS).text());
    stopped.get();
  }

  private void stopTheOther() {
    try {
      other.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void asManyMayWaitAsTheLimitSaysAndAllAreToldWhenItIsOver() throws Exception {
    Waiting waiting = new Waiting(database, new Numbering(database));
    long never = System.nanoTime() + Duration.ofHours(1).toNanos();
    Set<UUID> nobody = Set.of(UUID.randomUUID());
    CompletableFuture<Void> last = null;
    for (int i = 0; i < Waiting.MOST; i++) {
      last = waiting.join(nobody, 0, never);
    }
    Problem problem = assertThrows(Problem.class, () -> waiting.join(nobody, 0, never));
    assertEquals(503, problem.type().status());
    assertEquals("1", problem.headers().get("Retry-After"));
    assertFalse(last.isDone());
    waiting.close();
    last.get(1, TimeUnit.MINUTES);
    waiting.join(nobody, 0, never).get(1, TimeUnit.MINUTES);
  }

  @Test
  void onlyThoseAreWokenForWhomThereIsAChange() throws Exception {
    Waiting waiting = new Waiting(database, new Numbering(database));
    long position = database.read(sql -> ChangeQueries.last(sql));
    long never = System.nanoTime() + Duration.ofHours(1).toNanos();
    CompletableFuture<Void> stranger = waiting.join(Set.of(UUID.randomUUID()), position, never);
    CompletableFuture<Void> operator = waiting.join(Set.of(), position, never);
    CompletableFuture<Void> member = waiting.join(Set.of(company), position, never);
    world.farmer(company);
    member.get(1, TimeUnit.MINUTES);
    operator.get(1, TimeUnit.MINUTES);
    assertFalse(stranger.isDone());
    waiting.close();
  }
}
