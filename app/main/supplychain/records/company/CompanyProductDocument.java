package supplychain.records.company;

import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.COMPANY_PRODUCT_FORM;
import static supplychain.schema.Tables.COMPANY_PRODUCT_PREMIUM;
import static supplychain.schema.Tables.PRODUCT;

import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Shapes;
import supplychain.records.form.FormShapes;

/** The CompanyProduct of the interface, as one query. */
final class CompanyProductDocument {
  static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.ID)
          .value(
              "product",
              JsonObject.one(
                  Shapes.product(FormShapes.premiumsOf(COMPANY_PRODUCT.COMPANY, PRODUCT.ID)),
                  PRODUCT,
                  PRODUCT.ID.eq(COMPANY_PRODUCT.PRODUCT)))
          .value("product_id", COMPANY_PRODUCT.PRODUCT)
          .columns(COMPANY_PRODUCT.IS_ACTIVE, COMPANY_PRODUCT.CREATOR, COMPANY_PRODUCT.UPDATER)
          .value(
              "forms",
              JsonObject.array(
                  COMPANY_PRODUCT_FORM.FORM,
                  COMPANY_PRODUCT_FORM,
                  COMPANY_PRODUCT_FORM.COMPANY_PRODUCT.eq(COMPANY_PRODUCT.ID),
                  COMPANY_PRODUCT_FORM.POSITION))
          .value(
              "premiums",
              JsonObject.array(
                  COMPANY_PRODUCT_PREMIUM.PREMIUM,
                  COMPANY_PRODUCT_PREMIUM,
                  COMPANY_PRODUCT_PREMIUM.COMPANY_PRODUCT.eq(COMPANY_PRODUCT.ID),
                  COMPANY_PRODUCT_PREMIUM.POSITION))
          .columns(COMPANY_PRODUCT.UPDATED_ON, COMPANY_PRODUCT.CREATED_ON)
          .build();

  private CompanyProductDocument() {}
}
