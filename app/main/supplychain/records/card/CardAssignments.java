package supplychain.records.card;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Texts;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Ids;
import supplychain.database.NewRows;
import supplychain.records.References;
import supplychain.records.Updates;

/**
 * Assigns cards to farmers and companies, in a few statements for all of them. Each card is
 * reserved before a new farmer is inserted, so that no farmer is inserted if the card is taken.
 */
public final class CardAssignments {
  /** A card id is unique within its company; letter case does not count. */
  private record CardKey(UUID company, String cardId) {
    CardKey {
      cardId = cardId == null ? null : Texts.folded(cardId);
    }
  }

  private record Holder(UUID entity, boolean isFarmer) {}

  /** The id is for the card if it is new. */
  private record Assignment(
      Caller caller, UUID company, UUID entity, CardBody card, UUID newCard) {}

  private final DSLContext sql;
  private final Map<UUID, String> cardIds;
  private final Map<UUID, Holder> holders;
  private final Set<UUID> entitiesWithCard;
  private final Map<UUID, Assignment> existing = new LinkedHashMap<>();
  private final Map<CardKey, Assignment> added = new LinkedHashMap<>();
  private final NewRows rows = NewRows.of(ENTITY_CARD);

  /**
   * The existing cards that bodies name by id or by card_id, in one query. An unknown id is a
   * finding, and so is another card_id than that of the card with the id.
   */
  public static Map<CardBody, UUID> find(DSLContext sql, Map<CardBody, UUID> companies) {
    if (companies.isEmpty()) {
      return Map.of();
    }
    Map<UUID, CardKey> byId =
        sql.select(CARD.ID, CARD.COMPANY, CARD.CARD_ID)
            .from(CARD)
            .where(CARD.COMPANY.in(new HashSet<>(companies.values())))
            .and(
                CARD.ID
                    .in(named(companies.keySet(), CardBody::id))
                    .or(
                        lower(CARD.CARD_ID)
                            .in(
                                named(companies.keySet(), CardBody::cardId).stream()
                                    .map(cardId -> lower(val(cardId)))
                                    .toList())))
            .fetchMap(CARD.ID, row -> new CardKey(row.get(CARD.COMPANY), row.get(CARD.CARD_ID)));
    Map<CardKey, UUID> byKey = new HashMap<>();
    byId.forEach((id, key) -> byKey.put(key, id));
    Map<CardBody, UUID> found = new HashMap<>();
    companies.forEach(
        (card, company) -> {
          if (card.id() != null) {
            check(card, company, byId.get(card.id()));
          }
          UUID byCardId = byKey.get(new CardKey(company, card.cardId()));
          found.put(card, card.id() == null ? byCardId : card.id());
        });
    return found;
  }

  private static <T> List<T> named(Set<CardBody> cards, Function<CardBody, T> name) {
    return cards.stream().map(name).filter(Objects::nonNull).distinct().toList();
  }

  private static void check(CardBody card, UUID company, CardKey withId) {
    if (withId == null || !withId.company().equals(company)) {
      card.body().refuse("id", "does_not_exist", References.absent("card", card.id()));
    } else if (card.cardId() != null && !withId.equals(new CardKey(company, card.cardId()))) {
      card.body()
          .refuseValue("card_id", "mismatch", "is not the card_id of the card with this id.");
    }
  }

  /**
   * Locks the existing cards named in the bodies, and the cards that the entities hold now. All
   * requests lock in the order of the ids; otherwise two requests that swap cards could deadlock.
   */
  public CardAssignments(DSLContext sql, Set<UUID> cards) {
    this.sql = sql;
    cardIds = cards.isEmpty() ? Map.of() : lockCards(sql, cards);
    holders = cards.isEmpty() ? Map.of() : lockHolders(sql, cards);
    entitiesWithCard = holders.values().stream().map(Holder::entity).collect(Collectors.toSet());
  }

  /** Locks cards. Returns the {@code card_id} of each, which may have changed before the lock. */
  static Map<UUID, String> lockCards(DSLContext sql, Set<UUID> cards) {
    return sql.select(CARD.ID, CARD.CARD_ID)
        .from(CARD)
        .where(CARD.ID.in(cards))
        .orderBy(CARD.ID)
        .forNoKeyUpdate()
        .fetchMap(CARD.ID, CARD.CARD_ID);
  }

  /** Locks active assignments: a request that only ends one does not lock the card. */
  private static Map<UUID, Holder> lockHolders(DSLContext sql, Set<UUID> cards) {
    return sql.select(ENTITY_CARD.CARD, ENTITY_CARD.ENTITY, ENTITY.KIND)
        .from(ENTITY_CARD)
        .join(ENTITY)
        .on(ENTITY.ID.eq(ENTITY_CARD.ENTITY))
        .where(ENTITY_CARD.CARD.in(cards))
        .and(ENTITY_CARD.IS_ACTIVE)
        .orderBy(ENTITY_CARD.CARD)
        .forNoKeyUpdate()
        .of(ENTITY_CARD)
        .fetchMap(
            ENTITY_CARD.CARD,
            row -> new Holder(row.get(ENTITY_CARD.ENTITY), row.get(ENTITY.KIND).equals("FARMER")));
  }

  /**
   * Reserves a card for an entity: 409 if another farmer has it, or if its {@code card_id} has
   * changed. The first body in the request that names the card gets it.
   *
   * @param named the existing card; null for a new one
   */
  public void reserve(Caller caller, UUID company, UUID entity, UUID named, CardBody card) {
    Assignment assignment = new Assignment(caller, company, entity, card, Ids.next());
    boolean isFree;
    if (named == null) {
      isFree = added.putIfAbsent(new CardKey(company, card.cardId()), assignment) == null;
    } else {
      CardKey present = new CardKey(company, cardIds.get(named));
      if (card.cardId() != null && !new CardKey(company, card.cardId()).equals(present)) {
        throw CardResource.renamed(card);
      }
      Holder holder = holders.get(named);
      boolean isTaken = holder != null && holder.isFarmer() && !holder.entity().equals(entity);
      isFree = !isTaken && existing.putIfAbsent(named, assignment) == null;
    }
    if (!isFree) {
      String detail = "Another farmer holds this card. End that assignment first.";
      throw Updates.conflict(card.body().pointer(), "held", detail);
    }
  }

  /** Assigns the reserved cards to their entities, whose rows are locked or new. */
  public void assign() {
    if (existing.isEmpty() && added.isEmpty()) {
      return;
    }
    Batch batch = Batch.of(sql);
    existing.forEach(
        (card, assignment) ->
            Authors.runAs(
                batch,
                assignment.entity(),
                () -> {
                  batch.run();
                  assignExisting(card, assignment);
                }));
    insertAdded(batch);
    rows.insert(sql);
  }

  private void assignExisting(UUID card, Assignment assignment) {
    CardResource.setDisplayId(sql, assignment.caller(), card, assignment.card());
    Holder holder = holders.get(card);
    if (assignment.card().ends()) {
      EntityCardResource.end(sql, assignment.caller(), assignment.entity());
    } else if (holder == null || !holder.entity().equals(assignment.entity())) {
      assign(card, assignment);
    }
  }

  /** Inserts the new cards. Another request may have just inserted the same card. */
  private void insertAdded(Batch batch) {
    NewRows cards = NewRows.of(CARD);
    for (Assignment one : added.values()) {
      Authors.note(batch, one.newCard(), one.entity());
      cards.add(CardResource.row(one.newCard(), one.caller(), one.company(), one.card()));
    }
    Iterator<Boolean> areInserted = cards.insertUnlessThere(batch).iterator();
    for (Assignment one : added.values()) {
      if (areInserted.next()) {
        assign(one.newCard(), one);
      } else {
        UUID same = find(sql, Map.of(one.card(), one.company())).get(one.card());
        EntityCardResource.give(sql, one.caller(), one.company(), one.entity(), same, one.card());
      }
    }
  }

  /** Ends the earlier assignments of the card and of the entity, and adds the new one. */
  private void assign(UUID card, Assignment assignment) {
    UUID entity = assignment.entity();
    if (holders.containsKey(card) || entitiesWithCard.contains(entity)) {
      EntityCardResource.end(
          sql, assignment.caller(), ENTITY_CARD.ENTITY.eq(entity).or(ENTITY_CARD.CARD.eq(card)));
    }
    rows.add(EntityCardResource.row(assignment.caller(), assignment.company(), card, entity));
  }
}
