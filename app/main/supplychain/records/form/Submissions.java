package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.InsertValuesStep6;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.records.Updates;
import supplychain.validation.Columns;

/** Reads and changes recorded submissions. */
public final class Submissions {
  private Submissions() {}

  /** A recorded submission, with its values by field. */
  public record Present(UUID id, UUID form, Map<UUID, String> values) {}

  /**
   * A submission in a body, checked against its form.
   *
   * @param values by field; null clears a value
   */
  public record Checked(SubmissionBody body, UUID form, Map<UUID, String> values) {}

  /** A farmer's submission. */
  public static Optional<Present> ofFarmer(DSLContext sql, UUID farmer) {
    return find(sql, SUBMISSION.FARMER.eq(farmer));
  }

  /** The submission with this id. */
  static Present of(DSLContext sql, UUID id) {
    return find(sql, SUBMISSION.ID.eq(id)).orElseThrow();
  }

  private static Optional<Present> find(DSLContext sql, Condition condition) {
    Map<UUID, String> values = new HashMap<>();
    return sql
        .select(SUBMISSION.ID, SUBMISSION.FORM, SUBMISSION_VALUE.FIELD, SUBMISSION_VALUE.VALUE)
        .from(SUBMISSION)
        .leftJoin(SUBMISSION_VALUE)
        .on(SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID))
        .where(condition)
        .fetch(
            row -> {
              if (row.value3() != null) {
                values.put(row.value3(), row.value4());
              }
              return new Present(row.value1(), row.value2(), values);
            })
        .stream()
        .findFirst();
  }

  /** Changes a submission. If it gets another form, the values of the previous form are deleted. */
  public static void change(DSLContext sql, Caller caller, Present present, Checked change) {
    Map<UUID, String> set = new HashMap<>(change.values());
    set.values().removeIf(Objects::isNull);
    Set<UUID> cleared = new HashSet<>(change.values().keySet());
    cleared.removeAll(set.keySet());
    boolean isOtherForm = !present.form().equals(change.form());
    if (isOtherForm || !cleared.isEmpty()) {
      Database.later(
          sql,
          sql.deleteFrom(SUBMISSION_VALUE)
              .where(SUBMISSION_VALUE.SUBMISSION.eq(present.id()))
              .and(isOtherForm ? noCondition() : SUBMISSION_VALUE.FIELD.in(cleared)));
    }
    SubmissionBody body = change.body();
    Columns columns = new Columns(body.body()).put(SUBMISSION.FORM, change.form());
    columns.set(SUBMISSION.PRODUCT, body.product());
    Updates.change(sql, caller, SUBMISSION.ID, present.id(), columns);
    setValues(sql, caller, present.id(), set);
  }

  private static void setValues(
      DSLContext sql, Caller caller, UUID submission, Map<UUID, String> values) {
    if (values.isEmpty()) {
      return;
    }
    InsertValuesStep6<Record, UUID, UUID, UUID, String, UUID, UUID> insert =
        sql.insertInto(
            SUBMISSION_VALUE,
            SUBMISSION_VALUE.ID,
            SUBMISSION_VALUE.SUBMISSION,
            SUBMISSION_VALUE.FIELD,
            SUBMISSION_VALUE.VALUE,
            SUBMISSION_VALUE.CREATOR,
            SUBMISSION_VALUE.UPDATER);
    for (Map.Entry<UUID, String> value : values.entrySet()) {
      UUID user = caller.user();
      insert = insert.values(Ids.next(), submission, value.getKey(), value.getValue(), user, user);
    }
    Database.later(
        sql,
        insert
            .onConflict(SUBMISSION_VALUE.SUBMISSION, SUBMISSION_VALUE.FIELD)
            .doUpdate()
            .set(SUBMISSION_VALUE.VALUE, excluded(SUBMISSION_VALUE.VALUE))
            .set(SUBMISSION_VALUE.UPDATER, excluded(SUBMISSION_VALUE.UPDATER))
            .set(SUBMISSION_VALUE.UPDATED_ON, Updates.after(SUBMISSION_VALUE.UPDATED_ON))
            .where(SUBMISSION_VALUE.VALUE.ne(excluded(SUBMISSION_VALUE.VALUE))));
  }

  /** Separates a farmer from its submission. The submission stays: payments may name it. */
  public static void detach(DSLContext sql, Caller caller, UUID farmer) {
    Updates.of(sql, SUBMISSION, caller.user())
        .setNull(SUBMISSION.FARMER)
        .where(SUBMISSION.FARMER.eq(farmer))
        .execute();
  }
}
