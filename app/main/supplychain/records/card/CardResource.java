package supplychain.records.card;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Keys.CARD_CARD_ID;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record2;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** The kind of records for cards. */
public final class CardResource {
  public static final RecordKind CONNECT_CARDS =
      new RecordKind(
              "/v1/catalogs/connect-cards/",
              CARD,
              NestedDocuments.CARD_OBJECT,
              RecordKind.Visibility.named(CARD.COMPANY),
              List.of(
                  Filter.id("of this company", CARD.COMPANY),
                  Filter.start(CARD.CARD_ID),
                  Filter.start(CARD.DISPLAY_ID),
                  new Filter<>(
                      "entity",
                      "that this farmer or company holds",
                      ID,
                      entity -> List.of(isHeld(ENTITY_CARD.ENTITY.eq(entity)))),
                  Filter.flag("is_held", "that somebody holds, or nobody", isHeld(noCondition()))))
          .columns(CARD.ID, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATED_ON, CARD.UPDATED_ON)
          .createdBy(CardResource::record)
          .amendedBy(CardResource::amend);

  private CardResource() {}

  private static Condition isHeld(Condition by) {
    return exists(
        selectOne()
            .from(ENTITY_CARD)
            .where(ENTITY_CARD.CARD.eq(CARD.ID))
            .and(ENTITY_CARD.IS_ACTIVE)
            .and(by));
  }

  /**
   * Records a card of the company in the body, or of the caller's company. A company has one card
   * of each {@code card_id}, however often a client records it.
   */
  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    UUID company = references.wantOwnCompanyOrCallers(body, "company");
    CardBody card = CardBody.readNew(body);
    references.resolve(sql);
    body.finish();
    Optional<UUID> existing = lock(sql, company, card);
    existing.ifPresent(id -> setDisplayId(sql, caller, id, card));
    return existing.orElseGet(() -> insert(sql, caller, company, card));
  }

  private static Optional<UUID> lock(DSLContext sql, UUID company, CardBody card) {
    return sql.select(CARD.ID)
        .from(CARD)
        .where(CARD.COMPANY.eq(company))
        .and(CARD.CARD_ID.eq(card.cardId()))
        .forNoKeyUpdate()
        .fetchOptional(CARD.ID);
  }

  /** Inserts a card, or finds the same card if another request has just inserted it. */
  private static UUID insert(DSLContext sql, Caller caller, UUID company, CardBody card) {
    UUID id = Ids.next();
    boolean isNew =
        new NewRow(CARD, id, caller.user())
            .set(CARD.COMPANY, company)
            .set(CARD.CARD_ID, card.cardId())
            .set(CARD.DISPLAY_ID, card.displayId().value())
            .insertUnlessThere(sql, CARD.COMPANY, CARD.CARD_ID);
    return isNew ? id : lock(sql, company, card).orElseThrow(() -> renamed(card));
  }

  /** The refusal of a {@code card_id} that another request has just changed. */
  static Problem renamed(CardBody card) {
    String detail = "Another request has just changed the card_id: send this one again.";
    return Updates.conflict(card.body().pointer("card_id"), "renamed", detail);
  }

  static void setDisplayId(DSLContext sql, Caller caller, UUID id, CardBody card) {
    if (card.displayId().present()) {
      Updates.of(sql, CARD, caller.user())
          .set(CARD.DISPLAY_ID, card.displayId().value())
          .where(CARD.ID.eq(id))
          .and(CARD.DISPLAY_ID.isDistinctFrom(card.displayId().value()))
          .execute();
    }
  }

  /** Changes a card, whose row is locked. A card that was held keeps its {@code card_id}. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
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
      throw Updates.conflict(body.pointer("card_id"), "held", detail);
    }
    Updates.unique(
        sql,
        body,
        "card_id",
        CARD_CARD_ID.getName(),
        "is the card_id of another card of the company.",
        () -> Updates.change(sql, caller, CARD.ID, id, columns));
  }
}
