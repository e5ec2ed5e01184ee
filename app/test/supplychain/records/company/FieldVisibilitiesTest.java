package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Team.assertShown;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** What the screens of a company show: an ADMIN says so, field by field. */
class FieldVisibilitiesTest {
  private static final String VISIBILITIES = "/v1/supply-chains/field-visibilities/";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID adminUser = world.member(company);
  private final Client admin = world.client(adminUser, company, Role.ADMIN);

  private Reply make(String name, String more) {
    String body = "{\"company\": \"%s\", \"name\": \"%s\"%s}";
    return admin.post(VISIBILITIES, body.formatted(company, name, more));
  }

  @Test
  void aNewOneIsShownByItsCompanyToo() {
    Reply made = make("gender", ", \"type\": \"FARMER\", \"visibility\": false").expect(201);
    JsonNode visibility = made.json();
    assertShown(
        """
        {"name": "gender", "company": "%1$s", "id": "*", "updated_on": "*", "created_on": "*",
         "visibility": false, "type": "FARMER", "creator": "%2$s", "updater": "%2$s"}"""
            .formatted(company, adminUser),
        visibility);
    assertEquals(VISIBILITIES + made.id() + "/", made.header("Location"));
    assertEquals(visibility, admin.get(VISIBILITIES + made.id() + "/").json());
    JsonNode document = admin.get("/v1/supply-chains/companies/" + company + "/").json();
    assertEquals(visibility, document.at("/field_visibilties/0"));
  }

  @Test
  void aNewVisibilityIsVisibleAndOfTransactionsByDefault() {
    JsonNode visibility = make("invoice_number", "").json();
    assertEquals(true, visibility.get("visibility").asBoolean());
    assertEquals("TRANSACTION", visibility.get("type").asText());
  }

  @Test
  void aFieldIsThereOnceForEachType() {
    String path = VISIBILITIES + make("number", "").id() + "/";
    make("number", ", \"type\": \"FARMER\"").expect(201);
    make("number", ", \"visibility\": false").expect(409, "/name taken");
    admin.patch(path, "{\"type\": \"FARMER\"}").expect(409, "/name taken");
    assertEquals("TRANSACTION", admin.get(path).at("/type"));
  }
}
