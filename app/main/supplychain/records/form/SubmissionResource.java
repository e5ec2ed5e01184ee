package supplychain.records.form;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.val;
import static supplychain.schema.Tables.*;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
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
          .lockedAfter(FormField.SQL, "lock_farmer")
          .amendedBy(SubmissionResource::amend);

  private SubmissionResource() {}

  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    body.require("form");
    SubmissionBody submission = read(body, null, null, references);
    Supplier<Map<UUID, List<FormField>>> fields =
        FormField.lock(Batch.of(sql), Set.of(caller), Stream.ofNullable(submission.form()));
    references.resolve(sql);
    References.Form form = references.get(References.Target.FORM, submission.form());
    Checked checked =
        form == null ? null : submission.check(Optional.empty(), form.id(), fields.get());
    body.throwIfInvalid();
    Batch batch = Batch.of(sql);
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
    references.want(References.Target.PARTY, "", farmer, found -> true);
    Supplier<Map<UUID, List<FormField>>> fields =
        FormField.lock(Batch.of(sql), Set.of(caller), Stream.of(subject.get(SUBMISSION.FORM)));
    references.resolve(sql);
    if (references.get(References.Target.FORM, submission.form()) != null) {
      body.keep("form", Names.id("form"), subject.get(SUBMISSION.FORM));
    }
    Present present = Submissions.of(sql, id);
    Checked checked = submission.check(Optional.of(present), present.form(), fields.get());
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
