package supplychain.records.company;

import static org.jooq.impl.DSL.noCondition;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.COMPANY_MEMBER;
import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.FIELD_VISIBILITY;
import static supplychain.schema.Tables.PREMIUM;

import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.Document;
import supplychain.database.JsonObject;
import supplychain.records.NestedDocuments;
import supplychain.records.form.FormShapes;
import supplychain.schema.tables.Company;

/** The Company of the interface, as one query. */
final class CompanyDocument {
  static final Company BUYER = COMPANY.as("buyer");

  static final Field<JSON> BUYER_OBJECT =
      new JsonObject().columns(BUYER.ID, BUYER.NAME, BUYER.IMAGE, BUYER.DESCRIPTION).build();

  static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(COMPANY.NAME, COMPANY.ID)
          .value("currency", NestedDocuments.currency(COMPANY.CURRENCY))
          .value("buyer", JsonObject.one(BUYER_OBJECT, BUYER, BUYER.ID.eq(COMPANY.BUYER)))
          .value("entity_card", NestedDocuments.entityCard(COMPANY.ID))
          .value("forms", FormShapes.formsOf(COMPANY.ID))
          .value(
              "field_visibilties",
              JsonObject.array(
                  VisibilityResource.OBJECT,
                  FIELD_VISIBILITY,
                  FIELD_VISIBILITY.COMPANY.eq(COMPANY.ID),
                  FIELD_VISIBILITY.ID))
          .value(
              "owned_premiums",
              JsonObject.array(PREMIUM.ID, PREMIUM, PREMIUM.OWNER.eq(COMPANY.ID), PREMIUM.ID))
          .columns(COMPANY.UPDATED_ON, COMPANY.CREATED_ON, COMPANY.IMAGE, COMPANY.DESCRIPTION)
          .columns(COMPANY.HOUSE_NAME, COMPANY.STREET, COMPANY.CITY, COMPANY.SUB_PROVINCE)
          .columns(COMPANY.PROVINCE, COMPANY.LATITUDE, COMPANY.LONGITUDE, COMPANY.ZIPCODE)
          .columns(COMPANY.COUNTRY, COMPANY.EMAIL, COMPANY.PHONE)
          .columns(COMPANY.BUY_ENABLED, COMPANY.SELL_ENABLED, COMPANY.QUALITY_CORRECTION)
          .columns(COMPANY.ALLOW_MULTIPLE_LOGIN, COMPANY.CREATOR, COMPANY.UPDATER)
          .value(
              "members",
              JsonObject.array(
                  COMPANY_MEMBER.APP_USER,
                  COMPANY_MEMBER,
                  COMPANY_MEMBER.COMPANY.eq(COMPANY.ID).and(COMPANY_MEMBER.IS_ACTIVE),
                  COMPANY_MEMBER.APP_USER))
          .value(
              "products",
              JsonObject.array(
                  COMPANY_PRODUCT.PRODUCT,
                  COMPANY_PRODUCT,
                  COMPANY_PRODUCT.COMPANY.eq(COMPANY.ID).and(COMPANY_PRODUCT.PRODUCT.isNotNull()),
                  COMPANY_PRODUCT.ID))
          .build();

  static final Document DOCUMENT = new Document(OBJECT, COMPANY, COMPANY.ID, noCondition());

  private CompanyDocument() {}
}
