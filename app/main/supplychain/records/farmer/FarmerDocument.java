package supplychain.records.farmer;

import static supplychain.schema.Tables.FARMER;

import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Shapes;
import supplychain.records.form.FormShapes;

/** The Farmer of the interface, as one query. */
final class FarmerDocument {
  static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(FARMER.FIRST_NAME, FARMER.ID)
          .value("entity_card", Shapes.entityCard(FARMER.ID))
          .value("submission", FormShapes.submissionOf(FARMER.ID))
          .columns(FARMER.PHONE, FARMER.CREATED_ON, FARMER.UPDATED_ON, FARMER.IMAGE)
          .columns(FARMER.DESCRIPTION, FARMER.HOUSE_NAME, FARMER.STREET, FARMER.CITY)
          .columns(FARMER.SUB_PROVINCE, FARMER.PROVINCE, FARMER.LATITUDE, FARMER.LONGITUDE)
          .columns(FARMER.ZIPCODE, FARMER.COUNTRY, FARMER.NUMBER, FARMER.EMAIL)
          .columns(FARMER.IDENTIFICATION_NO, FARMER.REFERENCE_NUMBER, FARMER.LAST_NAME)
          .columns(FARMER.DATE_OF_BIRTH, FARMER.GENDER, FARMER.CONSENT_STATUS)
          .users(FARMER.CREATOR, FARMER.UPDATER)
          .columns(FARMER.BUYER)
          .build();

  private FarmerDocument() {}
}
