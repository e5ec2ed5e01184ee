package supplychain.records.form;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.records.References;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.Present;

/** Checks submissions against their forms. A mistake becomes a finding. */
public final class SubmissionRules {
  private SubmissionRules() {}

  /** The fields of the forms that these bodies name, by form. */
  public static Map<UUID, List<FormField>> fields(DSLContext sql, List<SubmissionBody> bodies) {
    List<UUID> forms = bodies.stream().map(SubmissionBody::form).filter(f -> f != null).toList();
    return forms.isEmpty() ? Map.of() : FormField.ofForms(sql, forms);
  }

  /** Checks a new submission against these fields, by form; empty if the form is wrong. */
  public static Optional<Checked> check(
      SubmissionBody body,
      FormType type,
      UUID company,
      References references,
      Map<UUID, List<FormField>> fields) {
    if (!isForm(body, type, company, references)) {
      return Optional.empty();
    }
    List<FormField> ofForm = fields.getOrDefault(body.form(), List.of());
    return Optional.of(new Checked(body, body.form(), body.check(ofForm, Map.of())));
  }

  /** Checks a new or a changed submission; empty if the form is wrong. */
  public static Optional<Checked> check(
      DSLContext sql,
      SubmissionBody body,
      Optional<Present> present,
      FormType type,
      UUID company,
      References references) {
    boolean keepsForm = present.isPresent() && !body.body().has("form");
    if (!keepsForm && !isForm(body, type, company, references)) {
      return Optional.empty();
    }
    UUID form = keepsForm ? present.get().form() : body.form();
    return Optional.of(
        check(
            sql,
            body,
            present.filter(p -> p.form().equals(form)).orElse(new Present(null, form, Map.of()))));
  }

  /** Checks the values of a submission together with the present values of the same form. */
  static Checked check(DSLContext sql, SubmissionBody body, Present present) {
    UUID form = present.form();
    List<FormField> fields = FormField.ofForms(sql, List.of(form)).getOrDefault(form, List.of());
    return new Checked(body, form, body.check(fields, present.values()));
  }

  private static boolean isForm(
      SubmissionBody body, FormType type, UUID company, References references) {
    body.body().require("form");
    References.Found found = references.get(References.Kind.FORM, body.form());
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
