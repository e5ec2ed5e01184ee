package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import io.javalin.config.JavalinConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Main;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.http.Limits;
import supplychain.http.Listeners;

/** An answer that waits for a change: from another instance, on the same database. */
class WaitingTest extends OneCompany {
  private static final int LESS_THAN_THE_WAIT = 15;
  private static final int CONNECTIONS = 200;

  /** Less than any request waits, and enough for a header to arrive at a busy machine. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final UUID farmer = world.farmer(company);
  private final String token = world.token(company, Role.MEMBER);
  private final Client here = Installation.shared().client(token);
  private final Database database = Installation.shared().open(2, Duration.ofSeconds(30));
  private final CompletableFuture<HttpServletRequest> arrived = new CompletableFuture<>();
  private final ServerSocketChannel socket;
  private final AutoCloseable other;
  private final Client there;
  private final String now = new Follower(here).next();

  WaitingTest() throws IOException {
    socket = Listeners.take(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Limits limits = OwnService.limits(SHORT, 1 << 24, CONNECTIONS, SHORT, Limits.REQUEST_TIME);
    other = Listeners.start(Main.service(database, limits, this::configure));
    there = new Client("http://127.0.0.1:" + socket.socket().getLocalPort(), token);
  }

  private void configure(JavalinConfig config) {
    Listeners.configure(config, socket, Duration.ofMinutes(1), null);
    config.routes.before(ctx -> arrived.complete(ctx.req()));
  }

  @AfterEach
  void stop() throws Exception {
    other.close();
    database.close();
  }

  private CompletableFuture<Reply> waiting(int seconds) throws Exception {
    CompletableFuture<Reply> reply =
        CompletableFuture.supplyAsync(() -> there.get(now + "&wait=" + seconds));
    // It has found no change, and its thread is free.
    Await.until(arrived.get(1, TimeUnit.MINUTES)::isAsyncStarted);
    return reply;
  }

  @Test
  void aChangeThroughOneInstanceAnswersARequestAtAnother() throws Exception {
    CompletableFuture<Reply> reply = waiting(30);
    world.farmer(world.company("Other"));
    here.patch(FARMERS + farmer + "/", "{\"first_name\": \"Akello\"}");
    assertEquals(
        "Akello", reply.get().json().at("/0/record/first_name").asText(), reply.get().text());
    assertTrue(reply.get().next().contains("wait=30&after="));
  }

  @Test
  void aRequestIsAnsweredWhenItsTimeIsOver() throws Exception {
    long begin = System.nanoTime();
    Reply reply = waiting(2).get();
    assertTrue(System.nanoTime() - begin >= Duration.ofSeconds(2).toNanos());
    assertEquals(200, reply.status());
    assertEquals("[]\n", reply.text());
  }

  @Test
  void aTokenRevokedMeanwhileIsRefusedAtTheNextChange() throws Exception {
    CompletableFuture<Reply> reply = waiting(30);
    World.write("update token set revoked_on = now() where id = ?", world.tokenId(token));
    world.farmer(company);
    assertEquals(401, reply.get(LESS_THAN_THE_WAIT, TimeUnit.SECONDS).status());
  }

  @Test
  void aWaitingRequestIsAnsweredWhenTheServiceStops() throws Exception {
    CompletableFuture<Reply> reply = waiting(30);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(this::stopTheOther);
    assertEquals("[]\n", reply.get(LESS_THAN_THE_WAIT, TimeUnit.SECONDS).text());
    stopped.get();
  }

  private void stopTheOther() {
    assertDoesNotThrow(other::close);
  }

  private static Caller caller(UUID company, Role role) {
    return new Caller(UUID.randomUUID(), company, role);
  }

  @Test
  void noMoreRequestsWaitThanTheLimitsAllow() throws Exception {
    Waiting waiting = new Waiting(database);
    long never = System.nanoTime() + Duration.ofHours(1).toNanos();
    CompletableFuture<Void> last = null;
    for (int i = 0; i < Changes.MOST_WAITING / Changes.MOST_WAITING_OF_ONE; i++) {
      Caller caller =
          i == 0 ? caller(null, Role.OPERATOR) : caller(UUID.randomUUID(), Role.REPORTER);
      for (int j = 0; j < Changes.MOST_WAITING_OF_ONE; j++) {
        last = waiting.join(caller, Long.MAX_VALUE, never).orElseThrow();
      }
      assertTrue(waiting.join(caller, Long.MAX_VALUE, never).isEmpty());
    }
    assertTrue(waiting.join(caller(UUID.randomUUID(), Role.REPORTER), 0, never).isEmpty());
    assertFalse(last.isDone());
    waiting.close();
    last.get(1, TimeUnit.MINUTES);
    waiting.join(caller(null, Role.OPERATOR), 0, never).orElseThrow().get(1, TimeUnit.MINUTES);
  }

  @Test
  void aRequestWithoutAPlaceIsAnsweredAtOnceWithRetryAfter() throws Exception {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + socket.socket().getLocalPort() + now + "&wait=30"))
            .header("Authorization", "Bearer " + token)
            .build();
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i <= Changes.MOST_WAITING_OF_ONE; i++) {
      all.add(http.sendAsync(request, BodyHandlers.ofString()));
    }
    CompletableFuture.anyOf(all.toArray(CompletableFuture[]::new)).get(15, TimeUnit.SECONDS);
    List<CompletableFuture<HttpResponse<String>>> answered =
        all.stream().filter(CompletableFuture::isDone).toList();
    assertEquals(1, answered.size());
    HttpResponse<String> refused = answered.get(0).get();
    assertEquals(200, refused.statusCode());
    assertEquals("[]\n", refused.body());
    assertEquals("1", refused.headers().firstValue("Retry-After").orElse(null));
    assertEquals(now, new Reply(200, "[]", refused.headers()).next().replace("wait=30&", ""));
    here.patch(FARMERS + farmer + "/", "{\"first_name\": \"Akello\"}");
    for (CompletableFuture<HttpResponse<String>> each : all) {
      HttpResponse<String> reply = each.get();
      assertEquals(
          reply == refused, reply.headers().firstValue("Retry-After").isPresent(), reply.body());
      assertEquals(reply == refused, reply.body().equals("[]\n"));
    }
  }

  @Test
  void onlyReadersOfAChangeAreWoken() throws Exception {
    Waiting waiting = new Waiting(database);
    long seen = database.read(ChangeFeed::now).horizon();
    long never = System.nanoTime() + Duration.ofHours(1).toNanos();
    CompletableFuture<Void> stranger =
        waiting.join(caller(UUID.randomUUID(), Role.MEMBER), seen, never).orElseThrow();
    CompletableFuture<Void> operator =
        waiting.join(caller(null, Role.OPERATOR), seen, never).orElseThrow();
    CompletableFuture<Void> member =
        waiting.join(caller(company, Role.MEMBER), seen, never).orElseThrow();
    world.farmer(company);
    member.get(1, TimeUnit.MINUTES);
    operator.get(1, TimeUnit.MINUTES);
    assertFalse(stranger.isDone());
    waiting.close();
  }
}
