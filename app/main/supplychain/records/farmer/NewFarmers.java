package supplychain.records.farmer;

import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.FARMER;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Rows;
import supplychain.records.FreeNumbers;
import supplychain.records.NumberedRows;
import supplychain.records.References;
import supplychain.records.card.CardBody;
import supplychain.records.card.FirstCards;
import supplychain.records.card.NamedCards;
import supplychain.records.form.FormField;
import supplychain.records.form.NewSubmissions;
import supplychain.records.form.SubmissionBody;
import supplychain.records.form.SubmissionRules;
import supplychain.validation.Body;
import supplychain.validation.Findings;

/** New farmers, recorded together: a few statements, however many they are. */
public final class NewFarmers {
  private final DSLContext sql;
  private final BiConsumer<Body, Problem> refused;

  private NewFarmers(DSLContext sql, BiConsumer<Body, Problem> refused) {
    this.sql = sql;
    this.refused = refused;
  }

  /**
   * Records farmers out of bodies, in the transaction of {@code sql}.
   *
   * @param bodies the bodies, each with who records it
   * @param refused is told of each that is refused; the others are recorded
   * @return the farmers' ids, by body
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

  /** Those whose numbers and cards are free; nothing is written yet. */
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

  /** Those that pass; the others are refused. */
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
}
