package supplychain.records.card;

import static supplychain.schema.Keys.CARD_CARD_ID;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY_CARD;
import static supplychain.validation.Kinds.ID;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record2;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.FixedFields;

/** Changes of cards. */
public final class ConnectCards {
  private ConnectCards() {}

  /** Changes a card, whose row is locked. What is printed on one that was held stays so. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = new Columns(body);
    FieldValue<String> cardId = body.neverNull("card_id", CardBody.CARD_ID);
    columns.set(CARD.CARD_ID, cardId).texts(CARD.DISPLAY_ID);
    Record2<UUID, String> present =
        sql.select(CARD.COMPANY, CARD.CARD_ID).from(CARD).where(CARD.ID.eq(id)).fetchSingle();
    FixedFields.keep(body, "company", ID, present.value1());
    body.ignore("id", "updated_on", "created_on", "creator", "updater");
    body.finish();
    boolean isRenamed = !cardId.or(present.value2()).equals(present.value2());
    if (isRenamed && sql.fetchExists(ENTITY_CARD, ENTITY_CARD.CARD.eq(id))) {
      String detail = "The card is or was held under its card_id, which stays.";
      throw Problem.conflict(detail, new Finding(body.pointer("card_id"), "held", detail));
    }
    Updates.unique(
        body,
        "card_id",
        CARD_CARD_ID.getName(),
        "Another card of the company has this card_id.",
        () ->
            Updates.of(sql, CARD, caller.user())
                .set(columns.values())
                .where(CARD.ID.eq(id))
                .execute());
  }
}
