package supplychain.records.card;

import static supplychain.schema.Tables.CARD;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.records.References;

/** Finds the existing cards that bodies name by id or by card_id, in one query. */
public final class NamedCards {
  /** A card id is unique within its company. */
  record CardKey(UUID company, String cardId) {}

  private final Map<UUID, CardKey> byId = new HashMap<>();
  private final Map<CardKey, UUID> byKey = new HashMap<>();

  public NamedCards(DSLContext sql, Collection<CardBody> bodies, Set<UUID> companies) {
    sql.select(CARD.ID, CARD.COMPANY, CARD.CARD_ID)
        .from(CARD)
        .where(CARD.COMPANY.in(companies))
        .and(
            CARD.ID
                .in(named(bodies, CardBody::id))
                .or(CARD.CARD_ID.in(named(bodies, CardBody::cardId))))
        .forEach(
            row -> {
              CardKey key = new CardKey(row.value2(), row.value3());
              byId.put(row.value1(), key);
              byKey.put(key, row.value1());
            });
  }

  private static <T> List<T> named(Collection<CardBody> bodies, Function<CardBody, T> name) {
    return bodies.stream().map(name).filter(Objects::nonNull).distinct().toList();
  }

  /**
   * The card of a company that a body names. An unknown id, or two different cards, is a finding.
   */
  public Optional<UUID> find(CardBody body, UUID company) {
    if (body.id() == null) {
      return Optional.ofNullable(byKey.get(new CardKey(company, body.cardId())));
    }
    CardKey key = byId.get(body.id());
    if (key == null || !key.company().equals(company)) {
      body.body().refuse("id", "does_not_exist", References.ABSENT);
      return Optional.empty();
    }
    if (body.cardId() != null && !body.cardId().equals(key.cardId())) {
      body.body().refuse("card_id", "mismatch", "The card with this id has another card_id.");
    }
    return Optional.of(body.id());
  }
}
