package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Kept;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** The rules that each kind of record keeps when one is created, read and changed. */
class EveryKindTest {
  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID form = world.form(company, "PRODUCT");
  private final UUID farmerForm = world.form(company, "FARMER");
  private final Client operator = world.client(null, Role.OPERATOR);
  private final Map<String, Object> names =
      Map.of(
          "<company>", company,
          "<farmer>", world.farmer(company),
          "<product>", world.product("Cherry"),
          "<card>", world.card(company, null),
          "<premium>", world.premium(company, "NORMAL", true),
          "<form>", form,
          "<farmer form>", farmerForm,
          "<unique>", World.unique(12));

  EveryKindTest() {
    world.field(form, "grade", "TEXT", false, "[]");
    world.field(farmerForm, "grade", "TEXT", false, "[]");
  }

  private String json(String text) {
    String json = text.replace('\'', '"');
    for (Map.Entry<String, Object> name : names.entrySet()) {
      json = json.replace(name.getKey(), name.getValue().toString());
    }
    return json;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          accounts/users | {'email': '<unique>@example.org'} | {'email': '<unique>@b.org'}
          catalogs/connect-cards | {'company': '<company>', 'card_id': 'C-1'} | {'display_id': '7'}
          catalogs/premiums | {'owner': '<company>', 'name': 'Organic', 'options': [{'name': 'Gold'}], \
          'ranges': [{'min_quantity': '0'}]} | {'amount': 2}
          catalogs/products | {'name': 'Tea <unique>'} | {'description': 'Green'}
          forms/forms | {'owner': '<company>', 'form_type': 'FARMER', \
          'fields': [{'key': 'k', 'label': 'L'}]} | {'fields': [{'key': 'k', 'label': 'M'}]}
          forms/submissions | {'form': '<form>', 'values': [{'field': 'grade', 'value': 'A'}]} \
          | {'values': [{'field': 'grade', 'value': 'B'}]}
          supply-chains/companies | {'name': 'Exporter', 'currency': 'UGX'} \
          | {'name': 'Exporter', 'city': 'Mbale'}
          supply-chains/company-members | {'company': '<company>', 'email': '<unique>@example.org'} \
          | {'is_active': false}
          supply-chains/company-products | {'company': '<company>', 'product_id': '<product>', \
          'forms': ['<form>'], 'premiums': ['<premium>']} | {'is_active': false}
          supply-chains/entity-cards | {'card': {'id': '<card>'}, 'entity': '<farmer>'} \
          | {'is_active': false}
          supply-chains/farmers | {'buyer': '<company>', 'first_name': 'Grace', \
          'entity_card': {'card': {'card_id': 'C-1'}}, \
          'submission': {'form': '<farmer form>', 'values': [{'field': 'grade', 'value': 'A'}]}} | {'first_name': 'Ruth'}
          supply-chains/field-visibilities | {'company': '<company>', 'name': 'gender'} \
          | {'visibility': false}
          supply-chains/plots | {'farmer': '<farmer>', 'latitude': 1.25, 'longitude': 34.3} \
          | {'area': '1.5'}
          """)
  void aRecordIsReadAsCreatedSentBackAndChangedUnderItsTag(
      String kind, String body, String change) {
    String list = "/v1/" + kind + "/";
    Instant before = Instant.now().minusSeconds(1);
    Reply made = operator.post(list, json(body)).expect(201);
    String path = made.header("Location");
    assertEquals(list + made.id() + "/", path);
    String recent = list + "?limit=1000&updated_after=" + before;
    assertTrue(operator.get(recent).ids().contains(made.id()));

    Reply read = operator.get(path).expect(200);
    assertEquals(made.json(), read.json());
    Reply sentBack = operator.patch(path, read.text()).expect(200);
    assertEquals(withoutTraces(read), withoutTraces(sentBack));
    Reply withoutOwn = operator.patch(path, withOtherOwnFields(read)).expect(200);
    assertEquals(withoutTraces(read), withoutTraces(withoutOwn));

    String tag = operator.get(path).header("ETag");
    operator.patch(path, json(change), "If-Match", "\"old\"").expect(412);
    operator.patch(path, json(change), "Prefer", "tx=rollback").expect(200);
    assertEquals(tag, operator.get(path).header("ETag"));
    String request = World.unique(20);
    Reply changed =
        operator.patch(path, json(change), "If-Match", tag, "X-Request-Id", request).expect(200);
    assertEquals(changed.json(), operator.get(path).json());
    assertNotEquals(withoutTraces(read), withoutTraces(changed));
    assertNotEquals(List.of(), Kept.ofRequest(request));
    operator.patch(path, json(change), "If-Match", tag).expect(412);
  }

  /** The document with nonsense in each field that only the service writes. */
  private static String withOtherOwnFields(Reply read) {
    ObjectNode document = (ObjectNode) read.json();
    document.put("id", 7);
    for (String own : List.of("created_on", "updated_on", "creator", "updater")) {
      document.findParents(own).forEach(parent -> ((ObjectNode) parent).putArray(own).add(7));
    }
    return document.toString();
  }

  /** The document without the fields that a change sets. */
  private static JsonNode withoutTraces(Reply reply) {
    JsonNode document = reply.json();
    for (String trace : List.of("updated_on", "updater")) {
      document.findParents(trace).forEach(parent -> ((ObjectNode) parent).remove(trace));
    }
    return document;
  }
}
