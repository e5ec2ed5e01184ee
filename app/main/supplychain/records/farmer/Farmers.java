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
import supplychain.records.card.CardBody;
import supplychain.records.card.Cards;
import supplychain.records.form.FormType;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.SubmissionRules;
import supplychain.records.form.Submissions;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.Present;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** Changes of farmers. */
public final class Farmers {
  private Farmers() {}

  /**
   * Operation 1: changes a farmer, whose row is locked. The caller is a MEMBER or above of the
   * farmer's buyer.
   */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller);
    FarmerBody farmer = FarmerBody.readChange(body, id, references);
    references.want(References.Kind.ENTITY, "", id, found -> true);
    references.resolve(sql, body.findings());
    UUID buyer = references.get(References.Kind.ENTITY, id).company();
    new Update(sql, caller, id, buyer, farmer, references).run();
  }

  /** One update, in its transaction, with the farmer's row locked. */
  private record Update(
      DSLContext sql,
      Caller caller,
      UUID id,
      UUID buyer,
      FarmerBody farmer,
      References references) {

    void run() {
      boolean moves = moves();
      UUID owner = moves ? farmer.buyer() : buyer;
      FieldValue<SubmissionBody> submission = farmer.submission();
      Optional<Present> present =
          submission.hasValue() && !moves ? Submissions.ofFarmer(sql, id) : Optional.empty();
      Optional<Checked> checked =
          submission.hasValue()
              ? SubmissionRules.check(
                  sql, submission.value(), present, FormType.FARMER, owner, references)
              : Optional.empty();
      FieldValue<CardBody> card = farmer.card();
      Optional<UUID> existing =
          card.hasValue() ? Cards.find(sql, card.value(), owner, id) : Optional.empty();
      farmer.body().finish();
      if (moves) {
        farmer.columns().put(FARMER.BUYER, owner);
      }
      if (farmer.number() != null) {
        farmer.columns().put(FARMER.NUMBER, farmer.number());
      }
      Updates.unique(
          farmer.body(),
          "number",
          FARMER_NUMBER.getName(),
          Numbers.TAKEN,
          () ->
              Updates.of(sql, FARMER, caller.user())
                  .set(farmer.columns().values())
                  .where(FARMER.ID.eq(id))
                  .execute());
      write(card, existing, owner, moves);
      write(submission, present, checked, owner, moves);
    }

    /**
     * Whether the farmer moves to another company: 403 before the service looks at that company.
     */
    private boolean moves() {
      boolean moves = farmer.buyer() != null && !farmer.buyer().equals(buyer);
      if (moves && !caller.isOperator()) {
        throw Problem.forbidden(
            "Only an OPERATOR moves a farmer to another company.",
            new Finding(farmer.body().pointer("buyer"), "forbidden", "Leave it out to keep it."));
      }
      return moves;
    }

    private void write(
        FieldValue<CardBody> card, Optional<UUID> existing, UUID owner, boolean moves) {
      if (card.isNull() || moves) {
        Cards.end(sql, caller, id);
      }
      if (card.hasValue()) {
        CardBody body = card.value();
        UUID cardId = existing.orElseGet(() -> Cards.insert(sql, caller, owner, body));
        Cards.assign(sql, caller, owner, id, cardId, body);
      }
    }

    private void write(
        FieldValue<SubmissionBody> submission,
        Optional<Present> present,
        Optional<Checked> checked,
        UUID owner,
        boolean moves) {
      if (submission.isNull() || moves) {
        Submissions.detach(sql, caller, id);
      }
      if (checked.isPresent() && present.isPresent()) {
        Submissions.change(sql, caller, present.get(), checked.get());
      } else if (checked.isPresent()) {
        new NewSubmissions().add(caller, owner, id, null, checked.get()).insert(sql);
      }
    }
  }
}
