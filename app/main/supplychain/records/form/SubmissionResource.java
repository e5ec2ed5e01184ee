package supplychain.records.form;

import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.*;

import java.util.List;
import supplychain.records.Filter;
import supplychain.records.RecordKind;
import supplychain.validation.Kinds;

/** The kind of records for submissions. A company sees the submissions of its own forms. */
public final class SubmissionResource {
  /** Filled-in forms: of a farmer, of a product transaction, or of neither. */
  public static final RecordKind SUBMISSIONS =
      new RecordKind(
              "/v1/forms/submissions/",
              SUBMISSION,
              FormShapes.detailedSubmission()
                  .columns(SUBMISSION.FARMER, SUBMISSION.PRODUCT_TRANSACTION)
                  .build(),
              RecordKind.Visibility.named(SUBMISSION.COMPANY),
              List.of(
                  Filter.id("form", "of this form", SUBMISSION.FORM),
                  new Filter<>(
                      "form_type",
                      "of forms of this type",
                      Kinds.choice(FormType.class),
                      type ->
                          List.of(
                              SUBMISSION.FORM.in(
                                  select(FORM.ID)
                                      .from(FORM)
                                      .where(FORM.FORM_TYPE.eq(type.name()))))),
                  Filter.id("product", "about this product", SUBMISSION.PRODUCT),
                  Filter.id("farmer", "of this farmer", SUBMISSION.FARMER),
                  Filter.id(
                      "product_transaction",
                      "of this product transaction",
                      SUBMISSION.PRODUCT_TRANSACTION)))
          .columns(SUBMISSION.ID, SUBMISSION.FORM, SUBMISSION.PRODUCT, SUBMISSION.FARMER)
          .columns(SUBMISSION.PRODUCT_TRANSACTION, SUBMISSION.CREATED_ON)
          .columns(SUBMISSION.UPDATED_ON)
          .createdBy(LoneSubmissions::record)
          .lockedAfter(LoneSubmissions::lockFarmer)
          .amendedBy(LoneSubmissions::amend);

  private SubmissionResource() {}
}
