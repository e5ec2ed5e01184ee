package supplychain.records.form;

import static supplychain.schema.Tables.FORM;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.http.JsonRequest;
import supplychain.validation.Body;

/** A value is of the type of its field, also where that changes in the same instant. */
class FieldTypeRaceTest {
  private static final String SUBMISSIONS = "/v1/forms/submissions/";
  private static final String CHANGE = "{\"fields\": [{\"key\": \"size\", \"type\": \"INTEGER\"}]}";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID user = world.member(company);
  private final Caller caller = new Caller(user, company, Role.ADMIN);
  private final Client admin = world.client(user, company, Role.ADMIN);
  private final UUID form = world.form(company, "PAYMENT");
  private final String path = "/v1/forms/forms/" + form + "/";
  private final String filled =
      "{\"form\": \"%s\", \"values\": [{\"field\": \"size\", \"value\": \"large\"}]}"
          .formatted(form);

  FieldTypeRaceTest() {
    world.field(form, "size", "TEXT", false, "[]");
  }

  @Test
  void aTypeStaysWhereAValueIsJustBeingRecorded() {
    Meanwhile.during(
            sql -> SubmissionResource.record(sql, caller, body(filled)),
            () -> admin.patch(path, CHANGE))
        .expect(409, "/fields/0/type filled");
  }

  @Test
  void aValueIsCheckedAgainstTheTypeThatIsJustBeingSet() {
    Meanwhile.during(
            sql -> {
              sql.selectFrom(FORM).where(FORM.ID.eq(form)).forNoKeyUpdate().execute();
              FormResource.amend(sql, caller, form, body(CHANGE));
            },
            () -> admin.post(SUBMISSIONS, filled))
        .expect(400, "/values/0/value format");
  }

  private static Body body(String json) {
    return Body.of(JsonRequest.parse(json.getBytes(StandardCharsets.UTF_8)), false);
  }
}
