package supplychain.records.farmer;

import static java.util.stream.Collectors.joining;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
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
import supplychain.records.References.Party;
import supplychain.records.References.Target;
import supplychain.records.Updates;
import supplychain.records.card.EntityCardResource;
import supplychain.records.card.EntityCardResource.GivenCard;
import supplychain.records.form.FormField;
import supplychain.records.form.FormType;
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
  private Optional<Present> present;
  private Optional<Checked> submission = Optional.empty();
  private GivenCard card;

  private FarmerChange(Caller caller, Body body) {
    super(caller, body);
    farmer = FarmerBody.read(body, id, references);
    references.want(Target.PARTY, "", id, found -> true);
  }

  static Grouping grouping(JsonNode body) {
    // A null separates the farmer from its submission, which is another record.
    boolean isAlone = ALONE.stream().anyMatch(body::has) || body.path("submission").isNull();
    return isAlone ? Grouping.ALONE : Grouping.TOGETHER;
  }

  /** Changes farmers together, with the same few statements for one as for many. */
  static Map<Body, UUID> amend(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<FarmerChange> all = readAll(bodies, FarmerChange::new);
    Batch batch = Batch.of(sql);
    boolean isGroup = Authors.areSeveral(batch);
    Fetched<UUID> locked = isGroup ? lock(batch, all) : Fetched.none();
    Fetched<Present> recorded =
        Submissions.ofFarmers(
            batch, all.stream().filter(FarmerChange::hasSubmission).map(one -> one.id).toList());
    Supplier<Map<UUID, List<FormField>>> fieldsOfForms =
        FormField.lock(batch, bodies.values(), all.stream().flatMap(one -> one.farmer.form()));
    resolve(sql, all);
    List<FarmerChange> seen =
        keepValid(
            all,
            refused,
            one -> {
              // Not locked means not seen: the farmer may have moved to the caller's company since,
              // but the submission that was read is that of the former company. A change alone has
              // locked its farmer before.
              if (isGroup && !locked.list().contains(one.id)) {
                throw Problem.notFound();
              }
              one.requireRights(sql);
              one.findState(recorded.list());
            });
    Supplier<Map<UUID, List<FormField>>> fieldsOfRecordedForms =
        FormField.lock(batch, bodies.values(), seen.stream().flatMap(FarmerChange::recordedForm));
    batch.run();
    Map<UUID, List<FormField>> fields = fieldsOfForms.get();
    fields.putAll(fieldsOfRecordedForms.get());
    List<FarmerChange> right = keepValid(seen, refused, one -> one.checkParts(sql, fields));
    right.forEach(one -> Authors.note(batch, one.id, one.body));
    write(batch, right);
    return ids(right);
  }

  private static Fetched<UUID> lock(Batch batch, List<FarmerChange> all) {
    return SQL.call("lock_farmers")
        .set("ids", all.stream().map(one -> one.id).toArray(UUID[]::new))
        .set("companies", all.stream().map(one -> one.caller.company()).toArray(UUID[]::new))
        .add(batch, row -> SqlFile.uuid(row, "id"));
  }

  private boolean hasSubmission() {
    return farmer.submission().hasValue();
  }

  /** Refuses a caller who may not change the farmer, or may not move it. */
  private void requireRights(DSLContext sql) {
    Party found = references.get(Target.PARTY, id);
    if (found == null || !references.isOwnFarmer(found)) {
      throw Problem.notFound();
    }
    moves = farmer.buyer() != null && !farmer.buyer().equals(found.company());
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

  /** Finds the company after the change, and the submission before it. */
  private void findState(List<Present> recorded) {
    owner = moves ? farmer.buyer() : references.get(Target.PARTY, id).company();
    // A submission and a card of the previous company do not move with the farmer.
    present = recorded.stream().filter(one -> !moves && id.equals(one.farmer())).findFirst();
  }

  /** The form of its recorded submission, if the body changes that one and does not name a form. */
  private Stream<UUID> recordedForm() {
    return hasSubmission() && farmer.form().findAny().isEmpty()
        ? present.stream().map(Present::form)
        : Stream.empty();
  }

  /** Checks the submission and the card, and refuses a body with mistakes. */
  private void checkParts(DSLContext sql, Map<UUID, List<FormField>> fields) {
    if (hasSubmission()) {
      submission = farmer.submission().value().check(FormType.FARMER, owner, present, fields);
    }
    card = EntityCardResource.find(sql, farmer.card(), owner, id);
    body.throwIfInvalid();
  }

  /** Writes farmers and their submissions when the batch runs, and what goes alone at once. */
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
   * Writes other records, which a change in a group has none of ({@link #grouping}). Returns
   * whether the row of the farmer is written too.
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
