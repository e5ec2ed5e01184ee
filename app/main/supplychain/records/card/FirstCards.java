package supplychain.records.card;

import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.ENTITY_CARD;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.card.NamedCards.CardKey;

/**
 * Assigns cards to new farmers, in a few statements for all of them. Each card is reserved before
 * its farmer is written, so that nothing remains of a farmer who cannot have the card.
 */
public final class FirstCards {
  private record Holder(Caller caller, UUID company, UUID entity, CardBody card) {}

  private static final String FARMER = "FARMER";

  private final DSLContext sql;

  /** The card_id of each existing card; the cards are locked. */
  private final Map<UUID, String> cardIds;

  /** FARMER or COMPANY, for each existing card that somebody holds. */
  private final Map<UUID, String> holders = new HashMap<>();

  private final Map<UUID, Holder> existing = new LinkedHashMap<>();
  private final Map<CardKey, Holder> added = new LinkedHashMap<>();

  public FirstCards(DSLContext sql, Set<UUID> cards) {
    this.sql = sql;
    this.cardIds = cards.isEmpty() ? Map.of() : Cards.lock(sql, cards);
    if (!cards.isEmpty()) {
      // The assignments are locked too: a request that only ends one does not lock the card.
      sql.select(ENTITY_CARD.CARD, ENTITY.KIND)
          .from(ENTITY_CARD)
          .join(ENTITY)
          .on(ENTITY.ID.eq(ENTITY_CARD.ENTITY))
          .where(ENTITY_CARD.CARD.in(cards))
          .and(ENTITY_CARD.IS_ACTIVE)
          .orderBy(ENTITY_CARD.CARD)
          .forNoKeyUpdate()
          .of(ENTITY_CARD)
          .forEach(row -> holders.put(row.value1(), row.value2()));
    }
  }

  /**
   * Reserves a card for the first farmer that names it.
   *
   * @param named the existing card; empty for a new one
   * @throws Problem 409 if another farmer has the card, or if its {@code card_id} has changed
   */
  public void reserve(
      Caller caller, UUID company, UUID entity, Optional<UUID> named, CardBody card) {
    Holder holder = new Holder(caller, company, entity, card);
    boolean isFree;
    if (named.isPresent()) {
      UUID id = named.get();
      Cards.requireCardId(card, cardIds.get(id));
      isFree = !FARMER.equals(holders.get(id)) && existing.putIfAbsent(id, holder) == null;
    } else {
      isFree = added.putIfAbsent(new CardKey(company, card.cardId()), holder) == null;
    }
    if (!isFree) {
      throw Cards.held(card);
    }
  }

  /** Assigns the reserved cards to the farmers, which are written now. */
  public void assign() {
    Map<UUID, Holder> given = insert();
    existing.forEach(
        (card, holder) -> {
          if (holders.containsKey(card) || holder.card().displayId().present()) {
            assign(card, holder);
          } else {
            given.put(card, holder);
          }
        });
    Rows rows =
        new Rows(
            ENTITY_CARD,
            ENTITY_CARD.ID,
            ENTITY_CARD.COMPANY,
            ENTITY_CARD.CARD,
            ENTITY_CARD.ENTITY,
            ENTITY_CARD.CREATOR,
            ENTITY_CARD.UPDATER);
    given.forEach(
        (card, holder) -> {
          UUID user = holder.caller().user();
          rows.add(Ids.next(), holder.company(), card, holder.entity(), user, user);
        });
    rows.insert(sql);
  }

  /**
   * Inserts the new cards.
   *
   * @return the holders by card; without cards that another request has just inserted, which are
   *     assigned here
   */
  private Map<UUID, Holder> insert() {
    List<Holder> newHolders = List.copyOf(added.values());
    List<UUID> ids = new ArrayList<>();
    Rows rows =
        new Rows(
            CARD, CARD.ID, CARD.COMPANY, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATOR, CARD.UPDATER);
    for (Holder holder : newHolders) {
      UUID id = Ids.next();
      UUID user = holder.caller().user();
      CardBody card = holder.card();
      ids.add(id);
      rows.add(id, holder.company(), card.cardId(), card.displayId().value(), user, user);
    }
    List<Boolean> inserted = rows.insertUnlessThere(sql);
    Map<UUID, Holder> given = new LinkedHashMap<>();
    for (int i = 0; i < newHolders.size(); i++) {
      Holder holder = newHolders.get(i);
      if (inserted.get(i)) {
        given.put(ids.get(i), holder);
      } else {
        assign(Cards.insert(sql, holder.caller(), holder.company(), holder.card()), holder);
      }
    }
    return given;
  }

  private void assign(UUID card, Holder holder) {
    Cards.assign(sql, holder.caller(), holder.company(), holder.entity(), card, holder.card());
  }
}
