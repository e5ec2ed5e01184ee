package supplychain.records.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.FORM_FIELD;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Forms over HTTP: an ADMIN makes and changes those of its company. */
class FormsTest {
  private static final String FORMS = "/v1/forms/forms/";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final Client admin = world.client(company, Role.ADMIN);
  private final UUID product = world.product("Cherry");
  private final Reply made =
      admin.post(
          FORMS,
          """
          {"owner": "%s", "form_type": "FARMER", "products": ["%s"],
           "fields": [{"key": "grade", "label": "Grade", "type": "RADIO", "options": ["A", "B"]},
             {"key": "note", "label": "Note", "required": true}],
           "field_config": [{"key": "phone", "label": "Phone"}]}
          """
              .formatted(company, product));
  private final String path = FORMS + made.id() + "/";

  @Test
  void anAdminMakesAFormThatItsCompanySees() {
    assertEquals(201, made.status(), made.text());
    assertEquals(path, made.header("Location"));
    assertEquals(made.json(), admin.get(path).json());
    assertEquals(made.json(), admin.get(FORMS + "?form_type=FARMER").json().get(0));
    assertEquals(made.json(), admin.get(FORMS + "?product=" + product).json().get(0));
    assertEquals(0, admin.get(FORMS + "?form_type=PAYMENT").json().size());
    assertEquals("[\"A\",\"B\"]", made.json().at("/fields/0/options").asText());
    assertEquals(0, world.client(world.company("O"), Role.ADMIN).get(FORMS).json().size());
    assertEquals(403, world.client(company, Role.MEMBER).post(FORMS, "{}").status());
  }

  @Test
  void fieldsAreChangedByIdOrKeyAndAddedAndNoneIsRemoved() {
    Reply changed =
        admin.patch(
            path,
            """
            {"fields": [{"id": "%s", "label": "Quality", "options": ["A", "B", "C"]},
               {"key": "note", "required": false},
               {"key": "age", "label": "Age", "type": "INTEGER"}],
             "field_config": [{"key": "phone", "visibility": false},
               {"key": "city", "label": "City"}]}
            """
                .formatted(made.json().at("/fields/0/id").asText()));
    assertEquals(200, changed.status(), changed.text());
    JsonNode form = changed.json();
    assertEquals(List.of("grade", "note", "age"), form.get("fields").findValuesAsText("key"));
    assertEquals(List.of("Quality", "Note", "Age"), form.get("fields").findValuesAsText("label"));
    assertEquals("[\"A\",\"B\",\"C\"]", form.at("/fields/0/options").asText());
    assertEquals("RADIO", form.at("/fields/0/type").asText());
    assertEquals(false, form.at("/fields/1/required").asBoolean());
    assertEquals(List.of("phone", "city"), form.get("field_config").findValuesAsText("key"));
    assertEquals(false, form.at("/field_config/0/visibility").asBoolean());
    assertNotEquals(made.json().get("updated_on"), form.get("updated_on"));
  }

  @Test
  void aDocumentCanBeSentBackAsReadAndChangesNothing() {
    Reply sent = admin.patch(path, made.text());
    assertEquals(200, sent.status(), sent.text());
    assertEquals(
        ((ObjectNode) made.json()).without("updated_on").toString(),
        ((ObjectNode) sent.json()).without("updated_on").toString());
  }

  @Test
  void theTypeOfAFieldChangesUntilItIsFilledIn() {
    String text = "{\"fields\": [{\"key\": \"grade\", \"type\": \"TEXT\"}]}";
    assertEquals("TEXT", admin.patch(path, text).json().at("/fields/0/type").asText());
    String filled =
        """
        {"form": "%s", "values": [{"field": "grade", "value": "x"}, {"field": "note", "value": "y"}]}
        """;
    assertEquals(201, admin.post("/v1/forms/submissions/", filled.formatted(made.id())).status());
    Reply refused = admin.patch(path, text.replace("TEXT", "INTEGER"));
    assertEquals(409, refused.status());
    assertEquals(List.of("/fields/0/type filled"), refused.findings());
    assertEquals(200, admin.patch(path, text).status());
  }

  @Test
  void itsProductsAreThoseThatAChangeNames() {
    UUID other = world.product("Honey");
    Reply changed = admin.patch(path, "{\"products\": [\"%s\"]}".formatted(other));
    assertEquals(List.of(other.toString()), changed.json().get("products").findValuesAsText("id"));
    assertEquals(1, admin.patch(path, "{}").json().get("products").size());
    assertEquals(0, admin.patch(path, "{\"products\": null}").json().get("products").size());
  }

  @Test
  void ownerTypeAndKeysStayAsTheyAre() {
    Reply refused =
        admin.patch(
            path,
            """
            {"owner": "%s", "form_type": "PAYMENT",
             "fields": [{"id": "%s", "key": "other"}, {"id": "%s", "label": "x"},
               {"key": "note"}, {"key": "note"}, {"key": "new"}, {"label": "y"}]}
            """
                .formatted(
                    world.company("O"),
                    made.json().at("/fields/0/id").asText(),
                    made.json().at("/field_config/0/id").asText()));
    assertEquals(
        List.of(
            "/owner fixed",
            "/form_type fixed",
            "/fields/0/key fixed",
            "/fields/1/id does_not_exist",
            "/fields/3/key duplicate",
            "/fields/4/label required",
            "/fields/5/key required"),
        refused.findings());
  }

  @Test
  void aFormHasAtMostFiveHundredFields() {
    String fields =
        IntStream.range(0, 498)
            .mapToObj("{\"key\": \"k%d\", \"label\": \"l\"}"::formatted)
            .collect(Collectors.joining(","));
    Reply full = admin.patch(path, "{\"fields\": [" + fields + "]}");
    assertEquals(500, full.json().get("fields").size());
    Reply more = admin.patch(path, "{\"fields\": [{\"key\": \"z\", \"label\": \"l\"}]}");
    assertEquals(List.of("/fields too_many"), more.findings());
    assertTrue(admin.patch(path, "{\"fields\": [{\"key\": \"k1\"}]}").status() == 200);
  }

  @Test
  void theTextsOfItsFieldsHaveAMillionCharactersTogether() {
    UUID form = world.form(company, "FARMER");
    world.field(form, "grade", "TEXT", false, "[]");
    assertEquals(200, rename(form, "G").status());
    int left = Forms.MOST_CHARACTERS - characters(form) - 1;
    World.write(
        "update form_field set options = options || repeat(' ', ?) where form = ?", left, form);
    assertEquals(200, rename(form, "Gr").status());
    assertEquals(Forms.MOST_CHARACTERS, characters(form));
    Reply refused = rename(form, "Gra");
    assertEquals(400, refused.status(), refused.text());
    String finding =
        """
        [{"pointer":"/fields","code":"too_long",\
        "detail":"Labels, default values and options may have 1000000 characters together."}]""";
    assertEquals(finding, refused.json().get("errors").toString());
    assertEquals(Forms.MOST_CHARACTERS, characters(form));
  }

  private Reply rename(UUID form, String label) {
    String body = "{\"fields\": [{\"key\": \"grade\", \"label\": \"%s\"}]}";
    return admin.patch("/v1/forms/forms/" + form + "/", body.formatted(label));
  }

  private static int characters(UUID form) {
    return World.read(sql -> FormTotals.characters(sql, FORM_FIELD.FORM.eq(form)));
  }
}
