package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.AtOnce;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.Limits;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** Malformed requests never change the answers to other clients. */
@ExtendWith(Seeded.class)
@Tag("proof")
class MalformedNeighboursTest {
  private static final int NEIGHBOURS = 6;
  private static final int ATTACKERS = 4;
  private static final int REQUESTS_EACH = Proof.count(500, 3_000);
  private static final List<String> MALFORMED =
      List.of(
          "GET / HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n",
          "GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n",
          "\u0016\u0003\u0001\u0002GET / HTTP/1.1\r\n\r\n",
          "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
          "GET /v1 HTTP/1.1\r\nHost: x\r\nX: \u0001\r\n\r\n",
          "POST /v1 HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef");

  private final World world = new World();

  /** The malformed requests have many wrong tokens. */
  private static final Limits LIMITS =
      OwnService.limits(one -> one.failedTokens = Integer.MAX_VALUE);

  @AutoClose private final OwnService service = OwnService.listening(LIMITS, null);
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicInteger busy = new AtomicInteger(NEIGHBOURS);

  @Test
  void malformedRequestsNeverChangeTheAnswersToOtherClients(Seed seed) {
    AtOnce.send(
        NEIGHBOURS + ATTACKERS,
        i -> {
          if (i < ATTACKERS) {
            attack(seed.random(i));
          } else {
            ask(world.company("Neighbour"));
          }
          return i;
        });
    assertTrue(refusals.get() > REQUESTS_EACH, refusals + " attacks");
  }

  private void ask(UUID company) {
    String token = world.token(company, Role.MEMBER);
    String path = COMPANIES + company + "/";
    String right = Operation.named("readCompany").request(path, token, "");
    String wrong = Operation.named("updateCompany").request(path, "sct_unknown", "{\"a\": 1}");
    try (RawConnection line = new RawConnection(service.origin())) {
      for (int i = 0; i < REQUESTS_EACH; i++) {
        String id = company + "-" + i;
        Reply own = line.ask(right.replace("the-same", id)).expect(200);
        assertEquals(id, own.header("X-Request-Id"), own.text());
        assertEquals(company.toString(), own.at("/id"));
        Reply refused = line.ask(wrong.replace("the-same", id + "-")).expect(401);
        assertEquals(id + "-", refused.header("X-Request-Id"), refused.text());
      }
    } finally {
      busy.decrementAndGet();
    }
  }

  private void attack(Random random) {
    while (busy.get() > 0) {
      String request = MALFORMED.get(random.nextInt(MALFORMED.size()));
      int first = random.nextInt(request.length() + 1);
      try (RawConnection own = new RawConnection(service.origin())) {
        own.send(request.substring(0, first)).send(request.substring(first));
        if (random.nextInt(3) > 0) {
          own.rest();
        }
      } catch (UncheckedIOException closed) {
        // The service refused the request before all of it was sent.
      }
      refusals.incrementAndGet();
    }
  }
}
