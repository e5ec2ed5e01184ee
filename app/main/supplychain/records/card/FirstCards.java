package supplychain.records.card;

import static supplychain.schema.Tables.*;

import java.util.ArrayList;
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
  private record Reservation(Caller caller, UUID company, UUID entity, CardBody card) {}

  private final DSLContext sql;

  /** The card_id of each existing card; the cards are locked. */
  private final Map<UUID, String> cardIds;

  private final Map<UUID, Cards.Holder> holders;

  private final Map<UUID, Reservation> existing = new LinkedHashMap<>();
  private final Map<CardKey, Reservation> added = new LinkedHashMap<>();

  public FirstCards(DSLContext sql, Set<UUID> cards) {
    this.sql = sql;
    this.cardIds = cards.isEmpty() ? Map.of() : Cards.lock(sql, cards);
    this.holders = cards.isEmpty() ? Map.of() : Cards.lockHolders(sql, cards);
  }

  /**
   * Reserves a card for the first farmer that names it.
   *
   * @param named the existing card; empty for a new one
   * @throws Problem 409 if another farmer has the card, or if its {@code card_id} has changed
   */
  public void reserve(
      Caller caller, UUID company, UUID entity, Optional<UUID> named, CardBody card) {
    Reservation holder = new Reservation(caller, company, entity, card);
    boolean isFree;
    if (named.isPresent()) {
      UUID id = named.get();
      Cards.requireCardId(card, cardIds.get(id));
      boolean isHeld = holders.containsKey(id) && holders.get(id).isFarmer();
      isFree = !isHeld && existing.putIfAbsent(id, holder) == null;
    } else {
      isFree = added.putIfAbsent(new CardKey(company, card.cardId()), holder) == null;
    }
    if (!isFree) {
      throw Cards.held(card);
    }
  }

  /** Assigns the reserved cards to the farmers, which are written now. */
  public void assign() {
    Map<UUID, Reservation> given = insert();
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
  private Map<UUID, Reservation> insert() {
    List<Reservation> newHolders = List.copyOf(added.values());
    List<UUID> ids = new ArrayList<>();
    Rows rows =
        new Rows(
            CARD, CARD.ID, CARD.COMPANY, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATOR, CARD.UPDATER);
    for (Reservation holder : newHolders) {
      UUID id = Ids.next();
      UUID user = holder.caller().user();
      CardBody card = holder.card();
      ids.add(id);
      rows.add(id, holder.company(), card.cardId(), card.displayId().value(), user, user);
    }
    List<Boolean> inserted = rows.insertUnlessThere(sql);
    Map<UUID, Reservation> given = new LinkedHashMap<>();
    for (int i = 0; i < newHolders.size(); i++) {
      Reservation holder = newHolders.get(i);
      if (inserted.get(i)) {
        given.put(ids.get(i), holder);
      } else {
        assign(Cards.insert(sql, holder.caller(), holder.company(), holder.card()), holder);
      }
    }
    return given;
  }

  private void assign(UUID card, Reservation holder) {
    Cards.assign(sql, holder.caller(), holder.company(), holder.entity(), card, holder.card());
  }
}
