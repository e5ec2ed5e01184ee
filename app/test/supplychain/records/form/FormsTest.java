package supplychain.records.form;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.http.JsonRequest;
import supplychain.validation.Body;

/** Forms over HTTP: an ADMIN makes and changes those of its company. */
class FormsTest extends OneCompany {
  private static final String SIZE_IS_INTEGER =
      "{\"fields\": [{\"key\": \"size\", \"type\": \"INTEGER\"}]}";
  private static final String FILLED_SIZE =
      "{\"form\": \"%s\", \"values\": [{\"field\": \"size\", \"value\": \"large\"}]}";

  private final UUID user = world.member(company);
  private final Caller caller = new Caller(user, company, Role.ADMIN);
  private final Client admin = world.client(user, company, Role.ADMIN);
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
  void fieldsAreChangedByIdOrKeyAndAddedAndNoneIsRemoved() {
    Reply changed =
        admin
            .patch(
                path,
                """
                {"fields": [{"id": "%s", "label": "Quality", "options": ["A", "B", "C"]},
                   {"key": "note", "required": false},
                   {"key": "age", "label": "Age", "type": "INTEGER"}],
                 "field_config": [{"key": "phone", "visibility": false},
                   {"key": "city", "label": "City"}]}
                """
                    .formatted(made.at("/fields/0/id")))
            .expect(200);
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
  void theTypeOfAFieldChangesUntilItIsFilledIn() {
    String text = "{\"fields\": [{\"key\": \"grade\", \"type\": \"TEXT\"}]}";
    assertEquals("TEXT", admin.patch(path, text).at("/fields/0/type"));
    String filled =
        """
        {"form": "%s", "values": [{"field": "grade", "value": "x"}, {"field": "note", "value": "y"}]}
        """;
    admin.post(SUBMISSIONS, filled.formatted(made.id())).expect(201);
    admin.patch(path, text.replace("TEXT", "INTEGER")).expect(409, "/fields/0/type filled");
    admin.patch(path, text).expect(200);
  }

  @Test
  void aChangeReplacesTheProductsOfAForm() {
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
                    world.company("O"), made.at("/fields/0/id"), made.at("/field_config/0/id")));
    refused.expect(
        400,
        "/owner fixed",
        "/form_type fixed",
        "/fields/1/id does_not_exist",
        "/fields/3/key duplicate",
        "/fields/4/label required",
        "/fields/5/key required",
        "/fields/0/key fixed");
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
    more.expect(400, "/fields too_many");
    assertTrue(admin.patch(path, "{\"fields\": [{\"key\": \"k1\"}]}").status() == 200);
  }

  @Test
  void theTextsOfItsFieldsHaveAMillionCharactersTogether() {
    UUID form = world.form(company, "FARMER");
    world.field(form, "grade", "TEXT", false, "[]");
    rename(form, "G").expect(200);
    int left = FormResource.MOST_CHARACTERS - characters(form) - 1;
    World.write(
        "update form_field set options = options || repeat(' ', ?) where form = ?", left, form);
    rename(form, "Gr").expect(200);
    assertEquals(FormResource.MOST_CHARACTERS, characters(form));
    String detail =
        "/fields Labels, default values and options together can have at most 1000000 characters.";
    Reply refused = rename(form, "Gra").expect(400, "/fields too_long");
    assertEquals(List.of(detail), refused.details());
    assertEquals(FormResource.MOST_CHARACTERS, characters(form));
  }

  private Reply rename(UUID form, String label) {
    String body = "{\"fields\": [{\"key\": \"grade\", \"label\": \"%s\"}]}";
    return admin.patch(FORMS + form + "/", body.formatted(label));
  }

  private static int characters(UUID form) {
    return World.read(sql -> FormTotals.characters(sql, form));
  }

  /** A value has the type of its field, even if a change of the type and a value meet. */
  @Test
  void aTypeStaysWhileAValueIsBeingRecorded() {
    UUID form = formWithSize("PAYMENT");
    String filled = FILLED_SIZE.formatted(form);
    Meanwhile.during(
            sql -> SubmissionResource.record(sql, caller, body(filled)),
            () -> admin.patch(FORMS + form + "/", SIZE_IS_INTEGER))
        .expect(409, "/fields/0/type filled");
  }

  @Test
  void aValueIsCheckedAgainstTheTypeThatIsBeingSet() {
    UUID form = formWithSize("PAYMENT");
    Meanwhile.during(
            sql -> setSizeToInteger(sql, form),
            () -> admin.post(SUBMISSIONS, FILLED_SIZE.formatted(form)))
        .expect(400, "/values/0/value format");
  }

  @Test
  void aValueOfAFarmerWhoKeepsItsFormIsCheckedAgainstTheTypeThatIsBeingSet() {
    UUID form = formWithSize("FARMER");
    String path = FARMERS + world.farmer(company) + "/";
    String named = "{\"first_name\": \"Grace\", \"submission\": {\"form\": \"" + form + "\"}}";
    admin.patch(path, named).expect(200);
    String filled =
        """
        {"first_name": "Grace",
         "submission": {"values": [{"field": "size", "value": "large"}]}}""";
    Meanwhile.during(sql -> setSizeToInteger(sql, form), () -> admin.patch(path, filled))
        .expect(400, "/submission/values/0/value format");
  }

  private void setSizeToInteger(DSLContext sql, UUID form) {
    sql.selectFrom(FORM).where(FORM.ID.eq(form)).forNoKeyUpdate().execute();
    FormResource.amend(sql, caller, form, body(SIZE_IS_INTEGER));
  }

  private UUID formWithSize(String type) {
    UUID form = world.form(company, type);
    world.field(form, "size", "TEXT", false, "[]");
    return form;
  }

  private static Body body(String json) {
    return Body.of(JsonRequest.parse(json.getBytes(StandardCharsets.UTF_8)), false);
  }
}
