package supplychain.records.card;

import static supplychain.schema.Tables.CARD;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.filledText;
import static supplychain.validation.Kinds.text;

import java.util.UUID;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.FixedFields;
import supplychain.validation.Kind;

/**
 * A Card in a body: one that exists, named by {@code id} or {@code card_id}, or a new one.
 *
 * @param id the id of an existing card; null when the body names none
 * @param cardId what is printed on it; unique within a company
 * @param displayId how it is shown
 * @param ends whether its holder is to hold it no longer
 */
public record CardBody(
    Body body, UUID id, String cardId, FieldValue<String> displayId, boolean ends) {
  /** What is printed on a card. */
  public static final Kind<String> CARD_ID = filledText(Columns.limit(CARD.CARD_ID));

  /**
   * Reads an EntityCard; null clears.
   *
   * @param holder who holds the card that it shows; null for a new one, who holds none
   */
  public static FieldValue<CardBody> readEntityCard(Body body, UUID holder) {
    FieldValue<Body> entityCard = body.object("entity_card");
    if (!entityCard.hasValue()) {
      return entityCard.present() ? FieldValue.ofNull() : FieldValue.absent();
    }
    Body assignment = entityCard.value();
    FixedFields.keep(assignment, "entity", ID, holder);
    boolean ends = !assignment.get("is_active", FLAG).or(true);
    if (ends && holder == null) {
      assignment.refuse("is_active", "not_held", "A new record holds no card that could end.");
    }
    assignment.ignore("id", "updated_on", "created_on", "creator", "updater");
    assignment.require("card");
    return readIn(assignment, ends);
  }

  /** Reads the {@code card} of an EntityCard. */
  public static FieldValue<CardBody> readIn(Body entityCard) {
    return readIn(entityCard, false);
  }

  private static FieldValue<CardBody> readIn(Body entityCard, boolean ends) {
    FieldValue<Body> card = entityCard.object("card");
    return card.hasValue() ? FieldValue.of(read(card.value(), ends)) : FieldValue.absent();
  }

  /** Reads a Card that another record names. */
  private static CardBody read(Body body, boolean ends) {
    UUID id = body.get("id", ID).value();
    if (id == null && !body.has("id")) {
      body.require("card_id");
    }
    return of(body, id, ends);
  }

  /** Reads a Card that is to be recorded; its id is the service's own. */
  public static CardBody readNew(Body body) {
    body.ignore("id");
    body.require("card_id");
    return of(body, null, false);
  }

  private static CardBody of(Body body, UUID id, boolean ends) {
    body.ignore("updated_on", "created_on", "creator", "updater");
    return new CardBody(
        body,
        id,
        body.get("card_id", CARD_ID).value(),
        body.get("display_id", text(Columns.limit(CARD.DISPLAY_ID))),
        ends);
  }
}
