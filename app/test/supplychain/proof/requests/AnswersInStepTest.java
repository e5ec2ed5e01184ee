package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.javalin.Javalin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.Installation;
import supplychain.Main;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.Limits;
import supplychain.http.Listening;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** Bodies that come just when the service gives up on them do not mix up the answers. */
@ExtendWith(Seeded.class)
@Tag("proof")
class AnswersInStepTest {
  private static final int CLIENTS = 32;
  private static final int REQUESTS_EACH = Proof.count(100, 10_000);
  private static final Duration BODY_TIME = Duration.ofMillis(25);
  private static final Duration UNREAD_TIME = Duration.ofMillis(15);
  private static final Duration LONG = Duration.ofMinutes(30);

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final ServerSocketChannel socket =
      Listening.take(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  private final Javalin service =
      Main.service(
              Installation.shared().database(),
              new Limits(BODY_TIME, UNREAD_TIME, Limits.LEAST_MEMORY, CLIENTS + 10, LONG, LONG),
              config -> Listening.configure(config, socket, Duration.ZERO, null))
          .start();

  AnswersInStepTest() throws IOException {}

  @AfterEach
  void stop() {
    service.stop();
  }

  @Test
  void eachAnswerIsThatOfItsRequestHoweverLateItsBodyComes(Seed seed) throws Exception {
    List<String> tokens =
        List.of(
            world.token(company, Role.ADMIN),
            world.token(company, Role.ADMIN),
            world.token(company, Role.REPORTER));
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    Map<String, Integer> answers = new TreeMap<>();
    try {
      List<Future<Map<String, Integer>>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            threads.submit(
                new HesitantClient(
                    "http://127.0.0.1:" + service.port(),
                    seed.random(i),
                    REQUESTS_EACH,
                    company,
                    tokens)));
      }
      for (Future<Map<String, Integer>> client : clients) {
        client.get().forEach((answer, n) -> answers.merge(answer, n, Integer::sum));
      }
    } finally {
      threads.shutdownNow();
    }
    assertTrue(answers.keySet().containsAll(List.of("201", "400", "400 last")), answers.toString());
    assertEquals(0, answers.getOrDefault("refused while it sent", 0), answers.toString());
  }
}
