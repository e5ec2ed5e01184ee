package supplychain.records.company;

import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.COMPANY_MEMBER;
import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.FIELD_VISIBILITY;
import static supplychain.schema.Tables.PREMIUM;

import java.util.List;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.form.FormShapes;
import supplychain.schema.tables.Company;

/** The kind of records for companies. A company sees itself, an operator sees all. */
public final class CompanyResource {
  static final Company BUYER = COMPANY.as("buyer");

  static final Field<JSON> BUYER_OBJECT =
      new JsonObject().columns(BUYER.ID, BUYER.NAME, BUYER.IMAGE, BUYER.DESCRIPTION).build();

  private static final Field<JSON> OBJECT =
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

  /** Companies. */
  public static final RecordKind COMPANIES =
      RecordKind.of(
              "/v1/supply-chains/companies/",
              COMPANY,
              COMPANY.ID,
              COMPANY.UPDATED_ON,
              OBJECT,
              RecordKind.Visibility.named(COMPANY.ID),
              List.of(
                  Filter.start("name", "whose name starts so", COMPANY.NAME),
                  Filter.start("country", "whose country starts so", COMPANY.COUNTRY),
                  Filter.id("buyer", "whose buyer is this company", COMPANY.BUYER)),
              COMPANY.ID,
              COMPANY.NAME,
              COMPANY.CURRENCY,
              COMPANY.BUYER,
              COMPANY.DESCRIPTION,
              COMPANY.HOUSE_NAME,
              COMPANY.STREET,
              COMPANY.CITY,
              COMPANY.SUB_PROVINCE,
              COMPANY.PROVINCE,
              COMPANY.ZIPCODE,
              COMPANY.COUNTRY,
              COMPANY.LATITUDE,
              COMPANY.LONGITUDE,
              COMPANY.EMAIL,
              COMPANY.PHONE,
              COMPANY.BUY_ENABLED,
              COMPANY.SELL_ENABLED,
              COMPANY.QUALITY_CORRECTION,
              COMPANY.ALLOW_MULTIPLE_LOGIN,
              COMPANY.CREATED_ON,
              COMPANY.UPDATED_ON)
          .createdBy(Companies::record)
          .amendedBy(Companies::amend);

  private CompanyResource() {}
}
