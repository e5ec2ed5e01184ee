package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** What the screens of a company show: an ADMIN says so, field by field. */
class FieldVisibilitiesTest {
  private static final String VISIBILITIES = "/v1/supply-chains/field-visibilities/";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID adminUser = world.member(company);
  private final Client admin =
      Installation.shared().client(world.token(adminUser, company, Role.ADMIN));

  private Reply make(String name, String more) {
    String body = "{\"company\": \"%s\", \"name\": \"%s\"%s}";
    return admin.post(VISIBILITIES, body.formatted(company, name, more));
  }

  @Test
  void aNewOneIsShownByItsCompanyToo() {
    Reply made = make("gender", ", \"type\": \"FARMER\", \"visibility\": false");
    assertEquals(201, made.status(), made.text());
    JsonNode visibility = made.json();
    String expected =
        """
        {"name":"gender","company":"%s","id":"%s","updated_on":"%s","created_on":"%s",\
        "visibility":false,"type":"FARMER","creator":"%s","updater":"%s"}"""
            .formatted(
                company,
                made.id(),
                visibility.get("updated_on").asText(),
                visibility.get("created_on").asText(),
                adminUser,
                adminUser);
    assertEquals(expected, visibility.toString());
    assertEquals(VISIBILITIES + made.id() + "/", made.header("Location"));
    assertEquals(visibility, admin.get(VISIBILITIES + made.id() + "/").json());
    JsonNode document = admin.get("/v1/supply-chains/companies/" + company + "/").json();
    assertEquals(visibility, document.at("/field_visibilties/0"));
  }

  @Test
  void whatIsLeftOutIsShownAndOfTransactions() {
    JsonNode visibility = make("invoice_number", "").json();
    assertEquals(true, visibility.get("visibility").asBoolean());
    assertEquals("TRANSACTION", visibility.get("type").asText());
  }

  @Test
  void aFieldIsThereOnceForEachType() {
    String path = VISIBILITIES + make("number", "").id() + "/";
    assertEquals(201, make("number", ", \"type\": \"FARMER\"").status());
    Reply again = make("number", ", \"visibility\": false");
    assertEquals(409, again.status());
    assertEquals(List.of("/name taken"), again.findings());
    Reply changed = admin.patch(path, "{\"type\": \"FARMER\"}");
    assertEquals(409, changed.status());
    assertEquals(List.of("/name taken"), changed.findings());
    assertEquals("TRANSACTION", admin.get(path).json().get("type").asText());
  }

  @Test
  void aChangeLeavesWhatItDoesNotName() {
    Reply made = make("date", "");
    String path = VISIBILITIES + made.id() + "/";
    Reply hidden = admin.patch(path, "{\"visibility\": false}", "If-Match", etag(path));
    assertEquals(200, hidden.status(), hidden.text());
    assertEquals(false, hidden.json().get("visibility").asBoolean());
    assertEquals("date", hidden.json().get("name").asText());
    assertEquals(200, admin.patch(path, hidden.text()).status());
    assertEquals(412, admin.patch(path, "{}", "If-Match", "\"old\"").status());
    Reply refused =
        admin.patch(
            path,
            """
            {"company": "%s", "name": null, "visibility": null, "type": "SCREEN"}"""
                .formatted(world.company("Other")));
    assertEquals(
        List.of("/name not_null", "/visibility not_null", "/type not_a_choice", "/company fixed"),
        refused.findings());
  }

  private String etag(String path) {
    return admin.get(path).header("ETag");
  }

  @Test
  void aListIsNarrowedByNameTypeAndWhetherItIsShown() {
    make("gender", ", \"type\": \"FARMER\", \"visibility\": false");
    make("genus", "");
    make("date", "");
    assertEquals(2, admin.get(VISIBILITIES + "?name=GEN").json().size());
    assertEquals(1, admin.get(VISIBILITIES + "?type=FARMER").json().size());
    assertEquals(2, admin.get(VISIBILITIES + "?visibility=true").json().size());
    Client operator = world.client(null, Role.OPERATOR);
    assertEquals(3, operator.get(VISIBILITIES + "?company=" + company).json().size());
    assertEquals(0, admin.get(VISIBILITIES + "?company=" + world.company("Other")).json().size());
  }
}
