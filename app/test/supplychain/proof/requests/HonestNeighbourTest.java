package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Paths.*;

import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.AtOnce;
import supplychain.Await;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.proof.Proof;

/** The service answers a company in time while another company asks for all that it can. */
@Tag("proof")
@Tag("alone")
class HonestNeighbourTest {
  private static final int ROUNDS = Proof.count(10, 100);
  private static final Duration SOON = Duration.ofSeconds(1);

  private static String company;
  private static Client neighbour;
  private static long alone;

  @BeforeAll
  static void measureAlone() {
    World world = new World();
    UUID id = world.company("Honest");
    company = COMPANIES + id + "/";
    neighbour = world.client(id, Role.MEMBER);
    work();
    alone = work();
  }

  static Stream<Greed.Attack> attacks() {
    return new Greed().attacks();
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void anHonestNeighbourIsServed(Greed.Attack attack) {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger strikes = new AtomicInteger();
    // The last thread is the neighbour's.
    AtOnce.send(
        attack.clients() + 1,
        i -> {
          if (i < attack.clients()) {
            begun.incrementAndGet();
            while (!isOver.get()) {
              Reply reply = attack.strike().get();
              assertTrue(reply.status() != 500, reply.text());
              strikes.incrementAndGet();
            }
            return i;
          }
          try {
            Await.until(() -> begun.get() == attack.clients());
            long time = work();
            System.err.printf(
                "%s: %d strikes, p99 %.1f times%n",
                attack.name(), strikes.get(), (double) time / alone);
            requireSoon(time);
          } finally {
            isOver.set(true);
          }
          return i;
        });
  }

  /** The requests of the neighbour, and the time within which 99 of 100 must be answered. */
  private static long work() {
    long[] times = new long[3 * ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      times[3 * i] = time(200, () -> neighbour.get(company));
      String farmer = "{\"first_name\": \"Grace\"}";
      times[3 * i + 1] = time(201, () -> neighbour.post(FARMERS, farmer));
      times[3 * i + 2] = time(200, () -> neighbour.get("/health/ready"));
      requireSoon(times[3 * i + 2]);
    }
    Arrays.sort(times);
    return times[times.length * 99 / 100];
  }

  /** Only the long form measures: a moment says little. */
  private static void requireSoon(long time) {
    assertTrue(Proof.count(0, 1) == 0 || time < SOON.toNanos(), "answered in " + time + " ns");
  }

  private static long time(int status, Supplier<Reply> request) {
    long start = System.nanoTime();
    request.get().expect(status);
    return System.nanoTime() - start;
  }
}
