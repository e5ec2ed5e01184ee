package supplychain.records.card;

import static supplychain.schema.Tables.CARD;
import static supplychain.validation.ValueTypes.*;

import java.util.UUID;
import supplychain.records.Names;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.ValueType;

/**
 * A Card in a body: an existing one, by {@code id} or {@code card_id}, or a new one.
 *
 * @param id null if the body names none
 * @param cardId the text on the card; unique within a company
 * @param ends whether the holder's assignment ends
 */
public record CardBody(
    Body body, UUID id, String cardId, FieldValue<String> displayId, boolean ends) {
  public static final ValueType<String> CARD_ID = filledCode(Columns.limit(CARD.CARD_ID));

  /**
   * Reads the EntityCard of a farmer or a company; a null in the body ends the holding.
   *
   * @param holder null if the farmer or the company is new
   */
  public static FieldValue<CardBody> readEntityCard(Body body, UUID holder) {
    return body.object("entity_card").map(assignment -> readAssignment(assignment, holder));
  }

  private static CardBody readAssignment(Body assignment, UUID holder) {
    assignment.keep("entity", Names.id("entity"), holder);
    boolean ends = !assignment.get("is_active", FLAG).or(true);
    if (ends && holder == null) {
      assignment.refuse(
          "is_active", "not_held", "A new record has no card yet. Leave `is_active` out.");
    }
    assignment.ignoreServiceFields();
    assignment.require("card");
    return readIn(assignment, ends);
  }

  /** Reads the card of an assignment; null if there is none. */
  static CardBody readIn(Body assignment, boolean ends) {
    Body card = assignment.object("card").value();
    if (card == null) {
      return null;
    }
    UUID id = card.get("id", ID).value();
    if (id == null && !card.has("id")) {
      card.require("card_id");
    }
    return of(card, id, ends);
  }

  static CardBody of(Body body, UUID id, boolean ends) {
    body.ignoreServiceFields();
    return new CardBody(
        body,
        id,
        body.get("card_id", CARD_ID).value(),
        body.get("display_id", code(Columns.limit(CARD.DISPLAY_ID))),
        ends);
  }
}
