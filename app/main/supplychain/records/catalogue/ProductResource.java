package supplychain.records.catalogue;

import static org.jooq.impl.DSL.inline;
import static supplychain.schema.Tables.PRODUCT;
import static supplychain.validation.Kinds.*;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** The kind of records for products. Every caller sees all products. */
public final class ProductResource {
  /** A product without premiums: only a company's own document of a product lists them. */
  private static final Field<JSON> OBJECT = NestedDocuments.product(inline(""));

  public static final RecordKind PRODUCTS =
      new RecordKind(
              "/v1/catalogs/products/",
              PRODUCT,
              OBJECT,
              RecordKind.Visibility.everybody(),
              List.of(
                  Filter.start(PRODUCT.NAME),
                  Filter.flag("that are active, or are not", PRODUCT.IS_ACTIVE)))
          .columns(PRODUCT.ID, PRODUCT.NAME, PRODUCT.DESCRIPTION, PRODUCT.IS_ACTIVE)
          .columns(PRODUCT.CREATED_ON, PRODUCT.UPDATED_ON)
          .createdBy(ProductResource::record)
          .amendedBy(ProductResource::amend);

  private ProductResource() {}

  /** Records a product. There is one product of each name, however often it is recorded. */
  private static UUID record(DSLContext sql, Caller caller, Body body) {
    ProductBody product = ProductBody.readNew(body);
    body.finish();
    return product.named(sql).orElseGet(() -> product.insert(sql, caller));
  }

  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = new Columns(body);
    FieldValue<String> name = body.neverNull("name", ProductBody.NAME);
    if (name.hasValue()) {
      columns.put(PRODUCT.NAME, name.value().strip());
    }
    setText(columns, body, PRODUCT.DESCRIPTION);
    setText(columns, body, PRODUCT.IMAGE);
    columns.set(PRODUCT.IS_ACTIVE, body.neverNull("is_active", FLAG_TEXT));
    body.ignore("id", "premiums", "updated_on", "created_on", "creator", "updater");
    body.finish();
    Updates.unique(
        sql,
        body,
        "name",
        "product_name",
        "Another product has this name.",
        () -> Updates.change(sql, caller, PRODUCT.ID, id, columns));
  }

  /** The document shows no text as "". If a client sends that back, the column stays null. */
  private static void setText(Columns columns, Body body, Field<String> column) {
    FieldValue<String> said = body.get(column.getName(), text(Columns.limit(column)));
    if (said.present()) {
      columns.put(column, said.or("").isEmpty() ? null : said.value());
    }
  }
}
