package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;

/** The JSON of records in other records, with the fields that the interface lists for them. */
public final class NestedDocuments {
  public static final Field<JSON> CURRENCY_OBJECT =
      new JsonObject().columns(CURRENCY.NAME, CURRENCY.ID, CURRENCY.CODE).build();

  public static final Field<JSON> CARD_OBJECT =
      new JsonObject()
          .columns(CARD.CARD_ID, CARD.ID, CARD.UPDATED_ON, CARD.CREATED_ON)
          .columns(CARD.DISPLAY_ID)
          .users(CARD.CREATOR, CARD.UPDATER)
          .build();

  public static final Field<JSON> ENTITY_CARD_OBJECT =
      new JsonObject()
          .value("card", card(ENTITY_CARD.CARD))
          .columns(ENTITY_CARD.ENTITY, ENTITY_CARD.ID)
          .columns(ENTITY_CARD.UPDATED_ON, ENTITY_CARD.CREATED_ON, ENTITY_CARD.IS_ACTIVE)
          .users(ENTITY_CARD.CREATOR, ENTITY_CARD.UPDATER)
          .build();

  /** The premium in the current row, with its options (db/V003__catalogue.sql). */
  public static final Field<JSON> PREMIUM_OBJECT =
      JsonObject.kept(PREMIUM.DOCUMENT, PREMIUM.DOCUMENT_USERS);

  /** The first and the last name of a farmer. */
  public static final Field<String> FARMER_NAME =
      field("farmer_name({0}, {1})", String.class, FARMER.FIRST_NAME, FARMER.LAST_NAME);

  private NestedDocuments() {}

  /** The document of a currency; null if the id is null. */
  public static Field<JSON> currency(Field<UUID> id) {
    return JsonObject.one(CURRENCY_OBJECT, CURRENCY, CURRENCY.ID.eq(id));
  }

  /** The document of a card; null if the id is null. */
  public static Field<JSON> card(Field<UUID> id) {
    return JsonObject.one(CARD_OBJECT, CARD, CARD.ID.eq(id));
  }

  /** The card that an entity holds now. */
  public static Field<JSON> entityCard(Field<UUID> entity) {
    return JsonObject.one(
        ENTITY_CARD_OBJECT, ENTITY_CARD, ENTITY_CARD.ENTITY.eq(entity).and(ENTITY_CARD.IS_ACTIVE));
  }

  /** A premium by its id, with its options. */
  public static Field<JSON> premium(Field<UUID> id) {
    return JsonObject.one(PREMIUM_OBJECT, PREMIUM, PREMIUM.ID.eq(id));
  }

  /**
   * The product in the current row. Its flag is a text, as the interface has it, and so are the ids
   * of the company's premiums for it.
   */
  public static Field<JSON> product(Field<String> premiums) {
    return new JsonObject()
        .columns(PRODUCT.NAME, PRODUCT.ID)
        .value("premiums", coalesce(premiums, inline("")))
        .value("is_active", when(PRODUCT.IS_ACTIVE, inline("true")).otherwise(inline("false")))
        .columns(PRODUCT.UPDATED_ON, PRODUCT.CREATED_ON)
        .texts(PRODUCT.DESCRIPTION, PRODUCT.IMAGE)
        .users(PRODUCT.CREATOR, PRODUCT.UPDATER)
        .build();
  }
}
