package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A token is replaced without a moment in which no token works. */
class TokenRotationTest extends OneCompany {
  private static final String ME = "/v1/me/";
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final Client admin = world.client(company, Role.ADMIN);
  private final String email = World.unique(20) + "@example.org";
  private final Reply old = create("null");

  private Reply create(String expires) {
    return admin
        .post(
            TOKENS,
            """
            {"company": "%s", "email": "%s", "role": "MEMBER", "expires_on": %s}\
            """
                .formatted(company, email, expires))
        .expect(201);
  }

  private static String rotation(Reply token) {
    return TOKENS + token.id() + "/rotation/";
  }

  private static void assertIn(Duration time, JsonNode instant) {
    OffsetDateTime expected = OffsetDateTime.now(ZoneOffset.UTC).plus(time);
    Duration apart = Duration.between(expected, OffsetDateTime.parse(instant.asText())).abs();
    assertTrue(apart.compareTo(TOLERANCE) < 0, instant + " is not in " + time);
  }

  @Test
  void bothSecretsWorkUntilTheOverlapEndsWhichTheAnswerNames() {
    Reply made = admin.post(rotation(old), "{\"overlap_hours\": 48}").expect(201);
    assertEquals("no-store", made.header("Cache-Control"));
    assertEquals(TOKENS + made.id() + "/", made.header("Location"));
    assertEquals(old.id(), made.at("/replaces/id"));
    assertIn(Duration.ofDays(2), made.json().at("/replaces/expires_on"));
    assertEquals(
        made.json().at("/replaces/expires_on"),
        admin.get(TOKENS + old.id() + "/").json().get("expires_on"));
    for (String same : List.of("/user", "/email", "/company", "/role")) {
      assertEquals(old.json().at(same), made.json().at(same));
    }
    assertTrue(made.json().get("expires_on").isNull());
    Installation.shared().client(old.at("/token")).get(ME).expect(200);
    Reply me = Installation.shared().client(made.at("/token")).get(ME).expect(200);
    assertEquals(made.id(), me.at("/token/id"));
    assertEquals(List.of(), Records.holding(made.at("/token")));
  }

  @Test
  void afterTheOverlapOnlyTheNewSecretWorks() {
    Reply made = admin.post(rotation(old), "{}").expect(201);
    assertIn(Duration.ofHours(TokenRotation.USUAL_HOURS), made.json().at("/replaces/expires_on"));
    World.write("update token set expires_on = now() where id = ?", UUID.fromString(old.id()));
    Installation.shared().client(old.at("/token")).get(ME).expect(401);
    Installation.shared().client(made.at("/token")).get(ME).expect(200);
  }

  @Test
  void theNewTokenIsValidForAsLongAsTheOldOneWas() {
    OffsetDateTime end = OffsetDateTime.now(ZoneOffset.UTC).plusHours(2);
    Reply brief = create("\"" + end + "\"");
    World.write(
        "update token set created_on = created_on - interval '88 hours' where id = ?",
        UUID.fromString(brief.id()));
    Reply made = admin.post(rotation(brief), "{}").expect(201);
    assertIn(Duration.ofHours(90), made.json().get("expires_on"));
    assertIn(Duration.ofHours(2), made.json().at("/replaces/expires_on"));
    Reply never = admin.post(rotation(made), "{\"expires_on\": null}").expect(201);
    assertTrue(never.json().get("expires_on").isNull());
    Reply named = admin.post(rotation(never), "{\"expires_on\": \"2999-01-31T06:30:00Z\"}");
    assertEquals("2999-01-31T06:30:00+00:00", named.at("/expires_on"));
  }

  @Test
  void aRepeatAnswersTheSameTokenWithoutItsSecret() {
    Reply made = admin.post(rotation(old), "{}", "Idempotency-Key", "k").expect(201);
    Reply repeat = admin.post(rotation(old), "{}", "Idempotency-Key", "k").expect(201);
    assertEquals(made.id(), repeat.id());
    assertTrue(repeat.json().get("token").isNull());
  }

  @Test
  void aTokenThatEndedOrWasReplacedIsNotRotated() {
    Reply made = admin.post(rotation(old), "{}").expect(201);
    Reply again = admin.post(rotation(old), "{}").expect(409);
    assertEquals(
        "The token is already replaced. Rotate the token that replaced it.", again.at("/detail"));
    admin.send("DELETE", TOKENS + made.id() + "/", null).expect(204);
    Reply ended = admin.post(rotation(made), "{}").expect(409);
    assertEquals("The token is revoked or expired. Create another one.", ended.at("/detail"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "720", "1.5"})
  void anOverlapCanLastFromAnHourTo30Days(String hours) {
    admin.post(rotation(old), "{\"overlap_hours\": " + hours + "}").expect(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.9", "720.1", "0"})
  void anotherOverlapIsRefused(String hours) {
    admin
        .post(rotation(old), "{\"overlap_hours\": " + hours + "}")
        .expect(400, "/overlap_hours range");
  }

  @Test
  void everyMistakeIsNamed() {
    admin
        .post(
            rotation(old),
            "{\"overlap_hours\": \"2\", \"expires_on\": \"2020-01-01\", \"role\": \"ADMIN\"}")
        .expect(400, "/overlap_hours type", "/expires_on range", "/role unknown_field");
  }

  @Test
  void anAdminDoesNotRotateATokenOfAnOperator() {
    Client operator = world.client(null, Role.OPERATOR);
    Reply powerful =
        operator
            .post(TOKENS, "{\"role\": \"OPERATOR\", \"email\": \"%s\"}".formatted(email))
            .expect(201);
    admin.post(rotation(powerful), "{}").expect(404);
    operator.post(rotation(powerful), "{}").expect(201);
  }
}
