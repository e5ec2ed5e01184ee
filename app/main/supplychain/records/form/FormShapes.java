package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;

/**
 * The JSON documents of forms and submissions, one constant for each level. The database keeps the
 * documents of a form and of a field (db/V004__forms.sql).
 */
public final class FormShapes {
  private static final Field<JSON> FIELD_OBJECT =
      JsonObject.kept(FORM_FIELD.DOCUMENT, array(FORM_FIELD.CREATOR, FORM_FIELD.UPDATER));

  static final Field<JSON> FORM_OBJECT = JsonObject.kept(FORM.DOCUMENT, FORM.DOCUMENT_USERS);

  private FormShapes() {}

  /** A farmer's submission, with its form and the fields of its values. */
  public static Field<JSON> submissionOf(Field<UUID> farmer) {
    return JsonObject.one(submission(true).build(), SUBMISSION, SUBMISSION.FARMER.eq(farmer));
  }

  /** A submission; a detailed one shows its form and the fields of its values. */
  static JsonObject submission(boolean isDetailed) {
    JsonObject submission =
        new JsonObject()
            .value("values", values(isDetailed))
            .columns(SUBMISSION.FORM, SUBMISSION.ID);
    if (isDetailed) {
      submission.value(
          "form_details", JsonObject.one(FORM_OBJECT, FORM, FORM.ID.eq(SUBMISSION.FORM)));
    }
    return submission
        .columns(SUBMISSION.UPDATED_ON, SUBMISSION.CREATED_ON)
        .users(SUBMISSION.CREATOR, SUBMISSION.UPDATER)
        .columns(SUBMISSION.PRODUCT);
  }

  /** The submissions of a product transaction, without the nested details. */
  public static Field<JSON> submissionsOf(Field<UUID> productTransaction) {
    return JsonObject.array(
        submission(false).build(),
        SUBMISSION,
        SUBMISSION.PRODUCT_TRANSACTION.eq(productTransaction),
        SUBMISSION.ID);
  }

  public static Field<JSON> formsOf(Field<UUID> company) {
    return JsonObject.array(FORM_OBJECT, FORM, FORM.OWNER.eq(company), FORM.ID);
  }

  /** The values of a submission; a detailed value shows its field. */
  private static Field<JSON> values(boolean areDetailed) {
    JsonObject value =
        new JsonObject()
            .columns(SUBMISSION_VALUE.FIELD, SUBMISSION_VALUE.VALUE, SUBMISSION_VALUE.ID);
    if (areDetailed) {
      value.value("field_details", FIELD_OBJECT);
    }
    return JsonObject.array(
        value
            .columns(SUBMISSION_VALUE.UPDATED_ON, SUBMISSION_VALUE.CREATED_ON)
            .users(SUBMISSION_VALUE.CREATOR, SUBMISSION_VALUE.UPDATER)
            .build(),
        SUBMISSION_VALUE.join(FORM_FIELD).on(FORM_FIELD.ID.eq(SUBMISSION_VALUE.FIELD)),
        SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID),
        FORM_FIELD.POSITION);
  }
}
