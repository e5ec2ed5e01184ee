package supplychain.records.farmer;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static supplychain.database.SqlFile.uuid;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.ChangedRows;
import supplychain.database.SqlFile;
import supplychain.records.Numbers;
import supplychain.records.PendingRecord;
import supplychain.records.Recording.Grouping;
import supplychain.records.References;
import supplychain.records.References.FormWithFields;
import supplychain.records.Updates;
import supplychain.records.card.EntityCardResource;
import supplychain.records.card.EntityCardResource.GivenCard;
import supplychain.records.form.FormType;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.Submissions;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.FilledForm;
import supplychain.records.form.Submissions.Present;
import supplychain.validation.Body;

/** A change of a farmer before it is written. */
final class FarmerChange extends PendingRecord {
  /**
   * A change of one of these fields is recorded alone. A new buyer and a card also change other
   * records. The unique index tells whether a number is free, and ends the transaction if it is
   * not.
   */
  private static final List<String> ALONE = List.of("buyer", "number", "entity_card");

  static final SqlFile SQL = SqlFile.beside(FarmerChange.class, "farmers.sql");

  private final FarmerBody farmer;

  /** The company of the farmer after the change. */
  private UUID owner;

  private boolean moves;
  private Optional<Checked> submission = Optional.empty();
  private GivenCard card;

  /**
   * A farmer whose row is locked.
   *
   * @param replacement the number of the farmer that replaced it, or the id if the number is not
   *     visible yet; null if nobody did
   */
  private record Locked(UUID id, UUID buyer, String replacement) {}

  private FarmerChange(Caller caller, Body body) {
    super(caller, body);
    farmer = FarmerBody.read(body, id, references);
  }

  static Grouping grouping(JsonNode body) {
    // A null separates the farmer from its submission, which is another record.
    boolean isAlone = ALONE.stream().anyMatch(body::has) || body.path("submission").isNull();
    return isAlone ? Grouping.ALONE : Grouping.TOGETHER;
  }

  /** Changes farmers together. Those that set the same columns share a statement. */
  static Map<Body, UUID> amend(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<FarmerChange> all = readAll(bodies, FarmerChange::new);
    Batch batch = Batch.of(sql);
    Fetched<Locked> locked = lock(batch, all);
    Fetched<Present> recorded =
        Submissions.ofFarmers(batch, idsOf(all, FarmerChange::hasSubmission));
    List<UUID> withRecordedForm = idsOf(all, FarmerChange::takesRecordedForm);
    Stream<UUID> forms = all.stream().flatMap(one -> one.farmer.form());
    Submissions.lockTypes(batch, bodies.values(), forms, withRecordedForm);
    Fetched<FormWithFields> recordedForms =
        References.formsOfFarmers(batch, bodies.values(), withRecordedForm);
    assumeOrResolve(sql, all);
    // No statement waits any more if the records were read.
    batch.run();
    Map<UUID, Locked> farmers = byId(locked, Locked::id);
    Map<UUID, Present> submissions = byId(recorded, Present::farmer);
    Map<UUID, FormWithFields> formsById = byId(recordedForms, FormWithFields::id);
    List<FarmerChange> valid =
        keepValid(
            all,
            refused,
            one -> {
              one.take(farmers.get(one.id));
              one.requireRightToMove(sql);
              one.checkSubmission(submissions.get(one.id), formsById);
              one.card = EntityCardResource.find(sql, one.farmer.card(), one.owner, one.id);
              one.body.throwIfInvalid();
            });
    valid.forEach(one -> Authors.note(batch, one.id, one.body));
    write(batch, valid);
    return ids(valid);
  }

  /** Locks the farmers that the callers see. A change alone has locked its farmer before. */
  private static Fetched<Locked> lock(Batch batch, List<FarmerChange> all) {
    return SQL.call("lock_farmers")
        .set("ids", all.stream().map(one -> one.id).toArray(UUID[]::new))
        .set("companies", all.stream().map(one -> one.caller.company()).toArray(UUID[]::new))
        .add(
            batch,
            row -> new Locked(uuid(row, "id"), uuid(row, "buyer"), row.getString("replacement")));
  }

  private static List<UUID> idsOf(List<FarmerChange> all, Predicate<FarmerChange> which) {
    return all.stream().filter(which).map(one -> one.id).toList();
  }

  private static <T> Map<UUID, T> byId(Fetched<T> rows, Function<T, UUID> id) {
    return rows.list().stream().collect(toMap(id, row -> row));
  }

  private boolean hasSubmission() {
    return farmer.submission().hasValue();
  }

  /** Whether the body fills in the form of the recorded submission without naming it. */
  private boolean takesRecordedForm() {
    return hasSubmission() && !farmer.submission().value().body().has("form");
  }

  /** Takes the farmer as it is now: 404 if the caller does not see it. */
  private void take(Locked found) {
    if (found == null) {
      throw Problem.notFound();
    }
    if (found.replacement() != null) {
      body.findings().add("", References.REPLACED, References.replaced(found.replacement()));
    }
    moves = farmer.buyer() != null && !farmer.buyer().equals(found.buyer());
    owner = moves ? farmer.buyer() : found.buyer();
  }

  private void requireRightToMove(DSLContext sql) {
    if (!moves) {
      return;
    }
    if (!caller.isOperator()) {
      throw Problem.forbidden(
          "Only an OPERATOR can move a farmer to another company.",
          new Finding(
              body.pointer("buyer"),
              "forbidden",
              "Leave the field out to keep the current company."));
    }
    // A farmer that replaced others is one person with them, so it stays in their company.
    List<String> replaced =
        sql.select(FARMER.NUMBER)
            .from(FARMER)
            .where(FARMER.REPLACED_BY.eq(id))
            .orderBy(FARMER.ID)
            .fetch(FARMER.NUMBER);
    if (!replaced.isEmpty()) {
      String detail = "A farmer that replaced others cannot move. This one replaced %s.";
      String numbers = replaced.stream().limit(20).collect(joining(", "));
      body.refuse("buyer", References.REPLACED, detail.formatted(numbers));
    }
  }

  /**
   * Checks the submission in the body. A submission of the previous company does not move with the
   * farmer.
   *
   * @param recorded the submission of the farmer; null if there is none
   */
  private void checkSubmission(Present recorded, Map<UUID, FormWithFields> recordedForms) {
    if (!hasSubmission()) {
      return;
    }
    SubmissionBody filled = farmer.submission().value();
    Optional<Present> present = Optional.ofNullable(recorded).filter(one -> !moves);
    Optional<FormWithFields> kept =
        present.filter(one -> takesRecordedForm()).map(one -> recordedForms.get(one.form()));
    submission =
        kept.isPresent()
            ? Optional.of(filled.checkValues(kept.get(), present))
            : filled.checkNamedForm(FormType.FARMER, owner, present);
  }

  /** Writes farmers and their submissions when the batch runs; other records at once. */
  private static void write(Batch batch, List<FarmerChange> all) {
    ChangedRows farmers = new ChangedRows(FARMER.ID);
    List<FilledForm> submissions = new ArrayList<>();
    for (FarmerChange one : all) {
      one.farmer.columns().put(FARMER.BUYER, one.owner);
      if (!one.writeOthers(batch.sql())) {
        farmers.add(one.id, one.caller.user(), one.farmer.columns().values());
      }
      one.submission.ifPresent(
          checked -> {
            Authors.note(batch, checked.id(), one.id);
            submissions.add(new FilledForm(one.caller, one.owner, one.id, null, checked));
          });
    }
    farmers.change(batch);
    Submissions.write(batch, submissions);
  }

  /**
   * Writes other records. A change in a group has none ({@link #grouping}). Returns whether the row
   * of the farmer is written too.
   */
  private boolean writeOthers(DSLContext sql) {
    boolean isRenumbered = moves || farmer.number() != null;
    if (isRenumbered) {
      renumber(sql);
    }
    if (moves) {
      EntityCardResource.end(sql, caller, id);
    }
    EntityCardResource.change(sql, caller, card);
    if (farmer.submission().isNull() || moves) {
      Submissions.detach(sql, caller, id);
    }
    return isRenumbered;
  }

  /** Changes the row of a farmer whose number must be free in its company. */
  private void renumber(DSLContext sql) {
    if (farmer.number() != null) {
      farmer.columns().put(FARMER.NUMBER, farmer.number());
    }
    Updates.unique(
        body,
        "number",
        "farmer_number",
        Numbers.TAKEN,
        () -> Updates.change(sql, caller, FARMER.ID, id, farmer.columns()));
  }
}
