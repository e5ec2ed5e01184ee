package supplychain.records.card;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record3;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** The kinds of records for cards and their holders. */
public final class CardResources {
  public static final RecordKind CONNECT_CARDS =
      new RecordKind(
              "/v1/catalogs/connect-cards/",
              CARD,
              NestedDocuments.card(),
              RecordKind.Visibility.named(CARD.COMPANY),
              List.of(
                  Filter.id("of this company", CARD.COMPANY),
                  Filter.start(CARD.CARD_ID),
                  Filter.start(CARD.DISPLAY_ID),
                  new Filter<>(
                      "entity",
                      "that this farmer or company holds",
                      ID,
                      entity -> List.of(isHeld(ENTITY_CARD.ENTITY.eq(entity)))),
                  Filter.flag("is_held", "that somebody holds, or nobody", isHeld(noCondition()))))
          .columns(CARD.ID, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATED_ON, CARD.UPDATED_ON)
          .createdBy(Cards::record)
          .amendedBy(Cards::amend);

  /** Assignments of cards to holders, in force or ended. */
  public static final RecordKind ENTITY_CARDS =
      new RecordKind(
              "/v1/supply-chains/entity-cards/",
              ENTITY_CARD,
              NestedDocuments.entityCard(),
              RecordKind.Visibility.named(ENTITY_CARD.COMPANY),
              List.of(
                  Filter.id("of a card of this company", ENTITY_CARD.COMPANY),
                  Filter.id("of this card", ENTITY_CARD.CARD),
                  Filter.id("to this farmer or company", ENTITY_CARD.ENTITY),
                  Filter.flag("that are in force, or have ended", ENTITY_CARD.IS_ACTIVE)))
          .columns(ENTITY_CARD.ID, ENTITY_CARD.CARD, ENTITY_CARD.ENTITY)
          .columns(ENTITY_CARD.IS_ACTIVE, ENTITY_CARD.CREATED_ON, ENTITY_CARD.UPDATED_ON)
          .createdBy(CardResources::record)
          .amendedBy(CardResources::amend);

  private CardResources() {}

  private static Condition isHeld(Condition by) {
    return exists(
        selectOne()
            .from(ENTITY_CARD)
            .where(ENTITY_CARD.CARD.eq(CARD.ID))
            .and(ENTITY_CARD.IS_ACTIVE)
            .and(by));
  }

  /**
   * Assigns the {@code card} of a body to its {@code entity}, unless the entity holds it already.
   *
   * @return the id of the assignment
   */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    UUID entity = body.required("entity", ID);
    body.require("card");
    CardBody card = CardBody.readIn(body, false);
    if (!body.get("is_active", FLAG).or(true)) {
      body.refuse("is_active", "not_a_choice", "A card is given as active; a PATCH ends that.");
    }
    body.ignore("id", "updated_on", "created_on", "creator", "updater");
    Optional<UUID> company = entity == null ? Optional.empty() : lockHolder(sql, caller, entity);
    if (entity != null && company.isEmpty()) {
      body.refuse("entity", "does_not_exist", References.ABSENT);
    }
    Optional<UUID> existing =
        company.isPresent() && card != null
            ? Cards.find(sql, card, company.get())
            : Optional.empty();
    body.finish();
    Cards.give(sql, caller, company.orElseThrow(), entity, existing, card);
    return sql.select(ENTITY_CARD.ID)
        .from(ENTITY_CARD)
        .where(ENTITY_CARD.ENTITY.eq(entity))
        .and(ENTITY_CARD.IS_ACTIVE)
        .fetchSingle(ENTITY_CARD.ID);
  }

  /** Ends an assignment, whose row is locked. Only a new assignment gives the card again. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record3<UUID, UUID, Boolean> present =
        sql.select(ENTITY_CARD.CARD, ENTITY_CARD.ENTITY, ENTITY_CARD.IS_ACTIVE)
            .from(ENTITY_CARD)
            .where(ENTITY_CARD.ID.eq(id))
            .fetchSingle();
    FieldValue<Boolean> isActive = body.neverNull("is_active", FLAG);
    body.keep("card", RECORD, present.value1());
    NestedRecords.keep(
        sql, body, "card", CARD.ID, CARD.ID.eq(present.value1()), NestedDocuments.card());
    body.keep("entity", ID, present.value2());
    body.ignore("id", "updated_on", "created_on", "creator", "updater");
    body.finish();
    if (isActive.or(present.value3()).equals(present.value3())) {
      return;
    }
    if (isActive.value()) {
      String detail = "It has ended: give the card again by a new entity-card.";
      throw Problem.conflict(detail, new Finding(body.pointer("is_active"), "ended", detail));
    }
    Cards.end(sql, caller, present.value2());
  }

  /**
   * Locks a farmer or a company to the end of the transaction, like a change of the holder does.
   *
   * @return the company whose cards it may hold; empty if the caller does not act for the company
   */
  private static Optional<UUID> lockHolder(DSLContext sql, Caller caller, UUID entity) {
    return sql.select(FARMER.BUYER)
        .from(FARMER)
        .where(FARMER.ID.eq(entity))
        .and(isOwn(caller, FARMER.BUYER))
        .forNoKeyUpdate()
        .fetchOptional(FARMER.BUYER)
        .or(
            () ->
                sql.select(COMPANY.ID)
                    .from(COMPANY)
                    .where(COMPANY.ID.eq(entity))
                    .and(isOwn(caller, COMPANY.ID))
                    .forNoKeyUpdate()
                    .fetchOptional(COMPANY.ID));
  }

  private static Condition isOwn(Caller caller, Field<UUID> company) {
    return caller.isOperator() ? noCondition() : company.eq(caller.company());
  }
}
