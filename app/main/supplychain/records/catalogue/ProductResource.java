package supplychain.records.catalogue;

import static org.jooq.impl.DSL.inline;
import static supplychain.schema.Tables.PRODUCT;

import java.util.List;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;

/** The catalogue of products as it is read: everybody sees all of it. */
public final class ProductResource {
  /** In the catalogue a product stands in no company's record, which would have premiums. */
  private static final Field<JSON> OBJECT = NestedDocuments.product(inline(""));

  /** Products. */
  public static final RecordKind PRODUCTS =
      RecordKind.of(
              "/v1/catalogs/products/",
              PRODUCT,
              PRODUCT.ID,
              PRODUCT.UPDATED_ON,
              OBJECT,
              RecordKind.Visibility.everybody(),
              List.of(
                  Filter.start("name", "whose name starts so", PRODUCT.NAME),
                  Filter.flag(
                      "is_active", "that are active, or are not", PRODUCT.IS_ACTIVE.isTrue())),
              PRODUCT.ID,
              PRODUCT.NAME,
              PRODUCT.DESCRIPTION,
              PRODUCT.IS_ACTIVE,
              PRODUCT.CREATED_ON,
              PRODUCT.UPDATED_ON)
          .createdBy(Products::record)
          .amendedBy(CatalogueProducts::amend);

  private ProductResource() {}
}
