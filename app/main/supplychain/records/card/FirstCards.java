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

/**
 * Cards for new farmers, given in a few statements. Each card is promised before its farmer is
 * written, so that a farmer who cannot have it leaves nothing behind.
 */
public final class FirstCards {
  private record Holder(Caller caller, UUID company, UUID entity, CardBody card) {}

  private record Printed(UUID company, String cardId) {}

  private static final String FARMER = "FARMER";

  private final DSLContext sql;

  /** What is printed on the existing cards, which are locked. */
  private final Map<UUID, String> cardIds;

  /** Who holds them, a FARMER or a COMPANY. */
  private final Map<UUID, String> holders = new HashMap<>();

  private final Map<UUID, Holder> existing = new LinkedHashMap<>();
  private final Map<Printed, Holder> made = new LinkedHashMap<>();

  /** Locks the existing cards that bodies name; none is no round trip. */
  public FirstCards(DSLContext sql, Set<UUID> cards) {
    this.sql = sql;
    this.cardIds = cards.isEmpty() ? Map.of() : Cards.lock(sql, cards);
    if (!cards.isEmpty()) {
      // Locked as well: who ends just the assignment has no need of the card.
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
   * Promises a card to the first farmer that names it.
   *
   * @param company whose card it is
   * @param named the card that the body names; empty for a new one
   * @throws Problem 409 when another farmer holds it, or has been promised it, or it is no longer
   *     the one that the body names
   */
  public void promise(
      Caller caller, UUID company, UUID entity, Optional<UUID> named, CardBody card) {
    Holder holder = new Holder(caller, company, entity, card);
    boolean isFree;
    if (named.isPresent()) {
      UUID id = named.get();
      if (!Cards.isStill(card, cardIds.get(id))) {
        throw Cards.renamed(card);
      }
      isFree = !FARMER.equals(holders.get(id)) && existing.putIfAbsent(id, holder) == null;
    } else {
      isFree = made.putIfAbsent(new Printed(company, card.cardId()), holder) == null;
    }
    if (!isFree) {
      throw Cards.held(card);
    }
  }

  /** Gives the cards to the farmers, who have been written by now. */
  public void give() {
    Map<UUID, Holder> given = make();
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

  /** Makes the new cards; one that somebody else has just made is given as it is. */
  private Map<UUID, Holder> make() {
    List<Holder> makers = List.copyOf(made.values());
    List<UUID> ids = new ArrayList<>();
    Rows rows =
        new Rows(
            CARD, CARD.ID, CARD.COMPANY, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATOR, CARD.UPDATER);
    for (Holder maker : makers) {
      UUID id = Ids.next();
      UUID user = maker.caller().user();
      CardBody card = maker.card();
      ids.add(id);
      rows.add(id, maker.company(), card.cardId(), card.displayId().value(), user, user);
    }
    List<Boolean> inserted = rows.insertUnlessThere(sql);
    Map<UUID, Holder> given = new LinkedHashMap<>();
    for (int i = 0; i < makers.size(); i++) {
      Holder maker = makers.get(i);
      if (inserted.get(i)) {
        given.put(ids.get(i), maker);
      } else {
        assign(Cards.insert(sql, maker.caller(), maker.company(), maker.card()), maker);
      }
    }
    return given;
  }

  private void assign(UUID card, Holder holder) {
    Cards.assign(sql, holder.caller(), holder.company(), holder.entity(), card, holder.card());
  }
}
