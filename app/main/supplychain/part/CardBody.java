package supplychain.part;

import static supplychain.body.Kinds.ID;
import static supplychain.body.Kinds.filledText;
import static supplychain.body.Kinds.text;
import static supplychain.schema.Tables.CARD;

import java.util.UUID;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.body.Given;
import supplychain.body.Kind;

/**
 * A Card in a body: one that exists, named by {@code id} or {@code card_id}, or a new one.
 *
 * @param id the id of an existing card; null when the body names none
 * @param cardId what is printed on it; unique within a company
 * @param displayId how it is shown
 */
public record CardBody(Body body, UUID id, String cardId, Given<String> displayId) {
  /** What is printed on a card. */
  public static final Kind<String> CARD_ID = filledText(Columns.limit(CARD.CARD_ID));

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
    return readIn(assignment);
  }

  /** Reads the {@code card} of an EntityCard. */
  public static Given<CardBody> readIn(Body entityCard) {
    Given<Body> card = entityCard.object("card");
    return card.hasValue() ? Given.of(read(card.value())) : Given.absent();
  }

  /** Reads a Card that another record names. */
  public static CardBody read(Body body) {
    UUID id = body.get("id", ID).value();
    if (id == null && !body.has("id")) {
      body.require("card_id");
    }
    return of(body, id);
  }

  /** Reads a Card that is to be recorded; its id is the service's own. */
  public static CardBody readNew(Body body) {
    body.ignore("id");
    body.require("card_id");
    return of(body, null);
  }

  private static CardBody of(Body body, UUID id) {
    body.ignore("updated_on", "created_on", "creator", "updater");
    return new CardBody(
        body,
        id,
        body.get("card_id", CARD_ID).value(),
        body.get("display_id", text(Columns.limit(CARD.DISPLAY_ID))));
  }
}
