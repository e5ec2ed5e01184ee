package supplychain.records.farmer;

import static supplychain.schema.Tables.FARMER;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.records.FreeNumbers;
import supplychain.records.NumberedRows;
import supplychain.records.References;
import supplychain.records.card.FirstCards;
import supplychain.records.card.NamedCards;
import supplychain.records.form.FormField;
import supplychain.records.form.FormType;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionRules;
import supplychain.records.form.Submissions.Checked;
import supplychain.validation.Body;

/** A farmer on the way into the database. */
final class NewFarmer {
  final UUID id = Ids.next();
  final Caller caller;
  final References references;
  final FarmerBody farmer;
  private Optional<Checked> submission = Optional.empty();
  private Optional<UUID> card = Optional.empty();

  NewFarmer(Caller caller, Body body) {
    this.caller = caller;
    references = new References(caller);
    farmer = FarmerBody.readNew(body, references);
    if (buyer() == null) {
      body.require("buyer");
    }
  }

  Body body() {
    return farmer.body();
  }

  /** Whether it fills in a form that the caller may name: nobody waits for another's. */
  boolean namesForm() {
    return farmer.submission().hasValue()
        && references.get(References.Kind.FORM, farmer.submission().value().form()) != null;
  }

  /** The company whose farmer it becomes; null where none is named. */
  UUID buyer() {
    return farmer.buyer() == null ? caller.company() : farmer.buyer();
  }

  /** The number that the body names. */
  List<FreeNumbers.Own> number() {
    return List.of(new FreeNumbers.Own(buyer(), farmer.number(), body()));
  }

  /** Checks the submission against the fields of its form. */
  void checkSubmission(Map<UUID, List<FormField>> fields) {
    if (farmer.submission().hasValue() && buyer() != null) {
      submission =
          SubmissionRules.check(
              farmer.submission().value(), FormType.FARMER, buyer(), references, fields);
    }
  }

  /** Whether it is to hold a card; another company's cards are not looked at. */
  boolean hasCard() {
    return farmer.card().hasValue() && buyer() != null && caller.actsFor(buyer());
  }

  /** Takes the card that the body names, if it is there. */
  void findCard(NamedCards cards) {
    card = cards.find(farmer.card().value(), buyer());
  }

  /** Refuses it if anything was wrong. */
  void finish() {
    body().finish();
  }

  void addTo(NumberedRows rows) {
    if (farmer.columns().values().get(FARMER.CONSENT_STATUS) == null) {
      farmer.columns().put(FARMER.CONSENT_STATUS, ConsentStatus.UNKNOWN.name());
    }
    farmer
        .columns()
        .put(FARMER.ID, id)
        .put(FARMER.BUYER, buyer())
        .put(FARMER.CREATOR, caller.user())
        .put(FARMER.UPDATER, caller.user());
    rows.add(body(), farmer.number(), farmer.columns().values());
  }

  void addSubmission(NewSubmissions submissions) {
    submission.ifPresent(checked -> submissions.add(caller, buyer(), id, null, checked));
  }

  /** The card that is there already, if it is to hold one. */
  Optional<UUID> card() {
    return card;
  }

  /** Claims the card that the body names. */
  void claimCard(FirstCards cards) {
    if (hasCard()) {
      cards.promise(caller, buyer(), id, card, farmer.card().value());
    }
  }
}
