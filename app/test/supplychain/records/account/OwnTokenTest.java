package supplychain.records.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** The user, company and role that a token stands for. */
class OwnTokenTest {
  private static final String ME = "/v1/me";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID user = world.member(company);

  @Test
  void aTokenTellsItsUserCompanyRoleAndExpiry() {
    Reply token =
        world
            .client(user, company, Role.ADMIN)
            .post(
                "/v1/auth/tokens/",
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

  @Test
  void withoutATokenNobodyIsAnybody() {
    Installation.shared().client(null).get(ME).expect(401);
  }
}
