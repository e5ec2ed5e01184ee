package supplychain.proof.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.javalin.Javalin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.Installation;
import supplychain.Main;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.Limits;
import supplychain.http.Listeners;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/**
 * Who sends what is no HTTP, on connections of its own, does not touch what others are answered.
 */
@ExtendWith(Seeded.class)
@Tag("proof")
class MalformedNeighboursTest {
  private static final int NEIGHBOURS = 6;
  private static final int ATTACKERS = 4;
  private static final int REQUESTS_EACH = Proof.count(500, 10_000);
  private static final List<String> MALFORMED =
      List.of(
          "GET / HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n",
          "GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n",
          "\u0016\u0003\u0001\u0002GET / HTTP/1.1\r\n\r\n",
          "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
          "GET /v1 HTTP/1.1\r\nHost: x\r\nX: \u0001\r\n\r\n",
          "POST /v1 HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef");

  private final World world = new World();
  private final ServerSocketChannel socket =
      Listeners.take(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  private final Javalin service =
      Main.service(
              Installation.shared().database(),
              Limits.ofThisMachine(),
              config -> Listeners.configure(config, socket, Duration.ZERO, null))
          .start();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile boolean over;

  MalformedNeighboursTest() throws IOException {}

  @AfterEach
  void stop() {
    service.stop();
  }

  @Test
  void malformedRequestsNeverChangeTheAnswersToOtherClients(Seed seed) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(NEIGHBOURS + ATTACKERS);
    List<Future<?>> neighbours = new ArrayList<>();
    List<Future<?>> attackers = new ArrayList<>();
    try {
      for (int i = 0; i < ATTACKERS; i++) {
        Random random = seed.random(i);
        attackers.add(threads.submit(() -> attack(random)));
      }
      for (int i = 0; i < NEIGHBOURS; i++) {
        UUID company = world.company("Neighbour");
        String token = world.token(company, Role.MEMBER);
        neighbours.add(threads.submit(() -> ask(company, token)));
      }
      for (Future<?> neighbour : neighbours) {
        neighbour.get();
      }
      over = true;
      for (Future<?> attacker : attackers) {
        attacker.get();
      }
      assertTrue(refusals.get() > REQUESTS_EACH, refusals + " attacks");
    } finally {
      over = true;
      threads.shutdownNow();
    }
  }

  private void ask(UUID company, String token) {
    try (Line line = new Line("http://127.0.0.1:" + service.port())) {
      for (int i = 0; i < REQUESTS_EACH; i++) {
        String id = company + "-" + i;
        Heard own = line.ask(request("GET", company, token, id, ""));
        assertEquals(200, own.status(), own.text());
        assertEquals(id, own.header("X-Request-Id"), own.text());
        assertEquals(company.toString(), own.json().get("id").asText());
        Heard refused = line.ask(request("PATCH", company, "sct_unknown", id + "-", "{\"a\": 1}"));
        assertEquals(401, refused.status(), refused.text());
        assertEquals(id + "-", refused.header("X-Request-Id"), refused.text());
      }
    }
  }

  private static String request(String method, UUID company, String token, String id, String body) {
    return """
    %s /v1/supply-chains/companies/%s/ HTTP/1.1
    Host: x
    X-Request-Id: %s
    Authorization: Bearer %s
    Content-Type: application/json
    Content-Length: %d

    %s"""
        .formatted(method, company, id, token, body.length(), body)
        .replace("\n", "\r\n");
  }

  private Void attack(Random random) throws IOException {
    while (!over) {
      byte[] request = MALFORMED.get(random.nextInt(MALFORMED.size())).getBytes(ISO_8859_1);
      int first = random.nextInt(request.length + 1);
      try (Socket own = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
        own.setTcpNoDelay(true);
        own.getOutputStream().write(request, 0, first);
        own.getOutputStream().write(request, first, request.length - first);
        if (random.nextInt(3) > 0) {
          own.getInputStream().readAllBytes();
        }
        refusals.incrementAndGet();
      } catch (SocketException closed) {
        // Refused before all was sent: that is the attacker's own trouble.
        refusals.incrementAndGet();
      }
    }
    return null;
  }
}
