package supplychain.product;

import static supplychain.body.Kinds.FLAG_TEXT;
import static supplychain.body.Kinds.text;
import static supplychain.schema.Tables.PRODUCT;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.body.Given;
import supplychain.database.Database;
import supplychain.http.Caller;
import supplychain.part.ProductBody;
import supplychain.part.Timestamps;
import supplychain.problem.Finding;
import supplychain.problem.Problem;

/** Changes of the catalogue. */
public final class CatalogueProducts {
  /** The unique index of the names, case and outer blanks aside. */
  private static final String NAMES = "product_name";

  private CatalogueProducts() {}

  /** Changes a product, whose row is locked. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = new Columns(body);
    Given<String> name = body.neverNull("name", ProductBody.NAME);
    if (name.hasValue()) {
      columns.put(PRODUCT.NAME, name.value().strip());
    }
    Given<String> description = body.get("description", text(Columns.limit(PRODUCT.DESCRIPTION)));
    if (description.present()) {
      // Shown as "", which is sent back: no description is null, however it is said.
      columns.put(PRODUCT.DESCRIPTION, description.or("").isEmpty() ? null : description.value());
    }
    columns.set(PRODUCT.IS_ACTIVE, body.neverNull("is_active", FLAG_TEXT));
    body.ignore("id", "premiums", "image", "updated_on", "created_on", "creator", "updater");
    body.finish();
    try {
      sql.update(PRODUCT)
          .set(columns.values())
          .set(PRODUCT.UPDATER, caller.user())
          .set(PRODUCT.UPDATED_ON, Timestamps.after(PRODUCT.UPDATED_ON))
          .where(PRODUCT.ID.eq(id))
          .execute();
    } catch (DataAccessException e) {
      if (Database.violates(e, NAMES)) {
        String detail = "Another product has this name.";
        throw Problem.conflict(detail, new Finding(body.pointer("name"), "taken", detail));
      }
      throw e;
    }
  }
}
