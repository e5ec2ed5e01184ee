package supplychain.records.farmer;

import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.FreeNumbers;
import supplychain.records.NumberedRows;
import supplychain.records.References;
import supplychain.records.card.CardAssignments;
import supplychain.records.card.CardBody;
import supplychain.records.card.NamedCards;
import supplychain.records.form.FormField;
import supplychain.records.form.FormType;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.SubmissionRules;
import supplychain.records.form.Submissions.Checked;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Findings;

/** Creates farmers together, with the same few statements for one as for many. */
final class NewFarmers {
  private final DSLContext sql;
  private final BiConsumer<Body, Problem> refused;

  private NewFarmers(DSLContext sql, BiConsumer<Body, Problem> refused) {
    this.sql = sql;
    this.refused = refused;
  }

  /**
   * Creates farmers from bodies, in the transaction of {@code sql}.
   *
   * @param bodies the bodies, each with its caller
   * @param refused receives each body that has mistakes; the others are recorded
   * @return the new ids by body
   */
  static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return new NewFarmers(sql, refused).record(bodies);
  }

  private Map<Body, UUID> record(Map<Body, Caller> bodies) {
    List<NewFarmer> all = new ArrayList<>();
    bodies.forEach((body, caller) -> all.add(new NewFarmer(caller, body)));
    Map<References, Findings> references = new HashMap<>();
    all.forEach(one -> references.put(one.references, one.body().findings()));
    References.resolve(sql, references);
    checkSubmissions(all);
    findCards(all);
    List<NewFarmer> whole = kept(all, one -> one.body().finish());
    CardAssignments cards =
        new CardAssignments(
            sql, whole.stream().flatMap(one -> one.card.stream()).collect(Collectors.toSet()));
    List<NewFarmer> free = reserve(whole, cards);
    insert(free);
    cards.assign();
    Map<Body, UUID> ids = new LinkedHashMap<>();
    free.forEach(one -> ids.put(one.body(), one.id));
    return ids;
  }

  private void checkSubmissions(List<NewFarmer> all) {
    List<SubmissionBody> submissions =
        all.stream()
            .filter(NewFarmer::namesVisibleForm)
            .map(one -> one.farmer.submission().value())
            .toList();
    Map<UUID, List<FormField>> fields = SubmissionRules.fields(sql, submissions);
    for (NewFarmer one : all) {
      if (one.farmer.submission().hasValue() && one.buyer() != null) {
        SubmissionBody submission = one.farmer.submission().value();
        one.submission =
            SubmissionRules.check(submission, FormType.FARMER, one.buyer(), one.references, fields);
      }
    }
  }

  private void findCards(List<NewFarmer> all) {
    List<NewFarmer> withCard = all.stream().filter(NewFarmer::hasCard).toList();
    if (!withCard.isEmpty()) {
      List<CardBody> cards = withCard.stream().map(one -> one.farmer.card().value()).toList();
      Set<UUID> buyers = withCard.stream().map(NewFarmer::buyer).collect(Collectors.toSet());
      NamedCards named = new NamedCards(sql, cards, buyers);
      withCard.forEach(one -> one.card = named.find(one.farmer.card().value(), one.buyer()));
    }
  }

  /** The farmers whose numbers and cards are free. Nothing is written yet. */
  private List<NewFarmer> reserve(List<NewFarmer> whole, CardAssignments cards) {
    List<FreeNumbers.Own> own = whole.stream().map(NewFarmer::number).toList();
    FreeNumbers numbers = new FreeNumbers(sql, FARMER.BUYER, FARMER.NUMBER, own);
    return kept(
        whole,
        one -> {
          numbers.require(List.of(one.number()));
          if (one.hasCard()) {
            cards.reserve(one.caller, one.buyer(), one.id, one.card, one.farmer.card().value());
          }
          numbers.take(List.of(one.number()));
        });
  }

  /** The farmers that pass a step; the others are refused. */
  private List<NewFarmer> kept(List<NewFarmer> all, Consumer<NewFarmer> step) {
    List<NewFarmer> kept = new ArrayList<>();
    for (NewFarmer one : all) {
      try {
        step.accept(one);
        kept.add(one);
      } catch (Problem problem) {
        refused.accept(one.body(), problem);
      }
    }
    return kept;
  }

  private void insert(List<NewFarmer> farmers) {
    Rows entities = new Rows(ENTITY, ENTITY.ID, ENTITY.KIND);
    NumberedRows rows = new NumberedRows(FARMER.NUMBER);
    NewSubmissions submissions = new NewSubmissions();
    for (NewFarmer one : farmers) {
      entities.add(one.id, "FARMER");
      rows.add(one.farmer.number(), one.columns().values());
      one.submission.ifPresent(
          checked -> submissions.add(one.caller, one.buyer(), one.id, null, checked));
    }
    entities.insert(sql);
    rows.insert(sql);
    submissions.insert(sql);
  }

  /** A farmer before the insert. */
  private static final class NewFarmer {
    final UUID id = Ids.next();
    final Caller caller;
    final References references;
    final FarmerBody farmer;

    /** The submission in the body, if it is right. */
    Optional<Checked> submission = Optional.empty();

    /** The card in the body, if it exists already. */
    Optional<UUID> card = Optional.empty();

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

    /** The farmer's company; null if the body of an operator names none. */
    UUID buyer() {
      return farmer.buyer() == null ? caller.company() : farmer.buyer();
    }

    FreeNumbers.Own number() {
      return new FreeNumbers.Own(buyer(), farmer.number(), body());
    }

    /** Whether the body names a form that the caller sees. Other forms are not locked. */
    boolean namesVisibleForm() {
      return farmer.submission().hasValue()
          && references.get(References.Kind.FORM, farmer.submission().value().form()) != null;
    }

    /** Whether the body has a card, and the caller may see the company's cards. */
    boolean hasCard() {
      return farmer.card().hasValue() && buyer() != null && caller.actsFor(buyer());
    }

    Columns columns() {
      if (farmer.columns().values().get(FARMER.CONSENT_STATUS) == null) {
        farmer.columns().put(FARMER.CONSENT_STATUS, ConsentStatus.UNKNOWN.name());
      }
      return farmer
          .columns()
          .put(FARMER.ID, id)
          .put(FARMER.BUYER, buyer())
          .put(FARMER.CREATOR, caller.user())
          .put(FARMER.UPDATER, caller.user());
    }
  }
}
