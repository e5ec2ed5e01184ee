package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import supplychain.Await;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.proof.Proof;

/** While one company asks for all that the service can do, another one is served as ever. */
@Tag("proof")
class HonestNeighbourTest {
  private static final int ROUNDS = Proof.count(10, 100);
  private static final Duration READY = Duration.ofSeconds(1);
  private static final int MOST_TIMES = 10;

  private static Greed greed;
  private static String company;
  private static Client neighbour;
  private static long alone;

  @BeforeAll
  static void measureAlone() {
    greed = new Greed();
    World world = new World();
    UUID id = world.company("Honest");
    company = "/v1/supply-chains/companies/" + id + "/";
    neighbour = world.client(id, Role.MEMBER);
    work();
    alone = work();
  }

  @ParameterizedTest
  @EnumSource
  void anHonestNeighbourIsServed(Greed.Attack attack) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger strikes = new AtomicInteger();
    ExecutorService clients = Executors.newFixedThreadPool(attack.clients);
    try {
      CompletableFuture<?>[] strikers =
          IntStream.range(0, attack.clients)
              .mapToObj(
                  i ->
                      CompletableFuture.runAsync(
                          () -> strike(attack, isOver, begun, strikes), clients))
              .toArray(CompletableFuture[]::new);
      Await.until(() -> begun.get() == attack.clients);
      long attacked = work();
      isOver.set(true);
      CompletableFuture.allOf(strikers).join();
      double times = (double) attacked / alone;
      System.err.printf("%s: %d strikes, p99 %.1f times%n", attack, strikes.get(), times);
      // A moment is too short for a ratio: only the long form measures it.
      assertTrue(Proof.count(0, 1) == 0 || times < MOST_TIMES, times + " times the time alone");
    } finally {
      isOver.set(true);
      clients.shutdown();
    }
  }

  private static void strike(
      Greed.Attack attack, AtomicBoolean isOver, AtomicInteger begun, AtomicInteger strikes) {
    begun.incrementAndGet();
    while (!isOver.get()) {
      Reply reply = greed.strike(attack);
      assertTrue(reply.status() != 500, reply.text());
      strikes.incrementAndGet();
    }
  }

  /** What the neighbour does; the time within which 99 of 100 of its requests are answered. */
  private static long work() {
    long[] times = new long[3 * ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      times[3 * i] = time(200, () -> neighbour.get(company));
      String farmer = "{\"first_name\": \"Grace\"}";
      times[3 * i + 1] = time(201, () -> neighbour.post("/v1/supply-chains/farmers/", farmer));
      times[3 * i + 2] = time(200, () -> neighbour.get("/health/ready"));
      long ready = times[3 * i + 2];
      assertTrue(Proof.count(0, 1) == 0 || ready < READY.toNanos(), "ready in " + ready + " ns");
    }
    Arrays.sort(times);
    return times[times.length * 99 / 100];
  }

  private static long time(int status, Supplier<Reply> request) {
    long start = System.nanoTime();
    Reply reply = request.get();
    assertEquals(status, reply.status(), reply.text());
    return System.nanoTime() - start;
  }
}
