package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Tokens over HTTP: an ADMIN makes and revokes those of its company. */
class TokensTest {
  private static final String TOKENS = "/v1/auth/tokens/";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID adminUser = world.member(company);
  private final Client admin =
      Installation.shared().client(world.token(adminUser, company, Role.ADMIN));
  private final Client operator = world.client(null, Role.OPERATOR);
  private final String email = World.unique(20) + "@example.org";

  private String body(String role) {
    return "{\"company\": \"%s\", \"email\": \"%s\", \"role\": \"%s\"}"
        .formatted(company, email, role);
  }

  @Test
  void aTokenIsShownInTheAnswerThatMakesItAndNeverAgain() {
    Reply made = admin.post(TOKENS, body("MEMBER"));
    assertEquals(201, made.status(), made.text());
    assertEquals("no-store", made.header("Cache-Control"));
    JsonNode token = made.json();
    String secret = token.get("token").asText();
    assertEquals(200, Installation.shared().client(secret).get("/v1/accounts/users/").status());
    String expected =
        """
        {"user":"%s","email":"%s","company":"%s","role":"MEMBER","token":null,"id":"%s",\
        "expires_on":null,"revoked_on":null,"updated_on":"%s","created_on":"%s",\
        "creator":"%s","updater":"%s"}"""
            .formatted(
                token.get("user").asText(),
                email,
                company,
                made.id(),
                token.get("updated_on").asText(),
                token.get("created_on").asText(),
                adminUser,
                adminUser);
    assertEquals(expected, admin.get(TOKENS + made.id() + "/").json().toString());
    assertEquals(expected, admin.get(TOKENS + "?email=" + email).json().get(0).toString());
    String table = admin.get(TOKENS, "Accept", "text/csv").text();
    assertTrue(table.contains(made.id()), table);
    assertFalse(table.contains(secret));
  }

  @Test
  void aRepeatAnswersTheSameTokenWithoutItsSecretWhichIsKeptNowhere() {
    Reply made = admin.post(TOKENS, body("MEMBER"), "Idempotency-Key", "k");
    Reply repeat = admin.post(TOKENS, body("MEMBER"), "Idempotency-Key", "k");
    assertEquals("true", repeat.header("Idempotent-Replayed"));
    assertEquals(201, repeat.status());
    assertEquals(made.id(), repeat.id());
    assertTrue(repeat.json().get("token").isNull());
    String secret = made.json().get("token").asText();
    assertTrue(secret.startsWith("sct_"));
    assertEquals(List.of(), Records.holding(secret));
    assertFalse(Records.holding(made.id()).isEmpty());
  }

  @Test
  void aRevokedTokenIsRefusedAtOnceAndItsRecordStays() {
    Reply made = admin.post(TOKENS, body("REPORTER"));
    Client reporter = Installation.shared().client(made.json().get("token").asText());
    String path = TOKENS + made.id() + "/";
    assertEquals(200, reporter.get("/v1/accounts/users/").status());
    Reply revoked = admin.send("DELETE", path, null);
    assertEquals(204, revoked.status());
    assertEquals("", revoked.text());
    assertEquals(401, reporter.get("/v1/accounts/users/").status());
    JsonNode record = admin.get(path).json();
    assertFalse(record.get("revoked_on").isNull());
    assertEquals(204, admin.send("DELETE", path, null).status());
    assertEquals(record, admin.get(path).json());
  }

  @Test
  void anotherVersionIsNotRevoked() {
    Reply made = admin.post(TOKENS, body("REPORTER"));
    String path = TOKENS + made.id() + "/";
    assertEquals(412, admin.send("DELETE", path, null, "If-Match", "\"x\"").status());
    assertTrue(admin.get(path).json().get("revoked_on").isNull());
  }

  @Test
  void anAdminMakesNoOperatorAndNothingForOthers() {
    Reply refused =
        admin.post(TOKENS, "{\"role\": \"OPERATOR\", \"email\": \"%s\"}".formatted(email));
    assertEquals(403, refused.status());
    assertEquals(List.of("/role forbidden"), refused.findings());
    String other = body("ADMIN").replace(company.toString(), world.company("Other").toString());
    assertEquals(List.of("/company does_not_exist"), admin.post(TOKENS, other).findings());
    assertEquals(201, admin.post(TOKENS, body("ADMIN")).status());
    assertEquals(403, world.client(company, Role.MEMBER).get(TOKENS).status());
  }

  @Test
  void anOperatorMakesTokensForAllAndNoAdminSeesThoseOfOperators() {
    Reply made =
        operator.post(TOKENS, "{\"role\": \"OPERATOR\", \"email\": \"%s\"}".formatted(email));
    assertEquals(201, made.status(), made.text());
    assertTrue(made.json().get("company").isNull());
    assertEquals(404, admin.get(TOKENS + made.id() + "/").status());
    assertEquals(0, admin.get(TOKENS + "?role=OPERATOR").json().size());
    assertEquals(
        List.of("/company no_company"), operator.post(TOKENS, body("OPERATOR")).findings());
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
    assertEquals(
        List.of("/role not_a_choice", "/user does_not_exist", "/expires_on range"),
        reply.findings());
  }

  @Test
  void aListIsNarrowedByUserRoleAndWhetherTheyMayBeUsed() {
    Reply first = admin.post(TOKENS, body("MEMBER"));
    Reply second = admin.post(TOKENS, body("REPORTER"));
    admin.send("DELETE", TOKENS + first.id() + "/", null);
    String user = TOKENS + "?user=" + first.json().get("user").asText();
    assertEquals(2, admin.get(user).json().size());
    assertEquals(first.id(), admin.get(user + "&live=false").json().get(0).get("id").asText());
    assertEquals(second.id(), admin.get(user + "&live=true").json().get(0).get("id").asText());
    assertEquals(second.id(), admin.get(user + "&role=REPORTER").json().get(0).get("id").asText());
  }
}
