package supplychain.records.card;

import static supplychain.schema.Keys.CARD_CARD_ID;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.ID;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record2;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** Records cards, and assigns them to their holders. */
public final class Cards {
  private Cards() {}

  /**
   * Records a card of the company in the body, or of the caller's company. A company has one card
   * of each {@code card_id}, however often it is recorded.
   */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    UUID company = references.wantOwnCompanyOrCallers(body, "company");
    CardBody card = CardBody.readNew(body);
    references.resolve(sql);
    body.finish();
    Optional<UUID> existing = find(sql, card, company);
    if (existing.isEmpty()) {
      return insert(sql, caller, company, card);
    }
    UUID id = existing.get();
    requireCardId(card, lock(sql, Set.of(id)).get(id));
    setDisplayId(sql, caller, id, card);
    return id;
  }

  /** Changes a card, whose row is locked. A card that was held keeps its {@code card_id}. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = new Columns(body);
    FieldValue<String> cardId = body.neverNull("card_id", CardBody.CARD_ID);
    columns.set(CARD.CARD_ID, cardId).texts(CARD.DISPLAY_ID);
    Record2<UUID, String> present =
        sql.select(CARD.COMPANY, CARD.CARD_ID).from(CARD).where(CARD.ID.eq(id)).fetchSingle();
    body.keep("company", ID, present.value1());
    body.ignore("id", "updated_on", "created_on", "creator", "updater");
    body.finish();
    boolean isRenamed = !cardId.or(present.value2()).equals(present.value2());
    if (isRenamed && sql.fetchExists(ENTITY_CARD, ENTITY_CARD.CARD.eq(id))) {
      String detail = "The card is or was held under its card_id, which stays.";
      throw Problem.conflict(detail, new Finding(body.pointer("card_id"), "held", detail));
    }
    Updates.unique(
        sql,
        body,
        "card_id",
        CARD_CARD_ID.getName(),
        "Another card of the company has this card_id.",
        () -> Updates.change(sql, caller, CARD.ID, id, columns));
  }

  /** The existing card that a body names. An unknown id, or two different cards, is a finding. */
  static Optional<UUID> find(DSLContext sql, CardBody body, UUID company) {
    return new NamedCards(sql, List.of(body), Set.of(company)).find(body, company);
  }

  /**
   * The existing card that the body of a farmer or a company names. A body that ends an assignment
   * must name the card that the entity holds.
   */
  public static Optional<UUID> find(
      DSLContext sql, FieldValue<CardBody> given, UUID company, UUID entity) {
    if (!given.hasValue()) {
      return Optional.empty();
    }
    CardBody body = given.value();
    Optional<UUID> card = find(sql, body, company);
    if (body.ends()
        && !sql.fetchExists(
            ENTITY_CARD,
            ENTITY_CARD.ENTITY.eq(entity),
            ENTITY_CARD.CARD.eq(card.orElse(null)),
            ENTITY_CARD.IS_ACTIVE.isTrue())) {
      body.body().findings().add(body.body().pointer(), "not_held", "This card is not held here.");
    }
    return card;
  }

  /** Inserts a card, or finds the same card if another request has just inserted it. */
  static UUID insert(DSLContext sql, Caller caller, UUID company, CardBody body) {
    UUID id = Ids.next();
    boolean isNew =
        new NewRow(CARD)
            .set(CARD.ID, id)
            .set(CARD.COMPANY, company)
            .set(CARD.CARD_ID, body.cardId())
            .set(CARD.DISPLAY_ID, body.displayId().value())
            .set(CARD.CREATOR, caller.user())
            .set(CARD.UPDATER, caller.user())
            .insertUnlessThere(sql, CARD.COMPANY, CARD.CARD_ID);
    return isNew ? id : find(sql, body, company).orElseThrow(() -> renamed(body));
  }

  /** Gives an entity, whose row is locked, the card of its body. Null takes its card away. */
  public static void change(
      DSLContext sql,
      Caller caller,
      UUID company,
      UUID entity,
      FieldValue<CardBody> given,
      Optional<UUID> existing) {
    if (given.isNull()) {
      end(sql, caller, entity);
    } else if (given.hasValue()) {
      give(sql, caller, company, entity, existing, given.value());
    }
  }

  /**
   * Assigns the existing card to an entity, whose row is locked, or else a new card from the body.
   *
   * @throws Problem 409 if another farmer holds the card, or if its {@code card_id} has changed
   */
  static void give(
      DSLContext sql,
      Caller caller,
      UUID company,
      UUID entity,
      Optional<UUID> existing,
      CardBody body) {
    Set<UUID> cards =
        sql.select(ENTITY_CARD.CARD)
            .from(ENTITY_CARD)
            .where(ENTITY_CARD.ENTITY.eq(entity))
            .and(ENTITY_CARD.IS_ACTIVE)
            .fetchSet(ENTITY_CARD.CARD);
    existing.ifPresent(cards::add);
    CardAssignments assignments = new CardAssignments(sql, cards);
    assignments.reserve(caller, company, entity, existing, body);
    assignments.assign();
  }

  /** Ends the assignment of the card that an entity holds, if it holds one. */
  public static void end(DSLContext sql, Caller caller, UUID entity) {
    end(sql, caller, entity, null);
  }

  /** Ends the assignments of an entity and of a card. */
  static void end(DSLContext sql, Caller caller, UUID entity, UUID card) {
    Updates.of(sql, ENTITY_CARD, caller.user())
        .set(ENTITY_CARD.IS_ACTIVE, false)
        .where(ENTITY_CARD.ENTITY.eq(entity).or(ENTITY_CARD.CARD.eq(card)))
        .and(ENTITY_CARD.IS_ACTIVE)
        .execute();
  }

  /** Locks cards. Returns the {@code card_id} of each, which may have changed before the lock. */
  static Map<UUID, String> lock(DSLContext sql, Set<UUID> cards) {
    return sql.select(CARD.ID, CARD.CARD_ID)
        .from(CARD)
        .where(CARD.ID.in(cards))
        .orderBy(CARD.ID)
        .forNoKeyUpdate()
        .fetchMap(CARD.ID, CARD.CARD_ID);
  }

  /**
   * Compares the {@code card_id} of a locked card with the body.
   *
   * @throws Problem 409 if another request has just changed it
   */
  static void requireCardId(CardBody body, String cardId) {
    if (body.cardId() != null && !body.cardId().equals(cardId)) {
      throw renamed(body);
    }
  }

  private static Problem renamed(CardBody body) {
    String detail = "The card has just got another card_id: send it again.";
    String place = body.body().pointer("card_id");
    return Problem.conflict(detail, new Finding(place, "renamed", detail));
  }

  static void setDisplayId(DSLContext sql, Caller caller, UUID card, CardBody body) {
    if (body.displayId().present()) {
      Updates.of(sql, CARD, caller.user())
          .set(CARD.DISPLAY_ID, body.displayId().value())
          .where(CARD.ID.eq(card))
          .and(CARD.DISPLAY_ID.isDistinctFrom(body.displayId().value()))
          .execute();
    }
  }
}
