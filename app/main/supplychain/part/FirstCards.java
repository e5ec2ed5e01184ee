package supplychain.part;

import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY_CARD;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.http.Caller;

/** Cards for entities that were just made and hold none yet, given in a few statements. */
public final class FirstCards {
  private record Holder(
      Caller caller, UUID company, UUID entity, Optional<UUID> existing, CardBody card) {}

  private final List<Holder> holders = new ArrayList<>();

  /**
   * Adds an entity.
   *
   * @param company whose card it is
   * @param existing the card that the body names; empty for a new one
   */
  public void add(
      Caller caller, UUID company, UUID entity, Optional<UUID> existing, CardBody card) {
    holders.add(new Holder(caller, company, entity, existing, card));
  }

  /**
   * Gives the new cards, and those that nobody holds, to the first who is to hold each.
   *
   * @return the entities that have their cards now; {@link Cards#give} knows what to do with the
   *     others
   */
  public Set<UUID> give(DSLContext sql) {
    Map<UUID, Holder> given = make(sql);
    given.putAll(free(sql));
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
    return given.values().stream().map(Holder::entity).collect(Collectors.toSet());
  }

  private Map<UUID, Holder> make(DSLContext sql) {
    List<Holder> makers = holders.stream().filter(h -> h.existing().isEmpty()).toList();
    List<UUID> ids = makers.stream().map(maker -> Ids.next()).toList();
    Rows rows =
        new Rows(
            CARD, CARD.ID, CARD.COMPANY, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATOR, CARD.UPDATER);
    for (int i = 0; i < makers.size(); i++) {
      Holder maker = makers.get(i);
      UUID user = maker.caller().user();
      CardBody card = maker.card();
      rows.add(ids.get(i), maker.company(), card.cardId(), card.displayId().value(), user, user);
    }
    List<Boolean> made = rows.insertUnlessThere(sql);
    Map<UUID, Holder> holderOf = new LinkedHashMap<>();
    for (int i = 0; i < makers.size(); i++) {
      if (made.get(i)) {
        holderOf.put(ids.get(i), makers.get(i));
      }
    }
    return holderOf;
  }

  private Map<UUID, Holder> free(DSLContext sql) {
    Map<UUID, Holder> holderOf = new HashMap<>();
    holders.stream()
        .filter(holder -> holder.existing().isPresent() && !holder.card().displayId().present())
        .forEach(holder -> holderOf.putIfAbsent(holder.existing().get(), holder));
    if (!holderOf.isEmpty()) {
      Cards.lock(sql, holderOf.keySet())
          .forEach(
              (card, cardId) -> {
                if (!Cards.isStill(holderOf.get(card).card(), cardId)) {
                  holderOf.remove(card);
                }
              });
      sql.select(ENTITY_CARD.CARD)
          .from(ENTITY_CARD)
          .where(ENTITY_CARD.CARD.in(List.copyOf(holderOf.keySet())))
          .and(ENTITY_CARD.IS_ACTIVE)
          .forEach(held -> holderOf.remove(held.value1()));
    }
    return holderOf;
  }
}
