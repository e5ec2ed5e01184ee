package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Companies are recorded by an OPERATOR and changed by their ADMIN. */
class CompanyRecordsTest {
  private static final String COMPANIES = "/v1/supply-chains/companies/";

  private final World world = new World();
  private final Client operator = world.client(null, Role.OPERATOR);
  private final UUID company = world.company("Cooperative");
  private final Client admin = world.client(company, Role.ADMIN);
  private final String path = COMPANIES + company + "/";

  @Test
  void anOperatorRecordsACompany() {
    Reply made =
        operator.post(
            COMPANIES,
            """
            {"name": "Exporter", "currency": "UGX", "buyer": "%s", "country": "Uganda",
             "sell_enabled": false, "entity_card": {"card": {"card_id": "C 1"}}}
            """
                .formatted(company));
    assertEquals(201, made.status(), made.text());
    assertEquals(COMPANIES + made.id() + "/", made.header("Location"));
    JsonNode document = made.json();
    assertEquals("Exporter", document.get("name").asText());
    assertEquals("UGX", document.at("/currency/code").asText());
    assertEquals("Cooperative", document.at("/buyer/name").asText());
    assertEquals("C 1", document.at("/entity_card/card/card_id").asText());
    assertEquals("[true,false,false]", flags(document));
    assertEquals(document, operator.get(COMPANIES + made.id() + "/").json());
    assertEquals(document, operator.get(COMPANIES + "?buyer=" + company).json().get(0));
  }

  private static String flags(JsonNode company) {
    return List.of("buy_enabled", "sell_enabled", "quality_correction").stream()
        .map(flag -> company.get(flag).asText())
        .toList()
        .toString()
        .replace(" ", "");
  }

  @Test
  void eachCompanySeesItselfInTheList() {
    UUID other = world.company("Other");
    assertEquals(List.of(company.toString()), ids(admin.get(COMPANIES)));
    assertEquals(List.of(company.toString()), ids(admin.get(COMPANIES + "?name=coop")));
    assertEquals(List.of(), ids(admin.get(COMPANIES + "?name=Other")));
    assertTrue(ids(operator.get(COMPANIES + "?name=oTHER&limit=1000")).contains("" + other));
  }

  @Test
  void aListAsATableHasALineForEach() {
    String table = admin.get(COMPANIES, "Accept", "text/csv").text();
    assertTrue(table.startsWith("id,name,currency,buyer,description,"), table);
    assertTrue(table.contains("\r\n" + company + ",Cooperative,"), table);
  }

  @Test
  void aChangeKeepsWhatItLeavesOutAndNullClears() {
    Reply changed =
        admin.patch(path, "{\"name\": \"Coop\", \"city\": \"Mbale\", \"buy_enabled\": false}");
    assertEquals(200, changed.status(), changed.text());
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
  void aDocumentCanBeSentBackAsRead() {
    UUID form = world.form(company, "FARMER");
    world.field(form, "grade", "TEXT", false, "[]");
    world.premium(company, "OPTIONS", true);
    String card = "{\"name\": \"Cooperative\", \"entity_card\": {\"card\": {\"card_id\": \"1\"}}}";
    Reply read = admin.patch(path, card);
    Reply sent = admin.patch(path, read.text());
    assertEquals(200, sent.status(), sent.text());
    assertEquals(without(read.json()), without(sent.json()));
  }

  private static JsonNode without(JsonNode document) {
    return ((ObjectNode) document).without("updated_on");
  }

  @Test
  void whatIsARecordOfItsOwnIsNotChangedHere() {
    world.form(company, "FARMER");
    Reply reply =
        admin.patch(
            path, "{\"name\": \"C\", \"forms\": [], \"members\": null, \"products\": [\"x\"]}");
    assertEquals(400, reply.status());
    assertEquals(
        List.of("/forms own_record", "/members own_record", "/products own_record"),
        reply.findings());
    assertEquals(200, admin.patch(path, "{\"name\": \"C\", \"products\": []}").status());
  }

  @Test
  void itsCardIsTakenAway() {
    String card = "{\"name\": \"C\", \"entity_card\": {\"card\": {\"card_id\": \"7\"}}}";
    assertEquals("7", admin.patch(path, card).json().at("/entity_card/card/card_id").asText());
    Reply kept = admin.patch(path, "{\"name\": \"C\"}");
    assertEquals("7", kept.json().at("/entity_card/card/card_id").asText());
    Reply ended = admin.patch(path, "{\"name\": \"C\", \"entity_card\": null}");
    assertTrue(ended.json().get("entity_card").isNull());
  }

  @Test
  void everyMistakeIsNamed() {
    Reply reply =
        admin.patch(path, "{\"currency\": \"XYZ\", \"buy_enabled\": 1, \"country\": 2, \"a\": 3}");
    assertEquals(
        List.of(
            "/name required",
            "/country type",
            "/buy_enabled type",
            "/currency does_not_exist",
            "/a unknown_field"),
        reply.findings());
  }

  @Test
  void anotherVersionIsNotChanged() {
    String tag = admin.get(path).header("ETag");
    assertEquals(200, admin.patch(path, "{\"name\": \"C\"}", "If-Match", tag).status());
    assertEquals(412, admin.patch(path, "{\"name\": \"D\"}", "If-Match", tag).status());
    assertEquals("C", admin.get(path).json().get("name").asText());
  }

  private static List<String> ids(Reply list) {
    return StreamSupport.stream(list.json().spliterator(), false)
        .map(one -> one.get("id").asText())
        .toList();
  }
}
