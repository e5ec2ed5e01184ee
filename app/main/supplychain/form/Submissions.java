package supplychain.form;

import static supplychain.schema.Tables.SUBMISSION;
import static supplychain.schema.Tables.SUBMISSION_VALUE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Query;
import org.jooq.impl.DSL;
import supplychain.body.Given;
import supplychain.database.Ids;
import supplychain.http.Caller;
import supplychain.part.References;
import supplychain.part.Timestamps;

/** The filled-in forms in the database. */
public final class Submissions {
  private Submissions() {}

  /** A submission that is there already. */
  public record Present(UUID id, UUID form, Map<UUID, String> values) {}

  /** The submissions of one body, checked against their forms. */
  public record Checked(SubmissionBody body, UUID form, Map<UUID, String> values) {}

  /**
   * Checks new submissions; what is wrong becomes a finding.
   *
   * @param company whose forms they must be
   * @param type of which type the forms must be
   */
  public static List<Checked> check(
      DSLContext sql,
      List<SubmissionBody> bodies,
      FormType type,
      UUID company,
      References references) {
    Map<UUID, List<FormField>> fields = fields(sql, bodies);
    return bodies.stream()
        .flatMap(body -> check(body, type, company, references, fields).stream())
        .toList();
  }

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

  /** A farmer's submission as it is now. */
  public static Optional<Present> ofFarmer(DSLContext sql, UUID farmer) {
    return sql.select(SUBMISSION.ID, SUBMISSION.FORM)
        .from(SUBMISSION)
        .where(SUBMISSION.FARMER.eq(farmer))
        .fetchOptional(
            row ->
                new Present(
                    row.value1(),
                    row.value2(),
                    sql.select(SUBMISSION_VALUE.FIELD, SUBMISSION_VALUE.VALUE)
                        .from(SUBMISSION_VALUE)
                        .where(SUBMISSION_VALUE.SUBMISSION.eq(row.value1()))
                        .fetchMap(SUBMISSION_VALUE.FIELD, SUBMISSION_VALUE.VALUE)));
  }

  /** Writes a new submission, of a farmer or of a product transaction. */
  public static void insert(
      DSLContext sql,
      Caller caller,
      UUID company,
      UUID farmer,
      UUID productTransaction,
      Checked submission) {
    new NewSubmissions().add(caller, company, farmer, productTransaction, submission).insert(sql);
  }

  /** Changes a farmer's submission; values of another form than before are dropped. */
  public static void update(DSLContext sql, Caller caller, Present present, Checked change) {
    Given<UUID> product = change.body().product();
    if (!present.form().equals(change.form())) {
      sql.deleteFrom(SUBMISSION_VALUE)
          .where(SUBMISSION_VALUE.SUBMISSION.eq(present.id()))
          .execute();
    }
    sql.update(SUBMISSION)
        .set(SUBMISSION.FORM, change.form())
        .set(SUBMISSION.PRODUCT, product.present() ? DSL.val(product.value()) : SUBMISSION.PRODUCT)
        .set(SUBMISSION.UPDATER, caller.user())
        .set(SUBMISSION.UPDATED_ON, Timestamps.after(SUBMISSION.UPDATED_ON))
        .where(SUBMISSION.ID.eq(present.id()))
        .execute();
    setValues(sql, caller, present.id(), change.values());
  }

  /** Parts a farmer from its submission, which stays: payments may name it. */
  public static void detach(DSLContext sql, Caller caller, UUID farmer) {
    sql.update(SUBMISSION)
        .setNull(SUBMISSION.FARMER)
        .set(SUBMISSION.UPDATER, caller.user())
        .set(SUBMISSION.UPDATED_ON, Timestamps.after(SUBMISSION.UPDATED_ON))
        .where(SUBMISSION.FARMER.eq(farmer))
        .execute();
  }

  private static void setValues(
      DSLContext sql, Caller caller, UUID submission, Map<UUID, String> values) {
    Map<UUID, String> set = new HashMap<>(values);
    set.values().removeIf(value -> value == null);
    if (set.size() < values.size()) {
      List<UUID> cleared =
          values.keySet().stream().filter(field -> !set.containsKey(field)).toList();
      sql.deleteFrom(SUBMISSION_VALUE)
          .where(SUBMISSION_VALUE.SUBMISSION.eq(submission))
          .and(SUBMISSION_VALUE.FIELD.in(cleared))
          .execute();
    }
    if (!set.isEmpty()) {
      Object[][] rows =
          set.entrySet().stream()
              .map(
                  value ->
                      new Object[] {
                        Ids.next(),
                        submission,
                        value.getKey(),
                        value.getValue(),
                        caller.user(),
                        caller.user()
                      })
              .toArray(Object[][]::new);
      sql.batch(upsertValue(sql)).bind(rows).execute();
    }
  }

  private static Query upsertValue(DSLContext sql) {
    return sql.insertInto(
            SUBMISSION_VALUE,
            SUBMISSION_VALUE.ID,
            SUBMISSION_VALUE.SUBMISSION,
            SUBMISSION_VALUE.FIELD,
            SUBMISSION_VALUE.VALUE,
            SUBMISSION_VALUE.CREATOR,
            SUBMISSION_VALUE.UPDATER)
        .values((UUID) null, null, null, null, null, null)
        .onConflict(SUBMISSION_VALUE.SUBMISSION, SUBMISSION_VALUE.FIELD)
        .doUpdate()
        .set(SUBMISSION_VALUE.VALUE, DSL.excluded(SUBMISSION_VALUE.VALUE))
        .set(SUBMISSION_VALUE.UPDATER, DSL.excluded(SUBMISSION_VALUE.UPDATER))
        .set(SUBMISSION_VALUE.UPDATED_ON, Timestamps.after(SUBMISSION_VALUE.UPDATED_ON))
        .where(SUBMISSION_VALUE.VALUE.ne(DSL.excluded(SUBMISSION_VALUE.VALUE)));
  }
}
