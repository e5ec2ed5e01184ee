package supplychain.records.card;

import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.card.NamedCards.CardKey;

/**
 * Assigns cards to farmers and companies, in a few statements for all of them. Each card is
 * reserved before a new farmer is written, so that nothing remains of a farmer who cannot have the
 * card.
 */
public final class CardAssignments {
  private record Holder(UUID entity, boolean isFarmer) {}

  private record Assignment(Caller caller, UUID company, UUID entity, CardBody card) {}

  private final DSLContext sql;
  private final Map<UUID, String> cardIds;
  private final Map<UUID, Holder> holders;
  private final Set<UUID> holding;
  private final Map<UUID, Assignment> existing = new LinkedHashMap<>();
  private final Map<CardKey, Assignment> added = new LinkedHashMap<>();
  private final Rows rows =
      new Rows(
          ENTITY_CARD,
          ENTITY_CARD.ID,
          ENTITY_CARD.COMPANY,
          ENTITY_CARD.CARD,
          ENTITY_CARD.ENTITY,
          ENTITY_CARD.CREATOR,
          ENTITY_CARD.UPDATER);

  /**
   * Locks existing cards: those that bodies name, and those that the entities hold now. The order
   * of the ids keeps two requests that swap cards from a deadlock.
   */
  public CardAssignments(DSLContext sql, Set<UUID> cards) {
    this.sql = sql;
    cardIds = cards.isEmpty() ? Map.of() : Cards.lock(sql, cards);
    holders = cards.isEmpty() ? Map.of() : lockHolders(sql, cards);
    holding = holders.values().stream().map(Holder::entity).collect(Collectors.toSet());
  }

  /**
   * Locks the active assignments of cards, since a request that only ends an assignment does not
   * lock the card. Returns the holders by card.
   */
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
        .fetchMap(ENTITY_CARD.CARD, row -> new Holder(row.value2(), row.value3().equals("FARMER")));
  }

  /**
   * Reserves a card for the first entity that a body gives it to.
   *
   * @param named the existing card; empty for a new one
   * @throws Problem 409 if another farmer has the card, or if its {@code card_id} has changed
   */
  public void reserve(
      Caller caller, UUID company, UUID entity, Optional<UUID> named, CardBody card) {
    Assignment assignment = new Assignment(caller, company, entity, card);
    boolean isFree;
    if (named.isPresent()) {
      UUID id = named.get();
      Cards.requireCardId(card, cardIds.get(id));
      Holder holder = holders.get(id);
      boolean isTaken = holder != null && holder.isFarmer() && !holder.entity().equals(entity);
      isFree = !isTaken && existing.putIfAbsent(id, assignment) == null;
    } else {
      isFree = added.putIfAbsent(new CardKey(company, card.cardId()), assignment) == null;
    }
    if (!isFree) {
      throw Problem.conflict(
          "Another farmer holds this card; end that first.",
          new Finding(card.body().pointer(), "held", "Another farmer holds this card."));
    }
  }

  /** Assigns the reserved cards to their entities, whose rows are locked or new. */
  public void assign() {
    existing.forEach(
        (card, assignment) -> {
          Cards.setDisplayId(sql, assignment.caller(), card, assignment.card());
          Holder holder = holders.get(card);
          if (assignment.card().ends()) {
            Cards.end(sql, assignment.caller(), assignment.entity());
          } else if (holder == null || !holder.entity().equals(assignment.entity())) {
            assign(card, assignment);
          }
        });
    insertAdded();
    rows.insert(sql);
  }

  /** Inserts the new cards. Another request may have just inserted the same card. */
  private void insertAdded() {
    List<Assignment> assignments = List.copyOf(added.values());
    List<UUID> ids = new ArrayList<>();
    Rows cards =
        new Rows(
            CARD, CARD.ID, CARD.COMPANY, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATOR, CARD.UPDATER);
    for (Assignment one : assignments) {
      UUID id = Ids.next();
      UUID user = one.caller().user();
      String displayId = one.card().displayId().value();
      ids.add(id);
      cards.add(id, one.company(), one.card().cardId(), displayId, user, user);
    }
    List<Boolean> areInserted = cards.insertUnlessThere(sql);
    for (int i = 0; i < assignments.size(); i++) {
      Assignment one = assignments.get(i);
      if (areInserted.get(i)) {
        assign(ids.get(i), one);
      } else {
        UUID same = Cards.insert(sql, one.caller(), one.company(), one.card());
        Cards.give(sql, one.caller(), one.company(), one.entity(), Optional.of(same), one.card());
      }
    }
  }

  /** Ends the earlier assignments of the card and of the entity, and adds the new one. */
  private void assign(UUID card, Assignment assignment) {
    UUID entity = assignment.entity();
    UUID user = assignment.caller().user();
    if (holders.containsKey(card) || holding.contains(entity)) {
      Cards.end(sql, assignment.caller(), entity, card);
    }
    rows.add(Ids.next(), assignment.company(), card, entity, user, user);
  }
}
