package supplychain.part;

import static supplychain.body.Kinds.ID;
import static supplychain.body.Kinds.filledText;
import static supplychain.body.Kinds.text;
import static supplychain.schema.Tables.CARD;

import java.util.UUID;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.body.Given;

/**
 * A Card in a body: one that exists, named by {@code id} or {@code card_id}, or a new one.
 *
 * @param id the id of an existing card; null when the body names none
 * @param cardId what is printed on it; unique within a company
 * @param displayId how it is shown
 */
public record CardBody(Body body, UUID id, String cardId, Given<String> displayId) {
  /** Reads an EntityCard; null clears. */
  public static Given<CardBody> readEntityCard(Body body) {
    Given<Body> entityCard = body.object("entity_card");
    if (!entityCard.hasValue()) {
      return entityCard.present() ? Given.ofNull() : Given.absent();
    }
    Body assignment = entityCard.value();
    assignment.ignore(
        "entity", "id", "updated_on", "created_on", "is_active", "creator", "updater");
    assignment.require("card");
    Given<Body> card = assignment.object("card");
    return card.hasValue() ? Given.of(read(card.value())) : Given.absent();
  }

  /** Reads a Card. */
  public static CardBody read(Body body) {
    body.ignore("updated_on", "created_on", "creator", "updater");
    UUID id = body.get("id", ID).value();
    String cardId = body.get("card_id", filledText(Columns.limit(CARD.CARD_ID))).value();
    if (id == null && !body.has("id")) {
      body.require("card_id");
    }
    return new CardBody(
        body, id, cardId, body.get("display_id", text(Columns.limit(CARD.DISPLAY_ID))));
  }
}
