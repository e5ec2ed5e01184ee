package supplychain.records.card;

import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.selectOne;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY_CARD;
import static supplychain.validation.Kinds.ID;

import java.util.List;
import org.jooq.Condition;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;

/** The kinds of records for cards and their holders. */
public final class CardResources {
  /** Cards. */
  public static final RecordKind CONNECT_CARDS =
      RecordKind.of(
              "/v1/catalogs/connect-cards/",
              CARD,
              CARD.ID,
              CARD.UPDATED_ON,
              NestedDocuments.card(),
              RecordKind.Visibility.named(CARD.COMPANY),
              List.of(
                  Filter.id("company", "of this company", CARD.COMPANY),
                  Filter.start("card_id", "whose card_id starts so", CARD.CARD_ID),
                  Filter.start("display_id", "whose display_id starts so", CARD.DISPLAY_ID),
                  new Filter<>(
                      "entity",
                      "that this farmer or company holds",
                      ID,
                      entity -> List.of(isHeld(ENTITY_CARD.ENTITY.eq(entity)))),
                  Filter.flag("is_held", "that somebody holds, or nobody", isHeld(noCondition()))),
              CARD.ID,
              CARD.CARD_ID,
              CARD.DISPLAY_ID,
              CARD.CREATED_ON,
              CARD.UPDATED_ON)
          .createdBy(Cards::record)
          .amendedBy(Cards::amend);

  /** Assignments of cards to holders, in force or ended. */
  public static final RecordKind ENTITY_CARDS =
      RecordKind.of(
              "/v1/supply-chains/entity-cards/",
              ENTITY_CARD,
              ENTITY_CARD.ID,
              ENTITY_CARD.UPDATED_ON,
              NestedDocuments.entityCard(),
              RecordKind.Visibility.named(ENTITY_CARD.COMPANY),
              List.of(
                  Filter.id("company", "of a card of this company", ENTITY_CARD.COMPANY),
                  Filter.id("card", "of this card", ENTITY_CARD.CARD),
                  Filter.id("entity", "to this farmer or company", ENTITY_CARD.ENTITY),
                  Filter.flag(
                      "is_active",
                      "that are in force, or have ended",
                      ENTITY_CARD.IS_ACTIVE.isTrue())),
              ENTITY_CARD.ID,
              ENTITY_CARD.CARD,
              ENTITY_CARD.ENTITY,
              ENTITY_CARD.IS_ACTIVE,
              ENTITY_CARD.CREATED_ON,
              ENTITY_CARD.UPDATED_ON)
          .createdBy(EntityCards::record)
          .amendedBy(EntityCards::amend);

  private CardResources() {}

  private static Condition isHeld(Condition by) {
    return exists(
        selectOne()
            .from(ENTITY_CARD)
            .where(ENTITY_CARD.CARD.eq(CARD.ID))
            .and(ENTITY_CARD.IS_ACTIVE)
            .and(by));
  }
}
