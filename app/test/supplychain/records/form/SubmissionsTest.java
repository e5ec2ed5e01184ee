package supplychain.records.form;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Filled-in forms over HTTP: a MEMBER records those that payments name, and changes values. */
class SubmissionsTest extends OneCompany {
  private final UUID user = world.member(company);
  private final Client member = world.client(user, company, Role.MEMBER);
  private final UUID form = world.form(company, "PAYMENT");
  private final UUID reason = world.field(form, "reason", "TEXT", true, "[]");
  private final UUID grade = world.field(form, "grade", "RADIO", false, "[\"A\"]");

  private Reply made() {
    String body =
        "{\"form\": \"%s\", \"values\": [{\"field\": \"reason\", \"value\": \"School\"}]}";
    return member.post(SUBMISSIONS, body.formatted(form)).expect(201);
  }

  private static String values(String... fieldsAndValues) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      String value = "{\"field\": \"%s\", \"value\": %s}";
      values.add(value.formatted(fieldsAndValues[i], fieldsAndValues[i + 1]));
    }
    return "{\"values\": " + values + "}";
  }

  @Test
  void valuesAreMergedByField() {
    String path = SUBMISSIONS + made().id() + "/";
    Reply changed = member.patch(path, values("grade", "\"A\"")).expect(200);
    assertEquals(
        List.of(reason.toString(), grade.toString()),
        changed.json().get("values").findValuesAsText("field"));
    Reply cleared = member.patch(path, values("grade", "null"));
    assertEquals(1, cleared.json().get("values").size());
    member.patch(path, values("reason", "null")).expect(400, "/values required");
    member.patch(path, values("grade", "\"B\"")).expect(400, "/values/0/value format");
    member.patch(path, cleared.text()).expect(200);
  }

  @Test
  void aFarmersIsChangedWithTheFarmer() {
    UUID farmer = world.farmer(company);
    UUID farmerForm = world.form(company, "FARMER");
    world.field(farmerForm, "variety", "TEXT", false, "[]");
    String farmerPath = FARMERS + farmer + "/";
    JsonNode before =
        member
            .patch(
                farmerPath,
                "{\"first_name\": \"Grace\", \"submission\": {\"form\": \"%s\"}}"
                    .formatted(farmerForm))
            .json();
    String path = SUBMISSIONS + before.at("/submission/id").asText() + "/";
    Reply changed = member.patch(path, values("variety", "\"SL14\"")).expect(200);
    assertEquals(farmer.toString(), changed.at("/farmer"));
    member.patch(path, changed.text()).expect(200);
    JsonNode after = member.get(farmerPath).json();
    assertEquals("SL14", after.at("/submission/values/0/value").asText());
    assertNotEquals(before.get("updated_on"), after.get("updated_on"));
    assertEquals(1, member.get(SUBMISSIONS + "?farmer=" + farmer).json().size());
  }

  @Test
  void aValueStaysWhenItsOptionIsNoLongerThereButCannotBeSentAgain() {
    String path = SUBMISSIONS + made().id() + "/";
    member.patch(path, values("grade", "\"A\"")).expect(200);
    String options = "{\"fields\": [{\"key\": \"grade\", \"options\": [\"B\"]}]}";
    world.client(company, Role.ADMIN).patch(FORMS + form + "/", options).expect(200);
    Reply changed = member.patch(path, values("reason", "\"Fees\"")).expect(200);
    assertEquals("A", changed.at("/values/1/value"));
    member.patch(path, values("grade", "\"A\"")).expect(400, "/values/0/value format");
  }

  /** Only somebody who writes past the service can do that, and verify reports it. */
  @Test
  void theFilledInFormOfAnotherCompanyDoesNotChange() {
    UUID farmer = world.farmer(company);
    String body = "{\"first_name\": \"Grace\", \"submission\": {%s}}";
    String named = "\"form\": \"%s\"".formatted(world.form(company, "FARMER"));
    Reply filled = member.patch(FARMERS + farmer + "/", body.formatted(named)).expect(200);
    UUID foreign = world.form(world.company("Exporter"), "FARMER");
    World.write("update submission set form = ? where farmer = ?", foreign, farmer);
    member
        .patch(FARMERS + farmer + "/", body.formatted("\"values\": []"))
        .expect(400, "/submission/form required");
    String path = SUBMISSIONS + filled.at("/submission/id") + "/";
    member.patch(path, "{}").expect(400, " does_not_exist");
  }

  @Test
  void theFormOfATransactionCannotBeChanged() {
    UUID trade = world.form(company, "TRANSACTION");
    world.field(trade, "grade", "TEXT", false, "[]");
    String filled =
        "'amount': '1', 'submissions': [{'form': '%s', 'values': [{'field': 'grade', 'value': 'ripe'}]}]"
            .formatted(trade);
    UUID product = world.product("Cherry");
    Reply purchase =
        member.post(GOODS, Goods.body(world.farmer(company), company, product, filled));
    String path = SUBMISSIONS + purchase.at("/submissions/0/id") + "/";
    Reply read = member.get(path);
    assertEquals(purchase.id(), read.at("/product_transaction"));
    member.patch(path, values("grade", "\"raw\"")).expect(409);
    assertEquals(read.json(), member.get(path).json());
    assertEquals(
        1, member.get(SUBMISSIONS + "?product_transaction=" + purchase.id()).json().size());
  }

  @Test
  void theValuesOfASubmissionHaveAMillionCharactersTogether() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < SubmissionBody.MOST_CHARACTERS / SubmissionBody.VALUE_LENGTH; i++) {
      keys.add("long-" + i);
      world.field(form, "long-" + i, "TEXT", false, "[]");
    }
    String path = SUBMISSIONS + made().id() + "/";
    String longest = "\"" + "x".repeat(SubmissionBody.VALUE_LENGTH) + "\"";
    String[] most = keys.stream().flatMap(key -> Stream.of(key, longest)).toArray(String[]::new);
    most[1] = "\"" + "x".repeat(SubmissionBody.VALUE_LENGTH - "School".length()) + "\"";
    member.patch(path, values(most)).expect(200);
    Reply refused = member.patch(path, values("reason", "\"Schools\""));
    String detail = "/values All values together can have at most 1000000 characters.";
    assertEquals(List.of(detail), refused.expect(400, "/values too_long").details());
    member.patch(path, values("reason", "\"Sch\u00f6\ud83c\udf31l\"")).expect(200);
    World.write("update submission_value set value = value || 'xx' where field = ?", reason);
    member.patch(path, values("grade", "\"A\"")).expect(400);
    member.patch(path, values("reason", "\"School\"")).expect(200);
  }
}
