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
import supplychain.part.Timestamps;

/** The filled-in forms in the database. */
public final class Submissions {
  private Submissions() {}

  /** A submission that is there already. */
  public record Present(UUID id, UUID form, Map<UUID, String> values) {}

  /** The submissions of one body, checked against their forms. */
  public record Checked(SubmissionBody body, UUID form, Map<UUID, String> values) {}

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
