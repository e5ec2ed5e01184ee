package supplychain.records.form;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.excluded;
import static org.jooq.impl.DSL.insertInto;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.update;
import static org.jooq.impl.DSL.when;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.SUBMISSION;
import static supplychain.schema.Tables.SUBMISSION_VALUE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.RenderedQuery;
import supplychain.records.Updates;
import supplychain.validation.FieldValue;

/** The filled-in forms in the database. */
public final class Submissions {
  private static final RenderedQuery SET_VALUE =
      new RenderedQuery(
          insertInto(
                  SUBMISSION_VALUE,
                  SUBMISSION_VALUE.ID,
                  SUBMISSION_VALUE.SUBMISSION,
                  SUBMISSION_VALUE.FIELD,
                  SUBMISSION_VALUE.VALUE,
                  SUBMISSION_VALUE.CREATOR,
                  SUBMISSION_VALUE.UPDATER)
              .values(
                  parameter(UUID.class),
                  parameter(UUID.class),
                  parameter(UUID.class),
                  parameter(String.class),
                  parameter(UUID.class),
                  parameter(UUID.class))
              .onConflict(SUBMISSION_VALUE.SUBMISSION, SUBMISSION_VALUE.FIELD)
              .doUpdate()
              .set(SUBMISSION_VALUE.VALUE, excluded(SUBMISSION_VALUE.VALUE))
              .set(SUBMISSION_VALUE.UPDATER, excluded(SUBMISSION_VALUE.UPDATER))
              .set(SUBMISSION_VALUE.UPDATED_ON, Updates.after(SUBMISSION_VALUE.UPDATED_ON))
              .where(SUBMISSION_VALUE.VALUE.ne(excluded(SUBMISSION_VALUE.VALUE))));

  private static final RenderedQuery OF_FARMER = present(SUBMISSION.FARMER);
  private static final RenderedQuery OF_ID = present(SUBMISSION.ID);

  private static final RenderedQuery CHANGE =
      new RenderedQuery(
          update(SUBMISSION)
              .set(SUBMISSION.FORM, parameter(UUID.class))
              .set(
                  SUBMISSION.PRODUCT,
                  when(condition(parameter(Boolean.class)), parameter(UUID.class))
                      .otherwise(SUBMISSION.PRODUCT))
              .set(SUBMISSION.UPDATER, parameter(UUID.class))
              .set(SUBMISSION.UPDATED_ON, Updates.after(SUBMISSION.UPDATED_ON))
              .where(SUBMISSION.ID.eq(parameter(UUID.class))));

  private Submissions() {}

  /** A submission that is there already. */
  public record Present(UUID id, UUID form, Map<UUID, String> values) {}

  /** The submissions of one body, checked against their forms. */
  public record Checked(SubmissionBody body, UUID form, Map<UUID, String> values) {}

  private static RenderedQuery present(Field<UUID> named) {
    return new RenderedQuery(
        select(SUBMISSION.ID, SUBMISSION.FORM, SUBMISSION_VALUE.FIELD, SUBMISSION_VALUE.VALUE)
            .from(SUBMISSION)
            .leftJoin(SUBMISSION_VALUE)
            .on(SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID))
            .where(named.eq(parameter(UUID.class))));
  }

  /** A farmer's submission as it is now. */
  public static Optional<Present> ofFarmer(DSLContext sql, UUID farmer) {
    return find(sql, OF_FARMER, farmer);
  }

  /** A submission as it is now. */
  static Present of(DSLContext sql, UUID id) {
    return find(sql, OF_ID, id).orElseThrow();
  }

  private static Optional<Present> find(DSLContext sql, RenderedQuery query, UUID named) {
    Map<UUID, String> values = new HashMap<>();
    return query
        .list(
            sql,
            row -> {
              UUID field = row.getObject(3, UUID.class);
              if (field != null) {
                values.put(field, row.getString(4));
              }
              return new Present(
                  row.getObject(1, UUID.class), row.getObject(2, UUID.class), values);
            },
            named)
        .stream()
        .findFirst();
  }

  /** Changes a submission; values of another form than before are dropped. */
  public static void change(DSLContext sql, Caller caller, Present present, Checked change) {
    FieldValue<UUID> product = change.body().product();
    if (!present.form().equals(change.form())) {
      sql.deleteFrom(SUBMISSION_VALUE)
          .where(SUBMISSION_VALUE.SUBMISSION.eq(present.id()))
          .execute();
    }
    CHANGE.execute(
        sql, change.form(), product.present(), product.value(), caller.user(), present.id());
    setValues(sql, caller, present.id(), change.values());
  }

  /** Parts a farmer from its submission, which stays: payments may name it. */
  public static void detach(DSLContext sql, Caller caller, UUID farmer) {
    Updates.of(sql, SUBMISSION, caller.user())
        .setNull(SUBMISSION.FARMER)
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
      List<Object[]> rows =
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
              .toList();
      SET_VALUE.batch(sql, rows);
    }
  }
}
