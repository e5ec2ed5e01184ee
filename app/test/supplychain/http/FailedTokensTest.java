package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.core.Tokens;

/** The service slows down an address that guesses tokens, and no other client. */
class FailedTokensTest extends OneCompany {
  private static final String PATH = "/v1/me/";

  @AutoClose private final OwnService service = OwnService.limited(Limits.ofThisMachine());

  @Test
  void afterTheLimitWrongTokensOfAnAddressAre429AndRightOnesStillWork() {
    String right = world.token(company, Role.REPORTER);
    assertEquals(
        List.of(401),
        IntStream.range(0, Limits.FAILED_TOKENS)
            .mapToObj(number -> wrong().get(PATH).status())
            .distinct()
            .toList());
    Reply refused = wrong().get(PATH).expect(429);
    assertEquals("/problems/too-many-requests", refused.at("/type"));
    assertEquals(
        "Your address sent too many wrong tokens. Correct the token and retry in a minute.",
        refused.at("/detail"));
    assertEquals("60", refused.header("Retry-After"));
    service.client(right).get(PATH).expect(200);
    service.client(null).get(PATH).expect(401);
    service.client("no token!").get(PATH).expect(401);
  }

  private Client wrong() {
    return service.client(Tokens.generate());
  }

  @Test
  void eachAddressHasItsOwnCountWhichEndsAfterAMinute() {
    AtomicLong now = new AtomicLong();
    FailedTokens failures = new FailedTokens(1, now::get);
    failures.count("192.0.2.1");
    assertThrows(Problem.class, () -> failures.count("192.0.2.1"));
    failures.count("192.0.2.2");
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThrows(Problem.class, () -> failures.count("192.0.2.1"));
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    failures.count("192.0.2.1");
  }

  @Test
  void theAddressesOfANetworkOfIpv6CountTogether() {
    FailedTokens failures = new FailedTokens(1, System::nanoTime);
    failures.count("[2001:db8:0:1:0:0:0:1]");
    assertThrows(Problem.class, () -> failures.count("[2001:db8:0:1:0:0:0:2]"));
    failures.count("[2001:db8:0:2:0:0:0:1]");
  }
}
