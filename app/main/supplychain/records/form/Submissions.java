package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.database.SqlFile.uuid;
import static supplychain.schema.Tables.*;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.ChangedRows;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.database.SqlFile;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.validation.Columns;

/** Reads and changes recorded submissions. */
public final class Submissions {
  static final SqlFile SQL = SqlFile.beside(Submissions.class, "submissions.sql");

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
  }

  /**
   * A submission in a body, checked against its form.
   *
   * @param id that of the recorded submission, or a new one
   * @param present the recorded submission that it changes; empty for a new one
   * @param values by field; null clears a value
   */
  public record Checked(
      UUID id,
      SubmissionBody body,
      Optional<Present> present,
      UUID form,
      Map<UUID, String> values) {}

  /**
   * A submission to write. The farmer, the product transaction or both are null. The company is
   * null for a change, which keeps it.
   */
  public record FilledForm(
      Caller caller, UUID company, UUID farmer, UUID productTransaction, Checked checked) {
    private NewRow row() {
      return new NewRow(SUBMISSION, checked.id(), caller.user())
          .set(SUBMISSION.COMPANY, company)
          .set(SUBMISSION.FORM, checked.form())
          .set(SUBMISSION.PRODUCT, checked.body().product().value())
          .set(SUBMISSION.FARMER, farmer)
          .set(SUBMISSION.PRODUCT_TRANSACTION, productTransaction);
    }

    private NewRow value(UUID field, String value) {
      return new NewRow(SUBMISSION_VALUE, Ids.next(), caller.user())
          .set(SUBMISSION_VALUE.SUBMISSION, checked.id())
          .set(SUBMISSION_VALUE.FIELD, field)
          .set(SUBMISSION_VALUE.VALUE, value);
    }
  }

  /**
   * Keeps the types of the fields of these forms, and of the forms of these farmers' submissions,
   * to the end of the transaction. Forms that none of the callers sees are not locked. A separate
   * statement reads the fields: after a lock wait, READ COMMITTED would return the old rows.
   */
  public static void lockTypes(
      Batch batch, Collection<Caller> callers, Stream<UUID> forms, List<UUID> farmers) {
    UUID[] ids = forms.filter(Objects::nonNull).distinct().toArray(UUID[]::new);
    if (ids.length > 0 || !farmers.isEmpty()) {
      Visibility.seenBy(callers, SQL.call("lock_types_of_fields").set("ids", ids))
          .set("farmers", farmers.toArray(UUID[]::new))
          .add(batch, Batch.NOTHING);
    }
  }

  /** Reads the submissions of farmers when the batch runs. */
  public static Fetched<Present> ofFarmers(Batch batch, List<UUID> farmers) {
    return farmers.isEmpty()
        ? Fetched.none()
        : SQL.call("submissions_of_farmers")
            .set("farmers", farmers.toArray(UUID[]::new))
            .add(batch, Present::row);
  }

  static Present of(DSLContext sql, UUID id) {
    return SQL.call("submission").set("id", id).one(sql, Present::row).orElseThrow();
  }

  /**
   * Inserts or changes submissions when the batch runs. A value that stays the same keeps its last
   * change. The recorded submissions are locked, or their farmers.
   */
  public static void write(Batch batch, List<FilledForm> all) {
    NewRows added = NewRows.of(SUBMISSION);
    ChangedRows changed = new ChangedRows(SUBMISSION.ID);
    NewRows addedValues = NewRows.of(SUBMISSION_VALUE);
    List<ChangedValue> changedValues = new ArrayList<>();
    for (FilledForm one : all) {
      Checked checked = one.checked();
      Optional<Present> sameForm =
          checked.present().filter(present -> present.form().equals(checked.form()));
      if (checked.present().isEmpty()) {
        added.add(one.row());
      } else {
        clear(batch, one, sameForm.isEmpty());
        Columns columns = new Columns(checked.body().body()).put(SUBMISSION.FORM, checked.form());
        columns.set(SUBMISSION.PRODUCT, checked.body().product());
        changed.add(checked.id(), one.caller().user(), columns.values());
      }
      Map<UUID, String> before = sameForm.map(Present::values).orElse(Map.of());
      checked
          .values()
          .forEach(
              (field, value) -> {
                if (value != null && !before.containsKey(field)) {
                  addedValues.add(one.value(field, value));
                } else if (value != null && !value.equals(before.get(field))) {
                  changedValues.add(new ChangedValue(one, field, value));
                }
              });
    }
    added.insert(batch);
    changed.change(batch);
    changeValues(batch, changedValues);
    addedValues.insert(batch);
  }

  private record ChangedValue(FilledForm of, UUID field, String value) {}

  private static void changeValues(Batch batch, List<ChangedValue> all) {
    if (!all.isEmpty()) {
      SQL.call("change_values")
          .set("submissions", all.stream().map(one -> one.of().checked().id()).toArray(UUID[]::new))
          .set("fields", all.stream().map(ChangedValue::field).toArray(UUID[]::new))
          .set("values", all.stream().map(ChangedValue::value).toArray(String[]::new))
          .set("updaters", all.stream().map(one -> one.of().caller().user()).toArray(UUID[]::new))
          .add(batch);
    }
  }

  /** Deletes the values that are cleared; with another form, all of the previous form. */
  private static void clear(Batch batch, FilledForm form, boolean isOtherForm) {
    Map<UUID, String> values = form.checked().values();
    List<UUID> cleared = values.keySet().stream().filter(one -> values.get(one) == null).toList();
    if (isOtherForm || !cleared.isEmpty()) {
      SQL.call("clear_values")
          .set("submission", form.checked().id())
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
