package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.Team.assertShown;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Await;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * Tokens over HTTP: an ADMIN makes and revokes those of its company, and each tells whose it is.
 */
class TokensTest extends OneCompany {
  private static final String ME = "/v1/me";

  private final UUID adminUser = world.member(company);
  private final Client admin = world.client(adminUser, company, Role.ADMIN);
  private final Client operator = world.client(null, Role.OPERATOR);
  private final String email = World.unique(20) + "@example.org";
  private final UUID user = world.member(company);

  private String body(String role) {
    return "{\"company\": \"%s\", \"email\": \"%s\", \"role\": \"%s\"}"
        .formatted(company, email, role);
  }

  @Test
  void aTokenIsShownInTheAnswerThatMakesItAndNeverAgain() {
    LocalDate today = Await.today(ZoneOffset.UTC);
    Reply made = admin.post(TOKENS, body("MEMBER")).expect(201);
    assertEquals("no-store", made.header("Cache-Control"));
    JsonNode token = made.json();
    String secret = token.get("token").asText();
    Installation.shared().client(secret).get(USERS).expect(200);
    JsonNode read = used(TOKENS + made.id() + "/");
    assertShown(
        """
        {"user": "%s", "email": "%s", "company": "%s", "role": "MEMBER", "token": null, "id": "*",
         "expires_on": null, "revoked_on": null, "last_used_on": "%5$s", "replaces": null, "updated_on": "*", "created_on": "*",
         "creator": "%4$s", "updater": "%4$s"}\
        """
            .formatted(token.get("user").asText(), email, company, adminUser, today),
        read);
    assertEquals(read, admin.get(TOKENS + "?email=" + email).json().get(0));
    String table = admin.get(TOKENS, "Accept", "text/csv").text();
    assertTrue(table.contains(made.id()), table);
    assertFalse(table.contains(secret));
  }

  /** The record of a token, once the service has noted that the token was used. */
  private JsonNode used(String path) {
    Await.until(() -> !admin.get(path).json().get("last_used_on").isNull());
    return admin.get(path).json();
  }

  @Test
  void aRepeatAnswersTheSameTokenWithoutItsSecretWhichIsKeptNowhere() {
    Reply made = admin.post(TOKENS, body("MEMBER"), "Idempotency-Key", "k");
    Reply repeat = admin.post(TOKENS, body("MEMBER"), "Idempotency-Key", "k");
    assertEquals("true", repeat.header("Idempotent-Replayed"));
    repeat.expect(201);
    assertEquals(made.id(), repeat.id());
    assertTrue(repeat.json().get("token").isNull());
    String secret = made.at("/token");
    assertTrue(secret.startsWith("sct_"));
    assertEquals(List.of(), Records.holding(secret));
    assertFalse(Records.holding(made.id()).isEmpty());
  }

  @Test
  void aRevokedTokenIsRefusedAtOnceAndItsRecordStays() {
    String today = Await.today(ZoneOffset.UTC).toString();
    Reply made = admin.post(TOKENS, body("REPORTER"));
    Client reporter = Installation.shared().client(made.at("/token"));
    String path = TOKENS + made.id() + "/";
    reporter.get(USERS).expect(200);
    assertEquals(today, used(path).get("last_used_on").asText());
    Reply revoked = admin.send("DELETE", path, null).expect(204);
    assertEquals("", revoked.text());
    reporter.get(USERS).expect(401);
    JsonNode record = admin.get(path).json();
    assertFalse(record.get("revoked_on").isNull());
    assertEquals(List.of(made.id()), admin.get(TOKENS + "?live=false").ids());
    assertFalse(admin.get(TOKENS + "?live=true").ids().contains(made.id()));
    admin.send("DELETE", path, null).expect(204);
    assertEquals(record, admin.get(path).json());
  }

  @Test
  void aTokenRevokesItselfUnlessItIsTheLastAdminOfItsCompany() throws Exception {
    UUID company = world.company("Cooperative");
    String first = world.token(company, Role.ADMIN);
    String second = world.token(company, Role.ADMIN);
    List<Reply> replies =
        AtOnce.send(
            2,
            i -> {
              String own = i == 0 ? first : second;
              String path = TOKENS + world.tokenId(own) + "/";
              return Installation.shared().client(own).send("DELETE", path, null);
            });
    assertEquals(List.of(204, 409), AtOnce.statuses(replies));
    List<Integer> after =
        Stream.of(first, second)
            .map(token -> Installation.shared().client(token).get("/v1/me/").status())
            .sorted()
            .toList();
    assertEquals(List.of(200, 401), after);
    String operator = world.token(null, Role.OPERATOR);
    String path = TOKENS + world.tokenId(operator) + "/";
    Installation.shared().client(operator).send("DELETE", path, null).expect(204);
    Installation.shared().client(operator).get("/v1/me/").expect(401);
  }

  @Test
  void anotherVersionIsNotRevoked() {
    Reply made = admin.post(TOKENS, body("REPORTER"));
    String path = TOKENS + made.id() + "/";
    admin.send("DELETE", path, null, "If-Match", "\"x\"").expect(412);
    assertTrue(admin.get(path).json().get("revoked_on").isNull());
  }

  @Test
  void anAdminMakesNoOperatorAndNothingForOthers() {
    admin
        .post(TOKENS, "{\"role\": \"OPERATOR\", \"email\": \"%s\"}".formatted(email))
        .expect(403, "/role forbidden");
    String other = body("ADMIN").replace(company.toString(), world.company("Other").toString());
    admin.post(TOKENS, other).expect(400, "/company does_not_exist");
    admin.post(TOKENS, body("ADMIN")).expect(201);
    world.client(company, Role.MEMBER).get(TOKENS).expect(403);
  }

  @Test
  void anOperatorMakesTokensForAllAndNoAdminSeesThoseOfOperators() {
    Reply made =
        operator
            .post(TOKENS, "{\"role\": \"OPERATOR\", \"email\": \"%s\"}".formatted(email))
            .expect(201);
    assertTrue(made.json().get("company").isNull());
    admin.get(TOKENS + made.id() + "/").expect(404);
    assertEquals(0, admin.get(TOKENS + "?role=OPERATOR").json().size());
    operator.post(TOKENS, body("OPERATOR")).expect(400, "/company no_company");
  }

  @Test
  void everyMistakeIsNamed() {
    Reply reply =
        admin.post(
            TOKENS,
            """
            {"company": "%s", "user": "%s", "role": "ANYONE", "expires_on": "2020-01-01T00:00:00Z"}
            """
                .formatted(company, world.member(null)));
    reply.expect(400, "/role not_a_choice", "/user does_not_exist", "/expires_on range");
  }

  @Test
  void aTokenTellsItsUserCompanyRoleAndExpiry() {
    Reply token =
        world
            .client(user, company, Role.ADMIN)
            .post(
                TOKENS,
                """
                {"company": "%s", "user": "%s", "role": "REPORTER", "expires_on": "2999-01-31"}"""
                    .formatted(company, user))
            .expect(201);
    Client reporter = Installation.shared().client(token.at("/token"));
    String expected =
        """
        {"user":{"id":"%s","email":"%s@example.org"},\
        "company":{"id":"%s","name":"Cooperative"},"role":"REPORTER",\
        "token":{"id":"%s","expires_on":"2999-01-31T06:30:00+00:00"}}
        """
            .formatted(user, user, company, token.id());
    Reply me = reporter.get(ME + "/").expect(200);
    assertEquals(expected, me.text());
    assertEquals(expected, reporter.get(ME).text());
    reporter.get(ME, "If-None-Match", me.header("ETag")).expect(304);
  }

  @Test
  void anOperatorHasNoCompany() {
    Reply me = Installation.shared().client(world.token(user, null, Role.OPERATOR)).get(ME);
    assertEquals("OPERATOR null", me.at("/role") + " " + me.json().get("company"));
    assertEquals("null", me.json().at("/token/expires_on").toString());
  }
}
