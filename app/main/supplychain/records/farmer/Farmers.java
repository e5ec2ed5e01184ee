package supplychain.records.farmer;

import static supplychain.schema.Keys.FARMER_NUMBER;
import static supplychain.schema.Tables.FARMER;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.records.Numbers;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.card.Cards;
import supplychain.records.form.FormType;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionRules;
import supplychain.records.form.Submissions;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.Present;
import supplychain.validation.Body;

/** Changes farmers. */
public final class Farmers {
  private Farmers() {}

  /** Operation 1: changes a farmer, whose row is locked. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller);
    FarmerBody farmer = FarmerBody.readChange(body, id, references);
    references.want(References.Kind.ENTITY, "", id, found -> true);
    references.resolve(sql, body.findings());
    UUID buyer = references.get(References.Kind.ENTITY, id).company();
    boolean moves = farmer.buyer() != null && !farmer.buyer().equals(buyer);
    if (moves && !caller.isOperator()) {
      throw Problem.forbidden(
          "Only an OPERATOR moves a farmer to another company.",
          new Finding(body.pointer("buyer"), "forbidden", "Leave it out to keep it."));
    }
    UUID owner = moves ? farmer.buyer() : buyer;
    boolean hasSubmission = farmer.submission().hasValue();
    // A submission and a card of the previous company do not move with the farmer.
    Optional<Present> present =
        hasSubmission && !moves ? Submissions.ofFarmer(sql, id) : Optional.empty();
    Optional<Checked> submission =
        hasSubmission
            ? SubmissionRules.check(
                sql, farmer.submission().value(), present, FormType.FARMER, owner, references)
            : Optional.empty();
    Optional<UUID> card =
        farmer.card().hasValue()
            ? Cards.find(sql, farmer.card().value(), owner, id)
            : Optional.empty();
    body.finish();
    farmer.columns().put(FARMER.BUYER, owner);
    if (moves || farmer.number() != null) {
      changeNumbered(sql, caller, id, farmer);
    } else {
      Updates.change(sql, caller, FARMER.ID, id, farmer.columns());
    }
    if (farmer.card().isNull() || moves) {
      Cards.end(sql, caller, id);
    }
    if (farmer.card().hasValue()) {
      Cards.give(sql, caller, owner, id, card, farmer.card().value());
    }
    if (farmer.submission().isNull() || moves) {
      Submissions.detach(sql, caller, id);
    }
    submission.ifPresent(checked -> write(sql, caller, id, owner, present, checked));
  }

  private static void write(
      DSLContext sql,
      Caller caller,
      UUID id,
      UUID owner,
      Optional<Present> present,
      Checked submission) {
    if (present.isPresent()) {
      Submissions.change(sql, caller, present.get(), submission);
    } else {
      new NewSubmissions().add(caller, owner, id, null, submission).insert(sql);
    }
  }

  /** Changes a farmer whose number another farmer of the company may have. */
  private static void changeNumbered(DSLContext sql, Caller caller, UUID id, FarmerBody farmer) {
    if (farmer.number() != null) {
      farmer.columns().put(FARMER.NUMBER, farmer.number());
    }
    Updates.unique(
        sql,
        farmer.body(),
        "number",
        FARMER_NUMBER.getName(),
        Numbers.TAKEN,
        () -> Updates.change(sql, caller, FARMER.ID, id, farmer.columns()));
  }
}
