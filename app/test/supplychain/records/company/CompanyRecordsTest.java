package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.Team.assertShown;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Role;

/** Companies, which an OPERATOR records and their ADMIN changes, and their field visibilities. */
class CompanyRecordsTest extends OneCompany {
  private final Client operator = world.client(null, Role.OPERATOR);
  private final UUID user = world.member(company);
  private final Client admin = world.client(user, company, Role.ADMIN);
  private final String path = COMPANIES + company + "/";

  @Test
  void aChangeKeepsWhatItLeavesOutAndNullClears() {
    Reply changed =
        admin
            .patch(path, "{\"name\": \"Coop\", \"city\": \"Mbale\", \"buy_enabled\": false}")
            .expect(200);
    Reply again = admin.patch(path, "{\"name\": \"Coop\", \"currency\": null, \"buyer\": null}");
    JsonNode document = again.json();
    assertEquals("Mbale", document.get("city").asText());
    assertEquals(false, document.get("buy_enabled").asBoolean());
    assertTrue(document.get("currency").isNull());
    Reply cleared = admin.patch(path, "{\"name\": \"C\", \"city\": null, \"buy_enabled\": null}");
    assertTrue(cleared.json().get("city").isNull());
    assertEquals(true, cleared.json().get("buy_enabled").asBoolean());
    assertNotEquals(changed.json().get("updated_on"), cleared.json().get("updated_on"));
  }

  @Test
  void formsMembersAndProductsAreNotChangedWithTheCompany() {
    world.form(company, "FARMER");
    admin
        .patch(path, "{\"name\": \"C\", \"forms\": [], \"members\": null, \"products\": [\"x\"]}")
        .expect(400, "/forms own_record", "/members own_record", "/products own_record");
    admin.patch(path, "{\"name\": \"C\", \"products\": []}").expect(200);
  }

  @Test
  void nullEndsTheCardOfACompany() {
    String card = "{\"name\": \"C\", \"entity_card\": {\"card\": {\"card_id\": \"7\"}}}";
    assertEquals("7", admin.patch(path, card).at("/entity_card/card/card_id"));
    Reply kept = admin.patch(path, "{\"name\": \"C\"}");
    assertEquals("7", kept.at("/entity_card/card/card_id"));
    Reply ended = admin.patch(path, "{\"name\": \"C\", \"entity_card\": null}");
    assertTrue(ended.json().get("entity_card").isNull());
  }

  @Test
  void everyMistakeIsNamed() {
    Reply reply =
        admin.patch(path, "{\"currency\": \"XYZ\", \"buy_enabled\": 1, \"country\": 2, \"a\": 3}");
    reply.expect(
        400,
        "/name required",
        "/country type",
        "/buy_enabled type",
        "/currency does_not_exist",
        "/a unknown_field");
  }

  @Test
  void everyFieldOfEveryTableIsThereInTheOrderOfTheTables() {
    FullCompany full = new FullCompany();
    Reply reply = operator.get(COMPANIES + full.id + "/").expect(200);
    assertEquals("application/json", reply.header("Content-Type"));
    assertShown(full.json(), reply.json());
  }

  @Test
  void anEmptyCompanyHasNullsAndEmptyArrays() {
    JsonNode document = operator.post(COMPANIES, "{\"name\": \"Empty\"}").expect(201).json();
    for (String absent : List.of("currency", "buyer", "entity_card", "city", "latitude")) {
      assertTrue(document.get(absent).isNull(), absent);
    }
    for (String list : List.of("forms", "field_visibilties", "owned_premiums", "products")) {
      assertEquals("[]", document.get(list).toString(), list);
    }
    for (String flag : List.of("buy_enabled", "sell_enabled")) {
      assertEquals("true", document.get(flag).asText(), flag);
    }
    for (String flag : List.of("quality_correction", "allow_multiple_login")) {
      assertEquals("false", document.get(flag).asText(), flag);
    }
  }

  @Test
  void anUnchangedCompanyIsNotSentAgain() {
    Reply first = admin.get(path);
    String tag = first.header("ETag");
    assertEquals("private, no-cache", first.header("Cache-Control"));
    for (String known : List.of(tag, "W/" + tag, "\"other\", " + tag, "*")) {
      Reply again = admin.get(path, "If-None-Match", known).expect(304);
      assertNull(again.header("Content-Type"), known);
      assertEquals("", again.text());
      assertEquals(tag, again.header("ETag"));
      assertEquals("private, no-cache", again.header("Cache-Control"));
      assertEquals(first.header("Content-Length"), again.header("Content-Length"));
    }
    for (String other : List.of("\"other\"", "other", "", "W/\"other\", \"another\"")) {
      admin.get(path, "If-None-Match", other).expect(200);
    }
  }

  private Reply visibility(String name, String more) {
    String body = "{\"company\": \"%s\", \"name\": \"%s\"%s}";
    return admin.post(VISIBILITIES, body.formatted(company, name, more));
  }

  @Test
  void aCompanyHasOneVisibilityOfANameForEachType() {
    String path = VISIBILITIES + visibility("number", "").id() + "/";
    visibility("number", ", \"type\": \"FARMER\"").expect(201);
    visibility("number", ", \"visibility\": false").expect(409, "/name taken");
    admin.patch(path, "{\"type\": \"FARMER\"}").expect(409, "/name taken");
    assertEquals("TRANSACTION", admin.get(path).at("/type"));
  }
}
