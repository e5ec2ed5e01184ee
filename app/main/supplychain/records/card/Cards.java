package supplychain.records.card;

import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.ENTITY_CARD;

import java.util.HashSet;
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
import supplychain.records.Updates;

/** Cards in the database, and who holds them. */
public final class Cards {
  private Cards() {}

  /** The existing card that a body names; a wrong id, or two names for two cards, is a finding. */
  public static Optional<UUID> find(DSLContext sql, CardBody body, UUID company) {
    return new NamedCards(sql, List.of(body), Set.of(company)).find(body, company);
  }

  /** The same for an entity: a body that ends what it holds names the card that it holds. */
  public static Optional<UUID> find(DSLContext sql, CardBody body, UUID company, UUID entity) {
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

  /** Makes a card; when another request has just made it, that one. */
  public static UUID insert(DSLContext sql, Caller caller, UUID company, CardBody body) {
    UUID id = Ids.next();
    boolean made =
        new NewRow(CARD)
            .set(CARD.ID, id)
            .set(CARD.COMPANY, company)
            .set(CARD.CARD_ID, body.cardId())
            .set(CARD.DISPLAY_ID, body.displayId().value())
            .set(CARD.CREATOR, caller.user())
            .set(CARD.UPDATER, caller.user())
            .insertUnlessThere(sql, CARD.COMPANY, CARD.CARD_ID);
    return made ? id : find(sql, body, company).orElseThrow(() -> renamed(body));
  }

  /** Gives an entity of a company the existing card, or else makes the one of the body. */
  public static void give(
      DSLContext sql,
      Caller caller,
      UUID company,
      UUID entity,
      Optional<UUID> existing,
      CardBody body) {
    UUID card = existing.orElseGet(() -> insert(sql, caller, company, body));
    assign(sql, caller, company, entity, card, body);
  }

  /**
   * Gives a company's card to an entity, whose row the caller's transaction has locked: the
   * entity's earlier card and the card's earlier assignment are ended and kept. 409 when another
   * farmer holds it, or it is no longer the one that the body names. Where the body says so, the
   * entity holds it no longer instead.
   */
  public static void assign(
      DSLContext sql, Caller caller, UUID company, UUID entity, UUID card, CardBody body) {
    if (!isStill(body, lock(sql, entity, card).get(card))) {
      throw renamed(body);
    }
    // Locked as well: who ends just this assignment has no need of the card.
    Optional<Record2<UUID, String>> holder =
        sql.select(ENTITY_CARD.ENTITY, ENTITY.KIND)
            .from(ENTITY_CARD)
            .join(ENTITY)
            .on(ENTITY.ID.eq(ENTITY_CARD.ENTITY))
            .where(ENTITY_CARD.CARD.eq(card))
            .and(ENTITY_CARD.IS_ACTIVE)
            .forNoKeyUpdate()
            .of(ENTITY_CARD)
            .fetchOptional();
    boolean held = holder.isPresent() && holder.get().value1().equals(entity);
    if (holder.isPresent() && !held && holder.get().value2().equals("FARMER")) {
      throw held(body);
    }
    setDisplayId(sql, caller, card, body);
    if (body.ends()) {
      end(sql, caller, entity);
    } else if (!held) {
      end(sql, caller, entity, card);
      new NewRow(ENTITY_CARD)
          .set(ENTITY_CARD.ID, Ids.next())
          .set(ENTITY_CARD.COMPANY, company)
          .set(ENTITY_CARD.CARD, card)
          .set(ENTITY_CARD.ENTITY, entity)
          .set(ENTITY_CARD.CREATOR, caller.user())
          .set(ENTITY_CARD.UPDATER, caller.user())
          .insert(sql);
    }
  }

  /** The assignment of the card that an entity holds, if it holds one. */
  public static Optional<UUID> held(DSLContext sql, UUID entity) {
    return sql.select(ENTITY_CARD.ID)
        .from(ENTITY_CARD)
        .where(ENTITY_CARD.ENTITY.eq(entity))
        .and(ENTITY_CARD.IS_ACTIVE)
        .fetchOptional(ENTITY_CARD.ID);
  }

  /** Ends the assignment of the card that an entity holds, if it holds one. */
  public static void end(DSLContext sql, Caller caller, UUID entity) {
    end(sql, caller, entity, null);
  }

  private static void end(DSLContext sql, Caller caller, UUID entity, UUID card) {
    Updates.of(sql, ENTITY_CARD, caller.user())
        .set(ENTITY_CARD.IS_ACTIVE, false)
        .where(ENTITY_CARD.ENTITY.eq(entity).or(ENTITY_CARD.CARD.eq(card)))
        .and(ENTITY_CARD.IS_ACTIVE)
        .execute();
  }

  /** Locks the card and the one it replaces in id order, so that two swaps wait for each other. */
  private static Map<UUID, String> lock(DSLContext sql, UUID entity, UUID card) {
    Set<UUID> cards = new HashSet<>(Set.of(card));
    sql.select(ENTITY_CARD.CARD)
        .from(ENTITY_CARD)
        .where(ENTITY_CARD.ENTITY.eq(entity))
        .and(ENTITY_CARD.IS_ACTIVE)
        .forEach(row -> cards.add(row.value1()));
    return lock(sql, cards);
  }

  /** Locks cards in id order; what is printed on each, which may have changed until then. */
  static Map<UUID, String> lock(DSLContext sql, Set<UUID> cards) {
    return sql.select(CARD.ID, CARD.CARD_ID)
        .from(CARD)
        .where(CARD.ID.in(cards))
        .orderBy(CARD.ID)
        .forNoKeyUpdate()
        .fetchMap(CARD.ID, CARD.CARD_ID);
  }

  /** Whether a card on which this is printed is the one that a body names. */
  static boolean isStill(CardBody body, String cardId) {
    return body.cardId() == null || body.cardId().equals(cardId);
  }

  /** The answer where the card of a body is another farmer's. */
  static Problem held(CardBody body) {
    return Problem.conflict(
        "Another farmer holds this card; end that first.",
        new Finding(body.body().pointer(), "held", "Another farmer holds this card."));
  }

  /** The answer where the card of a body got another card_id while the body was looked at. */
  static Problem renamed(CardBody body) {
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
