package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.database.SqlFile.uuid;
import static supplychain.schema.Tables.*;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.ChangedRows;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.records.Updates;
import supplychain.validation.Columns;

/** Reads and changes recorded submissions. */
public final class Submissions {
  private Submissions() {}

  /** A recorded submission, with its values by field. */
  public record Present(UUID id, UUID form, UUID farmer, Map<UUID, String> values) {
    private static Present row(ResultSet row) throws SQLException {
      Map<UUID, String> values = new HashMap<>();
      Json.trusted(row.getString("field_values"))
          .properties()
          .forEach(one -> values.put(UUID.fromString(one.getKey()), one.getValue().asText()));
      return new Present(uuid(row, "id"), uuid(row, "form"), uuid(row, "farmer"), values);
    }

    /** A submission of this form that is not recorded yet. */
    static Present none(UUID form) {
      return new Present(null, form, null, Map.of());
    }
  }

  /**
   * A submission in a body, checked against its form.
   *
   * @param values by field; null clears a value
   */
  public record Checked(SubmissionBody body, UUID form, Map<UUID, String> values) {}

  /** A new submission. The farmer, the product transaction or both are null. */
  public record NewSubmission(
      UUID id,
      Caller caller,
      UUID company,
      UUID farmer,
      UUID productTransaction,
      Checked submission) {}

  /** Inserts submissions with their values when the batch runs. */
  public static void insert(Batch batch, List<NewSubmission> all) {
    NewRows submissions = NewRows.of(SUBMISSION);
    NewRows values = NewRows.of(SUBMISSION_VALUE);
    for (NewSubmission one : all) {
      UUID user = one.caller().user();
      submissions.add(
          new NewRow(SUBMISSION, one.id(), user)
              .set(SUBMISSION.COMPANY, one.company())
              .set(SUBMISSION.FORM, one.submission().form())
              .set(SUBMISSION.PRODUCT, one.submission().body().product().value())
              .set(SUBMISSION.FARMER, one.farmer())
              .set(SUBMISSION.PRODUCT_TRANSACTION, one.productTransaction()));
      Map<UUID, String> given = new HashMap<>(one.submission().values());
      given.values().removeIf(Objects::isNull);
      given.forEach((field, value) -> values.add(newValue(one.id(), field, value, user)));
    }
    submissions.insert(batch);
    values.insert(batch);
  }

  private static NewRow newValue(UUID submission, UUID field, String value, UUID user) {
    return new NewRow(SUBMISSION_VALUE, Ids.next(), user)
        .set(SUBMISSION_VALUE.SUBMISSION, submission)
        .set(SUBMISSION_VALUE.FIELD, field)
        .set(SUBMISSION_VALUE.VALUE, value);
  }

  /** Reads the submissions of farmers when the batch runs. */
  public static Fetched<Present> ofFarmers(Batch batch, List<UUID> farmers) {
    return farmers.isEmpty()
        ? Fetched.none()
        : FormField.SQL
            .call("submissions_of_farmers")
            .set("farmers", farmers.toArray(UUID[]::new))
            .add(batch, Present::row);
  }

  static Present of(DSLContext sql, UUID id) {
    return FormField.SQL.call("submission").set("id", id).one(sql, Present::row).orElseThrow();
  }

  /** The submission of a farmer, after a change of the farmer. */
  public record OfFarmer(
      Caller caller, UUID company, UUID farmer, Optional<Present> present, Checked checked) {}

  /** Changes the submissions of farmers, or inserts the first ones, when the batch runs. */
  public static void write(Batch batch, List<OfFarmer> all) {
    List<Change> changes = new ArrayList<>();
    List<NewSubmission> firsts = new ArrayList<>();
    for (OfFarmer one : all) {
      UUID id = one.present().map(Present::id).orElseGet(Ids::next);
      Authors.note(batch, id, one.farmer());
      one.present()
          .ifPresentOrElse(
              present -> changes.add(new Change(one.caller(), present, one.checked())),
              () ->
                  firsts.add(
                      new NewSubmission(
                          id, one.caller(), one.company(), one.farmer(), null, one.checked())));
    }
    change(batch, changes);
    insert(batch, firsts);
  }

  /** A change of a recorded submission. */
  record Change(Caller caller, Present present, Checked checked) {}

  /**
   * Changes submissions when the batch runs. A value that stays the same keeps its last change. The
   * submissions are locked, or their farmers.
   */
  static void change(Batch batch, List<Change> all) {
    ChangedRows submissions = new ChangedRows(SUBMISSION.ID);
    List<ChangedValue> changed = new ArrayList<>();
    NewRows added = NewRows.of(SUBMISSION_VALUE);
    for (Change one : all) {
      UUID id = one.present().id();
      UUID user = one.caller().user();
      Checked checked = one.checked();
      boolean isOtherForm = !one.present().form().equals(checked.form());
      clear(batch, one, isOtherForm);
      Columns columns = new Columns(checked.body().body()).put(SUBMISSION.FORM, checked.form());
      columns.set(SUBMISSION.PRODUCT, checked.body().product());
      submissions.add(id, user, columns.values());
      Map<UUID, String> before = isOtherForm ? Map.of() : one.present().values();
      checked
          .values()
          .forEach(
              (field, value) -> {
                if (value != null && !before.containsKey(field)) {
                  added.add(newValue(id, field, value, user));
                } else if (value != null && !value.equals(before.get(field))) {
                  changed.add(new ChangedValue(id, field, value, user));
                }
              });
    }
    submissions.change(batch);
    changeValues(batch, changed);
    added.insert(batch);
  }

  private record ChangedValue(UUID submission, UUID field, String value, UUID user) {}

  private static void changeValues(Batch batch, List<ChangedValue> all) {
    if (!all.isEmpty()) {
      FormField.SQL
          .call("change_values")
          .set("submissions", all.stream().map(ChangedValue::submission).toArray(UUID[]::new))
          .set("fields", all.stream().map(ChangedValue::field).toArray(UUID[]::new))
          .set("values", all.stream().map(ChangedValue::value).toArray(String[]::new))
          .set("updaters", all.stream().map(ChangedValue::user).toArray(UUID[]::new))
          .add(batch);
    }
  }

  /** Deletes the values that are cleared; with another form, all of the previous form. */
  private static void clear(Batch batch, Change change, boolean isOtherForm) {
    Map<UUID, String> values = change.checked().values();
    List<UUID> cleared = values.keySet().stream().filter(one -> values.get(one) == null).toList();
    if (isOtherForm || !cleared.isEmpty()) {
      FormField.SQL
          .call("clear_values")
          .set("submission", change.present().id())
          .set("all", isOtherForm)
          .set("fields", cleared.toArray(UUID[]::new))
          .add(batch);
    }
  }

  /** Separates a farmer from its submission. The submission stays: payments may name it. */
  public static void detach(DSLContext sql, Caller caller, UUID farmer) {
    Updates.of(sql, SUBMISSION, caller.user())
        .setNull(SUBMISSION.FARMER)
        .where(SUBMISSION.FARMER.eq(farmer))
        .execute();
  }
}
