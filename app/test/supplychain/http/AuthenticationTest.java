package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.core.Tokens;

/** Only a live token tells who the caller is, and nobody can guess one. */
class AuthenticationTest extends OneCompany {
  /** The challenge to a client whose token cannot be used (RFC 6750, 3.1). */
  private static final String INVALID = "Bearer error=\"invalid_token\"";

  private static final Installation INSTALLATION = Installation.shared();
  private static final String ME = "/v1/me/";

  private final String path = COMPANIES + company + "/";
  private final String token = world.token(company, Role.REPORTER);
  private final Client anybody = INSTALLATION.client(null);

  @ParameterizedTest
  @ValueSource(strings = {"Bearer %s", "bearer %s", "BEARER %s", "Bearer   %s", " Bearer %s "})
  void theSchemeOfATokenIsCaseInsensitive(String header) {
    assertEquals(200, anybody.get(path, "Authorization", header.formatted(token)).status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer %s %s",
        "Bearer \"%s\"",
        "Bearer %s, Bearer %s",
        "Bearer ünknown",
        "Bearer %s;"
      })
  void aMalformedTokenIsRefusedAndNamedAsTheCause(String header) {
    unauthenticated(
        anybody.get(path, "Authorization", header.replace("%s", token)),
        INVALID,
        "Correct the header. It must be `Authorization: Bearer <token>`.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearer ", "%s", "Basic %s", "Token %s", "Bearer%s"})
  void aHeaderWithoutABearerTokenIsRefusedAsIfThereWereNone(String header) {
    unauthenticated(
        anybody.get(path, "Authorization", header.replace("%s", token)),
        "Bearer",
        "Correct the header. It must be `Authorization: Bearer <token>`.");
  }

  @Test
  void aLongTokenIsRefusedAndNeverLookedUp() {
    unauthenticated(
        anybody.get(path, "Authorization", "Bearer " + "a".repeat(201)),
        INVALID,
        "Correct the header. It must be `Authorization: Bearer <token>`.");
    unknown("a".repeat(200));
  }

  @Test
  void anUnknownTokenIsRefused() {
    unknown(Tokens.generate());
    unknown(token + "a");
    unknown(token.substring(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST  | /v1/supply-chains/farmers/           | {\"first_name\": \"Grace\"}",
        "POST  | /v1/supply-chains/farmers/           | {\"first_name\": 1}",
        "POST  | /v1/supply-chains/farmers/           | {",
        "PATCH | /v1/supply-chains/farmers/ID/        | {\"phone\": \"+256772123456\"}",
        "PATCH | /v1/supply-chains/farmers/none/      | {}",
        "POST  | /v1/auth/tokens/                     | {}",
        "POST  | /v1/unknown/                         | {}"
      })
  void aTokenThatIsRevokedBetweenTwoWritesIsRefusedAtOnceWhateverItSends(
      String method, String to, String body) {
    String writer = world.token(company, Role.MEMBER);
    Client client = INSTALLATION.client(writer);
    Reply farmer = client.post("/v1/supply-chains/farmers/", "{\"first_name\": \"A\"}").expect(201);
    set("revoked_on", OffsetDateTime.now(ZoneOffset.UTC));
    for (int i = 0; i < 2; i++) {
      unauthenticated(
          client.send(method, to.replace("ID", farmer.id()), body),
          INVALID,
          "The token is unknown, revoked or expired. Send another token.");
    }
  }

  @Test
  void anExpiredTokenIsRefused() {
    set("expires_on", OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
    assertEquals(200, INSTALLATION.client(token).get(path).status());
    set("expires_on", OffsetDateTime.now(ZoneOffset.UTC).minusSeconds(1));
    unknown(token);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2/",
        "/v1/unknown/",
        "/v1/openapi.yaml",
        "/v1/docs/docs.css",
        "/problems",
        "/x",
        GOODS
      })
  void withoutATokenEveryOtherPathAnswers401(String other) {
    for (String method : new String[] {"GET", "POST", "DELETE", "OPTIONS"}) {
      unauthenticated(
          anybody.send(method, other, null),
          "Bearer",
          "Send a token in the header `Authorization: Bearer <token>`.");
    }
  }

  @Test
  void healthIsAnsweredToEverybody() {
    assertEquals("{\"status\":\"live\"}\n", anybody.get("/health/live").text());
    assertEquals("{\"status\":\"ready\"}\n", anybody.get("/health/ready").text());
    Reply wrong = anybody.get("/health/ready", "Authorization", "Bearer wrong").expect(200);
    assertEquals("application/json", wrong.header("Content-Type"));
  }

  @Test
  void anOpenFolderOpensNothingElse() {
    assertEquals(404, anybody.get("/health/").status());
    assertEquals(404, anybody.get("/health/other").status());
    assertEquals(405, anybody.post("/health/live", "{}").status());
    assertEquals(401, anybody.get("/healthy").status());
    assertEquals(404, anybody.get("/health/.." + path).status());
    assertEquals(404, anybody.get("/health/%2e%2e" + path).status());
    assertEquals(404, anybody.get("/docs/.." + path).status());
  }

  private void unknown(String unknown) {
    unauthenticated(
        anybody.get(path, "Authorization", "Bearer " + unknown),
        INVALID,
        "The token is unknown, revoked or expired. Send another token.");
  }

  private static void unauthenticated(Reply reply, String challenge, String detail) {
    reply.expectProblem(401, "unauthenticated");
    assertEquals(challenge, reply.header("WWW-Authenticate"));
    assertEquals(detail, reply.at("/detail"));
  }

  private void set(String column, OffsetDateTime time) {
    String change = "update token set " + column + " = ?::timestamptz where company = ?";
    World.write(change, time, company);
  }

  @Test
  void afterTheLimitWrongTokensOfAnAddressAre429AndRightOnesStillWork() {
    try (OwnService service = OwnService.limited(new Limits())) {
      for (int i = 0; i < Limits.FAILED_TOKENS; i++) {
        service.client(Tokens.generate()).get(ME).expect(401);
      }
      Reply refused = service.client(Tokens.generate()).get(ME);
      refused.expectProblem(429, "too-many-requests");
      assertEquals(
          "Your address sent too many wrong tokens. Correct the token and retry in a minute.",
          refused.at("/detail"));
      assertEquals("60", refused.header("Retry-After"));
      service.client(token).get(ME).expect(200);
      service.client(null).get(ME).expect(401);
      service.client("no token!").get(ME).expect(401);
    }
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
