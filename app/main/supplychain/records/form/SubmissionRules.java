package supplychain.records.form;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.records.References;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.Present;

/** Holds filled-in forms to the forms; what is wrong becomes a finding. */
public final class SubmissionRules {
  private SubmissionRules() {}

  /** The fields of the forms that these name, by form. */
  public static Map<UUID, List<FormField>> fields(DSLContext sql, List<SubmissionBody> bodies) {
    List<UUID> forms = bodies.stream().map(SubmissionBody::form).filter(f -> f != null).toList();
    return forms.isEmpty() ? Map.of() : FormField.ofForms(sql, forms);
  }

  /** Checks one new submission, whose form's fields are looked up already. */
  public static Optional<Checked> check(
      SubmissionBody body,
      FormType type,
      UUID company,
      References references,
      Map<UUID, List<FormField>> fields) {
    if (body.form() == null) {
      body.body().require("form");
      return Optional.empty();
    }
    if (!isForm(body, body.form(), type, company, references)) {
      return Optional.empty();
    }
    List<FormField> ofForm = fields.getOrDefault(body.form(), List.of());
    return Optional.of(new Checked(body, body.form(), body.check(ofForm, Map.of())));
  }

  /** Checks what a body changes of a submission, which may be there already. */
  public static Optional<Checked> check(
      DSLContext sql,
      SubmissionBody body,
      Optional<Present> present,
      FormType type,
      UUID company,
      References references) {
    UUID form = body.form() == null ? present.map(Present::form).orElse(null) : body.form();
    boolean isUnreadable = body.form() == null && body.body().has("form");
    if (form == null || isUnreadable) {
      body.body().require("form");
      return Optional.empty();
    }
    if (body.form() != null && !isForm(body, form, type, company, references)) {
      return Optional.empty();
    }
    List<FormField> fields = FormField.ofForms(sql, List.of(form)).getOrDefault(form, List.of());
    Map<UUID, String> values =
        present.filter(p -> p.form().equals(form)).map(Present::values).orElse(Map.of());
    return Optional.of(new Checked(body, form, body.check(fields, values)));
  }

  private static boolean isForm(
      SubmissionBody body, UUID form, FormType type, UUID company, References references) {
    References.Found found = references.get(References.Kind.FORM, form);
    if (found == null) {
      return false;
    }
    if (!found.company().equals(company)) {
      body.body().refuse("form", "does_not_exist", References.ABSENT);
      return false;
    }
    if (!found.state().equals(type.name())) {
      body.body().refuse("form", "wrong_form", "It must be a " + type + " form.");
      return false;
    }
    return true;
  }
}
