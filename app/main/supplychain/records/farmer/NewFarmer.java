package supplychain.records.farmer;

import static supplychain.schema.Tables.*;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.records.Numbers;
import supplychain.records.PendingRecord;
import supplychain.records.card.CardAssignments;
import supplychain.records.card.CardBody;
import supplychain.records.form.FormType;
import supplychain.records.form.Submissions;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.FilledForm;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** A farmer before the insert. */
final class NewFarmer extends PendingRecord {
  private final FarmerBody farmer;

  /** The submission in the body, if it is right. */
  private Optional<Checked> checked = Optional.empty();

  /** The card in the body, if it exists already; else null. */
  private UUID card;

  private NewFarmer(Caller caller, Body body) {
    super(caller, body);
    farmer = FarmerBody.read(body, null, references);
    if (buyer() == null) {
      body.require("buyer");
    }
  }

  /** Creates farmers together, with the same few statements for one as for many. */
  static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    List<NewFarmer> all = readAll(bodies, NewFarmer::new);
    Stream<UUID> forms = all.stream().flatMap(one -> one.farmer.form());
    Submissions.lockTypes(Batch.of(sql), bodies.values(), forms, List.of());
    resolve(sql, all);
    all.forEach(NewFarmer::checkSubmission);
    findCards(sql, all);
    List<NewFarmer> whole = keepValid(all, refused, one -> one.body.throwIfInvalid());
    CardAssignments cards =
        new CardAssignments(
            sql,
            whole.stream().flatMap(one -> Stream.ofNullable(one.card)).collect(Collectors.toSet()));
    Numbers numbers = new Numbers(sql, whole.stream().map(NewFarmer::number).toList());
    List<NewFarmer> free = keepValid(whole, refused, one -> one.reserve(numbers, cards));
    insert(Batch.of(sql), free);
    cards.assign();
    return ids(free);
  }

  private static void findCards(DSLContext sql, List<NewFarmer> all) {
    List<NewFarmer> withCard = all.stream().filter(NewFarmer::hasCard).toList();
    Map<CardBody, UUID> companies = new LinkedHashMap<>();
    withCard.forEach(one -> companies.put(one.farmer.card().value(), one.buyer()));
    Map<CardBody, UUID> found = CardAssignments.find(sql, companies);
    withCard.forEach(one -> one.card = found.get(one.farmer.card().value()));
  }

  private static void insert(Batch batch, List<NewFarmer> farmers) {
    NewRows entities = new NewRows(ENTITY, ENTITY.ID, ENTITY.KIND);
    NewRows rows = NewRows.of(FARMER);
    for (NewFarmer one : farmers) {
      Authors.note(batch, one.id, one.body);
      entities.add(one.id, "FARMER");
      rows.add(one.row());
    }
    entities.insert(batch);
    rows.insert(batch);
    Submissions.write(batch, farmers.stream().flatMap(NewFarmer::submission).toList());
  }

  /** The farmer's company; null if the body of an operator names none. */
  private UUID buyer() {
    return farmer.buyer() == null ? caller.company() : farmer.buyer();
  }

  private void checkSubmission() {
    if (farmer.submission().hasValue() && buyer() != null) {
      checked =
          farmer.submission().value().checkNamedForm(FormType.FARMER, buyer(), Optional.empty());
    }
  }

  private Numbers.Own number() {
    return new Numbers.Own(FARMER.BUYER, buyer(), farmer.number(), body);
  }

  /** Reserves the number and the card of the body: 409 if one is not free. */
  private void reserve(Numbers numbers, CardAssignments cards) {
    numbers.require(List.of(number()));
    if (hasCard()) {
      cards.reserve(caller, buyer(), id, card, farmer.card().value());
    }
    numbers.take(List.of(number()));
  }

  private Stream<FilledForm> submission() {
    return checked.stream().map(one -> new FilledForm(caller, buyer(), id, null, one));
  }

  /** Whether the body has a card, and the caller may see the company's cards. */
  private boolean hasCard() {
    return farmer.card().hasValue() && buyer() != null && caller.actsFor(buyer());
  }

  private NewRow row() {
    Columns columns = farmer.columns();
    columns.values().putIfAbsent(FARMER.CONSENT_STATUS, ConsentStatus.UNKNOWN.name());
    return new NewRow(FARMER, id, caller.user(), columns)
        .set(FARMER.BUYER, buyer())
        .set(FARMER.NUMBER, Numbers.orNew(farmer.number()));
  }
}
