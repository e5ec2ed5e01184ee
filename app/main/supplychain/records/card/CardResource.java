package supplychain.records.card;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.Visibility;
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
              Visibility.named(CARD.COMPANY))
          .filteredBy(
              Filter.id("of this company", CARD.COMPANY),
              Filter.start(CARD.CARD_ID),
              Filter.start(CARD.DISPLAY_ID),
              Filter.id(
                  "entity",
                  "that this farmer or company holds",
                  holder -> isHeld(ENTITY_CARD.ENTITY.eq(holder))),
              Filter.flag(
                  "is_held",
                  "that somebody holds (`true`) or nobody holds (`false`)",
                  isHeld(noCondition())))
          .columns(CARD.ID, CARD.CARD_ID, CARD.DISPLAY_ID, CARD.CREATED_ON, CARD.UPDATED_ON)
          .createdBy(CardResource::record)
          .amendedBy(CardResource::amend);

  private CardResource() {}

  private static Condition isHeld(Condition holding) {
    return exists(
        selectOne()
            .from(ENTITY_CARD)
            .where(ENTITY_CARD.CARD.eq(CARD.ID), ENTITY_CARD.IS_ACTIVE.isTrue(), holding));
  }

  /** Records a card. A company has one card of each {@code card_id}, however often it comes. */
  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    UUID company = references.wantOwnCompanyOrCallers(body, "company");
    body.require("card_id");
    CardBody card = CardBody.of(body, null, false);
    references.resolve(sql);
    body.throwIfInvalid();
    Optional<UUID> existing = lock(sql, company, card);
    existing.ifPresent(id -> setDisplayId(sql, caller, id, card));
    return existing.orElseGet(() -> insert(sql, caller, company, card));
  }

  private static Optional<UUID> lock(DSLContext sql, UUID company, CardBody card) {
    return Updates.lock(
        sql, CARD.ID, CARD.COMPANY.eq(company), lower(CARD.CARD_ID).eq(lower(val(card.cardId()))));
  }

  /** Inserts a card, or finds the same card if another request has just inserted it. */
  private static UUID insert(DSLContext sql, Caller caller, UUID company, CardBody card) {
    UUID id = Ids.next();
    return row(id, caller, company, card).insertUnlessThere(sql)
        ? id
        : lock(sql, company, card).orElseThrow(() -> renamed(card));
  }

  /** The row of a new card. */
  static NewRow row(UUID id, Caller caller, UUID company, CardBody card) {
    return new NewRow(CARD, id, caller.user())
        .set(CARD.COMPANY, company)
        .set(CARD.CARD_ID, card.cardId())
        .set(CARD.DISPLAY_ID, card.displayId().value());
  }

  /** The refusal of a {@code card_id} that another request has just changed. */
  static Problem renamed(CardBody card) {
    String detail =
        "Another request changed the card_id at the same time. Send your request again.";
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
    columns.set(CARD.CARD_ID, cardId).codes(CARD.DISPLAY_ID);
    Record present = sql.fetchSingle(CARD, CARD.ID.eq(id));
    body.keep("company", Names.id("company"), present.get(CARD.COMPANY));
    body.ignoreServiceFields();
    body.throwIfInvalid();
    boolean isRenamed = cardId.hasValue() && !cardId.value().equals(present.get(CARD.CARD_ID));
    if (isRenamed && sql.fetchExists(ENTITY_CARD, ENTITY_CARD.CARD.eq(id))) {
      String detail = "A farmer or company holds or held this card, so its card_id cannot change.";
      throw Updates.conflict(body.pointer("card_id"), "held", detail);
    }
    Updates.unique(
        body,
        "card_id",
        "card_card_id",
        "is the card_id of another card of the company.",
        () -> Updates.change(sql, caller, CARD.ID, id, columns));
  }
}
