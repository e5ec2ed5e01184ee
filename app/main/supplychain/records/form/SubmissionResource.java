package supplychain.records.form;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.val;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.References.FormWithFields;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.FilledForm;
import supplychain.records.form.Submissions.Present;
import supplychain.validation.Body;
import supplychain.validation.ValueTypes;

/** The kind of records for submissions. A company sees the submissions of its own forms. */
public final class SubmissionResource {
  /** Filled-in forms: of a farmer, of a product transaction, or of neither. */
  public static final RecordKind SUBMISSIONS =
      new RecordKind(
              "/v1/forms/submissions/",
              SUBMISSION,
              FormShapes.submission(true)
                  .columns(SUBMISSION.FARMER, SUBMISSION.PRODUCT_TRANSACTION)
                  .build(),
              Visibility.named(SUBMISSION.COMPANY))
          .filteredBy(
              Filter.id("of this form", SUBMISSION.FORM),
              new Filter<>(
                  "form_type",
                  "of forms of this type",
                  ValueTypes.choice(FormType.class),
                  type ->
                      List.of(
                          condition(
                              "submission.form in (select id from form where form_type = {0})",
                              val(type.name())))),
              Filter.id("about this product", SUBMISSION.PRODUCT),
              Filter.id("of this farmer", SUBMISSION.FARMER),
              Filter.id("of this product transaction", SUBMISSION.PRODUCT_TRANSACTION))
          .columns(SUBMISSION.ID, SUBMISSION.FORM, SUBMISSION.PRODUCT, SUBMISSION.FARMER)
          .columns(SUBMISSION.PRODUCT_TRANSACTION, SUBMISSION.CREATED_ON)
          .columns(SUBMISSION.UPDATED_ON)
          .createdBy(SubmissionResource::record)
          .lockedAfter(Submissions.SQL, "lock_farmer")
          .amendedBy(SubmissionResource::amend);

  private SubmissionResource() {}

  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    body.require("form");
    SubmissionBody submission = read(body, null, null, references);
    Batch batch = Batch.of(sql);
    Submissions.lockTypes(batch, Set.of(caller), Stream.of(submission.form()), List.of());
    references.resolve(sql);
    FormWithFields form = references.get(Target.FORM_WITH_FIELDS, submission.form());
    Checked checked = form == null ? null : submission.checkValues(form, Optional.empty());
    body.throwIfInvalid();
    Submissions.write(batch, List.of(new FilledForm(caller, form.company(), null, null, checked)));
    batch.run();
    return checked.id();
  }

  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record subject = sql.fetchSingle(SUBMISSION, SUBMISSION.ID.eq(id));
    UUID farmer = subject.get(SUBMISSION.FARMER);
    UUID productTransaction = subject.get(SUBMISSION.PRODUCT_TRANSACTION);
    References references = new References(caller, body);
    SubmissionBody submission = read(body, farmer, productTransaction, references);
    // The form of a farmer who was replaced does not change any more, like the farmer.
    references.want(Target.PARTY, "", farmer, found -> true);
    UUID form = subject.get(SUBMISSION.FORM);
    references.want(Target.FORM_WITH_FIELDS, "", form, found -> true);
    Submissions.lockTypes(Batch.of(sql), Set.of(caller), Stream.of(form), List.of());
    references.resolve(sql);
    if (references.get(Target.FORM_WITH_FIELDS, submission.form()) != null) {
      body.keep("form", Names.id("form"), form);
    }
    Optional<Present> present = Optional.of(Submissions.of(sql, id));
    FormWithFields fields = references.get(Target.FORM_WITH_FIELDS, form);
    Checked checked = fields == null ? null : submission.checkValues(fields, present);
    body.throwIfInvalid();
    if (productTransaction != null) {
      throw Problem.conflict("This form belongs to a product transaction and cannot be changed.");
    }
    if (farmer != null) {
      // The farmer's document contains the submission, so the farmer's updated_on changes too.
      Updates.of(sql, FARMER, caller.user()).where(FARMER.ID.eq(farmer)).execute();
    }
    Submissions.write(
        Batch.of(sql), List.of(new FilledForm(caller, null, farmer, productTransaction, checked)));
  }

  private static SubmissionBody read(
      Body body, UUID farmer, UUID productTransaction, References references) {
    body.keep("farmer", Names.id("farmer"), farmer);
    body.keep("product_transaction", Names.id("product_transaction"), productTransaction);
    return SubmissionBody.read(body, references);
  }
}
