package supplychain.records.card;

import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.References.Party;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** The kind of records for the assignments of cards to farmers and companies. */
public final class EntityCardResource {
  public static final RecordKind ENTITY_CARDS =
      new RecordKind(
              "/v1/supply-chains/entity-cards/",
              ENTITY_CARD,
              NestedDocuments.ENTITY_CARD_OBJECT,
              Visibility.named(ENTITY_CARD.COMPANY))
          .filteredBy(
              Filter.id("of a card of this company", ENTITY_CARD.COMPANY),
              Filter.id("of this card", ENTITY_CARD.CARD),
              Filter.id("to this farmer or company", ENTITY_CARD.ENTITY),
              Filter.flag("that continue (`true`) or have ended (`false`)", ENTITY_CARD.IS_ACTIVE))
          .columns(ENTITY_CARD.ID, ENTITY_CARD.CARD, ENTITY_CARD.ENTITY)
          .columns(ENTITY_CARD.IS_ACTIVE, ENTITY_CARD.CREATED_ON, ENTITY_CARD.UPDATED_ON)
          .withNewRecordsIn("card")
          .createdBy(EntityCardResource::record)
          .amendedBy(EntityCardResource::amend);

  private EntityCardResource() {}

  /** Assigns the {@code card} of a body to its {@code entity}, unless that holds it already. */
  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    body.require("entity");
    UUID entity =
        references.want(Target.PARTY, body, "entity", party -> caller.actsFor(party.company()));
    body.require("card");
    CardBody card = CardBody.readIn(body, false);
    if (!body.get("is_active", FLAG).or(true)) {
      body.refuse(
          "is_active",
          "not_a_choice",
          "A new holding of a card is always active. To end it, send a PATCH.");
    }
    body.ignoreServiceFields();
    references.resolve(sql);
    Party holder = references.get(Target.PARTY, entity);
    UUID existing = holder == null || card == null ? null : find(sql, card, holder.company());
    body.throwIfInvalid();
    // Locks the holder to the end of the transaction, like a change of the holder does.
    TableField<?, UUID> id = holder.isCompany() ? COMPANY.ID : FARMER.ID;
    Updates.lock(sql, id, id.eq(entity));
    give(sql, caller, holder.company(), entity, existing, card);
    return sql.fetchValue(ENTITY_CARD.ID, isHolder(entity));
  }

  /** Ends an assignment, whose row is locked. Only a new assignment gives the card again. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record present = sql.fetchSingle(ENTITY_CARD, ENTITY_CARD.ID.eq(id));
    UUID card = present.get(ENTITY_CARD.CARD);
    UUID entity = present.get(ENTITY_CARD.ENTITY);
    FieldValue<Boolean> isActive = body.neverNull("is_active", FLAG);
    body.keep("card", RECORD, card);
    if (body.has("card") && card.equals(RECORD.read(body.tree().get("card")).value())) {
      NestedRecords.keep(sql, body, "card", CARD.ID, NestedDocuments.CARD_OBJECT);
    }
    body.keep("entity", Names.id("entity"), entity);
    body.ignoreServiceFields();
    body.throwIfInvalid();
    boolean wasActive = present.get(ENTITY_CARD.IS_ACTIVE);
    if (isActive.or(wasActive) == wasActive) {
      return;
    }
    if (isActive.value()) {
      String detail = "This holding has ended. To give the card again, create a new entity-card.";
      throw Updates.conflict(body.pointer("is_active"), "ended", detail);
    }
    end(sql, caller, entity);
  }

  /**
   * The card that a body gives to an entity, and the existing card that it names, if any. A null in
   * the body takes the card away.
   */
  public record GivenCard(UUID company, UUID entity, FieldValue<CardBody> body, UUID existing) {}

  /** Finds the card. A body that ends an assignment must name the card that the entity holds. */
  public static GivenCard find(
      DSLContext sql, FieldValue<CardBody> body, UUID company, UUID entity) {
    CardBody card = body.value();
    UUID existing = card == null ? null : find(sql, card, company);
    if (card != null
        && card.ends()
        && !sql.fetchExists(ENTITY_CARD, isHolder(entity), ENTITY_CARD.CARD.eq(existing))) {
      card.body()
          .findings()
          .add(card.body().pointer(), "not_held", "The farmer or company does not hold this card.");
    }
    return new GivenCard(company, entity, body, existing);
  }

  private static Condition isHolder(UUID entity) {
    return ENTITY_CARD.ENTITY.eq(entity).and(ENTITY_CARD.IS_ACTIVE);
  }

  private static UUID find(DSLContext sql, CardBody card, UUID company) {
    return CardAssignments.find(sql, Map.of(card, company)).get(card);
  }

  /** Gives the card to its entity, whose row is locked. */
  public static void change(DSLContext sql, Caller caller, GivenCard card) {
    if (card.body().isNull()) {
      end(sql, caller, card.entity());
    } else if (card.body().hasValue()) {
      give(sql, caller, card.company(), card.entity(), card.existing(), card.body().value());
    }
  }

  /**
   * Assigns a card, an existing or a new one, to an entity, whose row is locked: 409 if another
   * farmer holds the card, or if its {@code card_id} has changed.
   */
  static void give(
      DSLContext sql, Caller caller, UUID company, UUID entity, UUID existing, CardBody card) {
    Set<UUID> cards = new HashSet<>(sql.fetchValues(ENTITY_CARD.CARD, isHolder(entity)));
    if (existing != null) {
      cards.add(existing);
    }
    CardAssignments assignments = new CardAssignments(sql, cards);
    assignments.reserve(caller, company, entity, existing, card);
    assignments.assign();
  }

  /** Ends the assignment of the card that an entity holds, if it holds one. */
  public static void end(DSLContext sql, Caller caller, UUID entity) {
    end(sql, caller, ENTITY_CARD.ENTITY.eq(entity));
  }

  /**
   * Gives the card of one farmer to another, unless that one holds a card. The first farmer holds
   * none afterwards. Both rows are locked.
   */
  public static void move(DSLContext sql, Caller caller, UUID company, UUID from, UUID to) {
    Set<UUID> cards = new HashSet<>(sql.fetchValues(ENTITY_CARD.CARD, isHolder(from)));
    CardAssignments.lockCards(sql, cards);
    end(sql, caller, from);
    if (!sql.fetchExists(ENTITY_CARD, isHolder(to))) {
      cards.forEach(card -> row(caller, company, card, to).insert(sql));
    }
  }

  /** The row of a new assignment. */
  static NewRow row(Caller caller, UUID company, UUID card, UUID entity) {
    return new NewRow(ENTITY_CARD, Ids.next(), caller.user())
        .set(ENTITY_CARD.COMPANY, company)
        .set(ENTITY_CARD.CARD, card)
        .set(ENTITY_CARD.ENTITY, entity)
        .set(ENTITY_CARD.IS_ACTIVE, true);
  }

  static void end(DSLContext sql, Caller caller, Condition which) {
    Updates.of(sql, ENTITY_CARD, caller.user())
        .set(ENTITY_CARD.IS_ACTIVE, false)
        .where(which)
        .and(ENTITY_CARD.IS_ACTIVE)
        .execute();
  }
}
