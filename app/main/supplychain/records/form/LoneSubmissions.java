package supplychain.records.form;

import static org.jooq.impl.DSL.noCondition;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.ID;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Records;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.Present;
import supplychain.validation.Body;
import supplychain.validation.FixedFields;

/**
 * Records and changes submissions by requests of their own: for payments, which name them, and the
 * submissions of farmers.
 */
public final class LoneSubmissions {
  private LoneSubmissions() {}

  /** A submission belongs to a farmer, to a product transaction, or to neither. */
  private record Place(UUID form, UUID farmer, UUID productTransaction) {}

  /** Records a submission that belongs to nothing yet, in the transaction of {@code sql}. */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    body.require("form");
    SubmissionBody submission = read(body, null, null, references);
    references.resolve(sql, body.findings());
    References.Found form = references.get(References.Kind.FORM, submission.form());
    Present nothing = new Present(null, submission.form(), Map.of());
    Checked checked = form == null ? null : check(sql, submission, nothing);
    body.finish();
    UUID id = Ids.next();
    new NewSubmissions().add(id, caller, form.company(), null, null, checked).insert(sql);
    return id;
  }

  /** Changes a submission, whose row is locked. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Place place =
        sql.select(SUBMISSION.FORM, SUBMISSION.FARMER, SUBMISSION.PRODUCT_TRANSACTION)
            .from(SUBMISSION)
            .where(SUBMISSION.ID.eq(id))
            .fetchSingle(Records.mapping(Place::new));
    References references = new References(caller);
    SubmissionBody submission = read(body, place.farmer(), place.productTransaction(), references);
    references.resolve(sql, body.findings());
    if (references.get(References.Kind.FORM, submission.form()) != null) {
      FixedFields.keep(body, "form", ID, place.form());
    }
    Present present = Submissions.of(sql, id);
    Checked checked = check(sql, submission, present);
    body.finish();
    if (place.productTransaction() != null) {
      throw Problem.conflict("It was recorded with a product transaction, and stays as it is.");
    }
    Submissions.change(sql, caller, present, checked);
    if (place.farmer() != null) {
      // The farmer's document contains the submission, so that it changes too.
      Updates.of(sql, FARMER, caller.user()).where(FARMER.ID.eq(place.farmer())).execute();
    }
  }

  private static SubmissionBody read(
      Body body, UUID farmer, UUID productTransaction, References references) {
    FixedFields.keep(body, "farmer", ID, farmer);
    FixedFields.keep(body, "product_transaction", ID, productTransaction);
    return SubmissionBody.read(body, references);
  }

  private static Checked check(DSLContext sql, SubmissionBody submission, Present present) {
    UUID form = present.form();
    List<FormField> fields = FormField.ofForms(sql, List.of(form)).getOrDefault(form, List.of());
    return new Checked(submission, form, submission.check(fields, present.values()));
  }

  /** Locks the farmer of a submission. A change of the farmer takes the locks in this order too. */
  static void lockFarmer(DSLContext sql, Caller caller, UUID submission) {
    sql.select(FARMER.ID)
        .from(FARMER)
        .join(SUBMISSION)
        .on(SUBMISSION.FARMER.eq(FARMER.ID))
        .where(SUBMISSION.ID.eq(submission))
        .and(caller.isOperator() ? noCondition() : FARMER.BUYER.eq(caller.company()))
        .forNoKeyUpdate()
        .of(FARMER)
        .execute();
  }
}
