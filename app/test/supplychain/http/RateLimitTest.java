package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Where an operator limits the rate, a caller that asks too often is told to wait. */
class RateLimitTest {
  private static final int REQUESTS = 60;

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final String path = "/v1/supply-chains/companies/" + company + "/";

  @AutoClose
  private final OwnService service =
      OwnService.configured(config -> RateLimit.configure(config, 1));

  @Test
  void tooManyRequestsAreAnswered429AndNobodyElseSuffers() {
    Client eager = client(Role.REPORTER);
    Reply refused =
        IntStream.range(0, REQUESTS)
            .mapToObj(number -> eager.get(path))
            .filter(reply -> reply.status() == 429)
            .findFirst()
            .orElseThrow();
    assertEquals("application/problem+json", refused.header("Content-Type"));
    assertEquals("/problems/too-many-requests", refused.at("/type"));
    assertTrue(Integer.parseInt(refused.header("Retry-After")) > 0);
    assertEquals(200, client(Role.REPORTER).get(path).status());
  }

  @Test
  void healthAndRefusedTokensAreNotCounted() {
    Client nobody = service.client(null);
    List<Integer> statuses =
        IntStream.range(0, REQUESTS)
            .mapToObj(number -> nobody.get(number % 2 == 0 ? "/health/live" : path).status())
            .distinct()
            .toList();
    assertEquals(List.of(200, 401), statuses);
  }

  private Client client(Role role) {
    return service.client(world.token(company, role));
  }
}
