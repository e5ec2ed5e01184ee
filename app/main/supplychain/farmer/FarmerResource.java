package supplychain.farmer;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY_CARD;
import static supplychain.schema.Tables.FARMER;

import java.util.List;
import org.jooq.Field;
import supplychain.database.Document;
import supplychain.resource.Filter;
import supplychain.resource.Resource;

/** Farmers as they are read: each company sees its own. */
public final class FarmerResource {
  /** Farmers. */
  public static final Resource FARMERS =
      Resource.of(
          FARMER,
          FARMER.ID,
          FARMER.UPDATED_ON,
          FarmerDocument.OBJECT,
          caller ->
              List.of(caller.isOperator() ? noCondition() : FARMER.BUYER.eq(caller.company())),
          List.of(
              Filter.id("buyer", "whose buyer is this company", FARMER.BUYER),
              Filter.start(
                  "name",
                  "whose first or last name starts so",
                  List.of(FARMER.FIRST_NAME, FARMER.LAST_NAME)),
              Filter.start("number", "whose number starts so", FARMER.NUMBER),
              Filter.choice(
                  "consent_status",
                  "with this consent",
                  ConsentStatus.class,
                  FARMER.CONSENT_STATUS)),
          FARMER.ID,
          FARMER.NUMBER,
          FARMER.FIRST_NAME,
          FARMER.LAST_NAME,
          FARMER.PHONE,
          FARMER.EMAIL,
          FARMER.DESCRIPTION,
          FARMER.HOUSE_NAME,
          FARMER.STREET,
          FARMER.CITY,
          FARMER.SUB_PROVINCE,
          FARMER.PROVINCE,
          FARMER.ZIPCODE,
          FARMER.COUNTRY,
          FARMER.LATITUDE,
          FARMER.LONGITUDE,
          FARMER.IDENTIFICATION_NO,
          FARMER.REFERENCE_NUMBER,
          FARMER.DATE_OF_BIRTH,
          FARMER.GENDER,
          FARMER.CONSENT_STATUS,
          FARMER.BUYER,
          cardId(),
          FARMER.CREATED_ON,
          FARMER.UPDATED_ON);

  /** A farmer. */
  public static final Document FARMER_DOCUMENT = FarmerDocument.DOCUMENT;

  private FarmerResource() {}

  /** What is printed on the card that the farmer holds now. */
  private static Field<String> cardId() {
    return field(
            select(CARD.CARD_ID)
                .from(ENTITY_CARD)
                .join(CARD)
                .on(CARD.ID.eq(ENTITY_CARD.CARD))
                .where(ENTITY_CARD.ENTITY.eq(FARMER.ID))
                .and(ENTITY_CARD.IS_ACTIVE))
        .as("entity_card.card.card_id");
  }
}
