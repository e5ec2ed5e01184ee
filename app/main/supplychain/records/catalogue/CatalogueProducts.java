package supplychain.records.catalogue;

import static supplychain.schema.Tables.PRODUCT;
import static supplychain.validation.Kinds.FLAG_TEXT;
import static supplychain.validation.Kinds.text;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** Changes of the catalogue. */
public final class CatalogueProducts {
  /** The unique index of the names, case and outer blanks aside. */
  private static final String NAMES = "product_name";

  private CatalogueProducts() {}

  /** Changes a product, whose row is locked. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
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
        body,
        "name",
        NAMES,
        "Another product has this name.",
        () ->
            Updates.of(sql, PRODUCT, caller.user())
                .set(columns.values())
                .where(PRODUCT.ID.eq(id))
                .execute());
  }

  /** None is shown as "", which is sent back: it is null, however it is said. */
  private static void setText(Columns columns, Body body, Field<String> column) {
    FieldValue<String> said = body.get(column.getName(), text(Columns.limit(column)));
    if (said.present()) {
      columns.put(column, said.or("").isEmpty() ? null : said.value());
    }
  }
}
