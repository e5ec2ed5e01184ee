package supplychain.records.farmer;

import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.FARMER;

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
import supplychain.records.card.CardBody;
import supplychain.records.card.FirstCards;
import supplychain.records.card.NamedCards;
import supplychain.records.form.FormField;
import supplychain.records.form.FormType;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.SubmissionRules;
import supplychain.records.form.Submissions.Checked;
import supplychain.validation.Body;
import supplychain.validation.Findings;

/** Creates farmers together, with the same few statements for one as for many. */
public final class NewFarmers {
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
  public static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return new NewFarmers(sql, refused).record(bodies);
  }

  private Map<Body, UUID> record(Map<Body, Caller> bodies) {
    List<NewFarmer> farmers = new ArrayList<>();
    bodies.forEach((body, caller) -> farmers.add(new NewFarmer(caller, body)));
    check(farmers);
    List<NewFarmer> whole = kept(farmers, NewFarmer::finish);
    FirstCards cards = new FirstCards(sql, existingCards(whole));
    List<NewFarmer> right = claim(whole, cards);
    insert(right);
    NewSubmissions submissions = new NewSubmissions();
    right.forEach(farmer -> farmer.addSubmission(submissions));
    submissions.insert(sql);
    cards.give();
    Map<Body, UUID> ids = new LinkedHashMap<>();
    right.forEach(farmer -> ids.put(farmer.body(), farmer.id));
    return ids;
  }

  private static Set<UUID> existingCards(List<NewFarmer> farmers) {
    return farmers.stream().flatMap(f -> f.card().stream()).collect(Collectors.toSet());
  }

  /** The farmers whose numbers and cards are free; nothing is written yet. */
  private List<NewFarmer> claim(List<NewFarmer> farmers, FirstCards cards) {
    List<FreeNumbers.Own> own = farmers.stream().flatMap(f -> f.number().stream()).toList();
    FreeNumbers numbers = new FreeNumbers(sql, FARMER.BUYER, FARMER.NUMBER, own);
    return kept(
        farmers,
        farmer -> {
          numbers.require(farmer.number());
          farmer.claimCard(cards);
          numbers.take(farmer.number());
        });
  }

  private void check(List<NewFarmer> farmers) {
    Map<References, Findings> references = new HashMap<>();
    farmers.forEach(farmer -> references.put(farmer.references, farmer.body().findings()));
    References.resolve(sql, references);
    List<SubmissionBody> submissions =
        farmers.stream()
            .filter(NewFarmer::namesForm)
            .map(farmer -> farmer.farmer.submission().value())
            .toList();
    Map<UUID, List<FormField>> fields = SubmissionRules.fields(sql, submissions);
    for (NewFarmer farmer : farmers) {
      farmer.checkSubmission(fields);
    }
    findCards(farmers.stream().filter(NewFarmer::hasCard).toList());
  }

  private void findCards(List<NewFarmer> farmers) {
    if (!farmers.isEmpty()) {
      List<CardBody> cards = farmers.stream().map(f -> f.farmer.card().value()).toList();
      Set<UUID> buyers = farmers.stream().map(NewFarmer::buyer).collect(Collectors.toSet());
      NamedCards named = new NamedCards(sql, cards, buyers);
      farmers.forEach(farmer -> farmer.findCard(named));
    }
  }

  /** The farmers that pass a step; the others are refused. */
  private List<NewFarmer> kept(List<NewFarmer> farmers, Consumer<NewFarmer> step) {
    List<NewFarmer> kept = new ArrayList<>();
    for (NewFarmer farmer : farmers) {
      try {
        step.accept(farmer);
        kept.add(farmer);
      } catch (Problem problem) {
        refused.accept(farmer.body(), problem);
      }
    }
    return kept;
  }

  private void insert(List<NewFarmer> farmers) {
    Rows entities = new Rows(ENTITY, ENTITY.ID, ENTITY.KIND);
    farmers.forEach(farmer -> entities.add(farmer.id, "FARMER"));
    entities.insert(sql);
    NumberedRows rows = new NumberedRows(FARMER.NUMBER);
    farmers.forEach(farmer -> farmer.addTo(rows));
    rows.insert(sql);
  }

  /** A farmer before its insert. */
  private static final class NewFarmer {
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

    /** Whether it fills in a form that the caller sees; other forms are not locked. */
    boolean namesForm() {
      return farmer.submission().hasValue()
          && references.get(References.Kind.FORM, farmer.submission().value().form()) != null;
    }

    /** The farmer's company; null if the body names none. */
    UUID buyer() {
      return farmer.buyer() == null ? caller.company() : farmer.buyer();
    }

    /** The number in the body. */
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

    /** Whether the farmer gets a card of a visible company. */
    boolean hasCard() {
      return farmer.card().hasValue() && buyer() != null && caller.actsFor(buyer());
    }

    /** Finds the card in the body, if it exists. */
    void findCard(NamedCards cards) {
      card = cards.find(farmer.card().value(), buyer());
    }

    /** Refuses the body if it has findings. */
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

    /** The existing card for the farmer, if there is one. */
    Optional<UUID> card() {
      return card;
    }

    /** Reserves the card in the body. */
    void claimCard(FirstCards cards) {
      if (hasCard()) {
        cards.promise(caller, buyer(), id, card, farmer.card().value());
      }
    }
  }
}
