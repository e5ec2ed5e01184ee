package supplychain.records.company;

import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.selectOne;
import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.COMPANY_PRODUCT_FORM;
import static supplychain.schema.Tables.COMPANY_PRODUCT_PREMIUM;
import static supplychain.schema.Tables.PRODUCT;
import static supplychain.validation.Kinds.ID;

import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.company.CompanyProducts.Links;
import supplychain.records.form.FormShapes;

/** The kind of records for company-products: the products that a company handles. */
public final class CompanyProductResource {
  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.ID)
          .value(
              "product",
              JsonObject.one(
                  NestedDocuments.product(
                      FormShapes.premiumsOf(COMPANY_PRODUCT.COMPANY, PRODUCT.ID)),
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

  /** Company-products. */
  public static final RecordKind COMPANY_PRODUCTS =
      RecordKind.of(
              "/v1/supply-chains/company-products/",
              COMPANY_PRODUCT,
              COMPANY_PRODUCT.ID,
              COMPANY_PRODUCT.UPDATED_ON,
              OBJECT,
              RecordKind.Visibility.named(COMPANY_PRODUCT.COMPANY),
              List.of(
                  Filter.id("company", "of this company", COMPANY_PRODUCT.COMPANY),
                  Filter.id("product", "of this product", COMPANY_PRODUCT.PRODUCT),
                  new Filter<>("form", "with this form", ID, id -> links(Links.FORMS, id)),
                  new Filter<>("premium", "with this premium", ID, id -> links(Links.PREMIUMS, id)),
                  Filter.flag(
                      "is_active",
                      "that are active, or are not",
                      COMPANY_PRODUCT.IS_ACTIVE.isTrue())),
              COMPANY_PRODUCT.ID,
              COMPANY_PRODUCT.COMPANY,
              COMPANY_PRODUCT.PRODUCT,
              COMPANY_PRODUCT.IS_ACTIVE,
              COMPANY_PRODUCT.CREATED_ON,
              COMPANY_PRODUCT.UPDATED_ON)
          .createdBy(CompanyProducts::record)
          .amendedBy(CompanyProducts::amend);

  private CompanyProductResource() {}

  private static List<Condition> links(Links links, UUID id) {
    return List.of(
        exists(
            selectOne()
                .from(links.table())
                .where(links.owner().eq(COMPANY_PRODUCT.ID))
                .and(links.other().eq(id))));
  }
}
