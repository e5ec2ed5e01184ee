package supplychain.records.form;

import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.form.Submissions.Checked;

/** Inserts new submissions with their values together. */
public final class NewSubmissions {
  private final Rows submissions =
      new Rows(
          SUBMISSION,
          SUBMISSION.ID,
          SUBMISSION.COMPANY,
          SUBMISSION.FORM,
          SUBMISSION.PRODUCT,
          SUBMISSION.FARMER,
          SUBMISSION.PRODUCT_TRANSACTION,
          SUBMISSION.CREATOR,
          SUBMISSION.UPDATER);
  private final Rows values =
      new Rows(
          SUBMISSION_VALUE,
          SUBMISSION_VALUE.ID,
          SUBMISSION_VALUE.SUBMISSION,
          SUBMISSION_VALUE.FIELD,
          SUBMISSION_VALUE.VALUE,
          SUBMISSION_VALUE.CREATOR,
          SUBMISSION_VALUE.UPDATER);

  /** Adds a submission of a farmer or of a product transaction; the other is null. */
  public NewSubmissions add(
      Caller caller, UUID company, UUID farmer, UUID productTransaction, Checked submission) {
    return add(Ids.next(), caller, company, farmer, productTransaction, submission);
  }

  NewSubmissions add(
      UUID id,
      Caller caller,
      UUID company,
      UUID farmer,
      UUID productTransaction,
      Checked submission) {
    UUID product = submission.body().product().value();
    UUID user = caller.user();
    submissions.add(
        id, company, submission.form(), product, farmer, productTransaction, user, user);
    submission
        .values()
        .forEach(
            (field, value) -> {
              if (value != null) {
                values.add(Ids.next(), id, field, value, user, user);
              }
            });
    return this;
  }

  /** Inserts the submissions, in the transaction of {@code sql}. */
  public void insert(DSLContext sql) {
    submissions.insert(sql);
    values.insert(sql);
  }
}
