package supplychain.part;

import static org.jooq.impl.DSL.lower;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.trim;
import static supplychain.body.Kinds.FLAG_TEXT;
import static supplychain.body.Kinds.ID;
import static supplychain.body.Kinds.URI;
import static supplychain.body.Kinds.filledText;
import static supplychain.body.Kinds.text;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.PRODUCT;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.body.Kind;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.RenderedQuery;
import supplychain.http.Caller;

/**
 * A Product in a body: one of the catalogue, named by {@code id} or by its name, or a new one.
 *
 * @param id the id of an existing product; null when the body names none
 * @param name its name; outer blanks do not count
 */
public record ProductBody(
    Body body, UUID id, String name, String description, String image, boolean isActive) {
  /** A name. */
  public static final Kind<String> NAME = filledText(Columns.limit(PRODUCT.NAME));

  private static final RenderedQuery BY_NAME =
      new RenderedQuery(
          select(PRODUCT.ID)
              .from(PRODUCT)
              .where(lower(trim(PRODUCT.NAME)).eq(lower(trim(parameter(String.class))))));

  /** Reads it, and wants the product that it names. */
  public static ProductBody read(Body body, References references) {
    UUID id = body.get("id", ID).value();
    references.want(References.Kind.PRODUCT, body.pointer("id"), id);
    if (!body.has("id")) {
      body.require("name");
    }
    return of(body, id);
  }

  /** Reads one that is to be recorded; its id is the service's own. */
  static ProductBody readNew(Body body) {
    body.ignore("id");
    body.require("name");
    return of(body, null);
  }

  private static ProductBody of(Body body, UUID id) {
    String name = body.get("name", NAME).value();
    String description = body.get("description", text(Columns.limit(PRODUCT.DESCRIPTION))).value();
    boolean isActive = body.get("is_active", FLAG_TEXT).or(true);
    String image = body.fromFile("image", URI).value();
    body.ignore("premiums", "updated_on", "created_on", "creator", "updater");
    return new ProductBody(
        body, id, name == null ? null : name.strip(), description, image, isActive);
  }

  /** The existing product of this name, case aside. */
  public Optional<UUID> findByName(DSLContext sql) {
    return BY_NAME.one(sql, row -> row.getObject(1, UUID.class), name);
  }

  /** Makes the product; when one of this name is there, or just being made, that one. */
  public UUID insert(DSLContext sql, Caller caller) {
    UUID made = Ids.next();
    boolean inserted =
        new NewRow(PRODUCT)
            .set(PRODUCT.ID, made)
            .set(PRODUCT.NAME, name)
            .set(PRODUCT.DESCRIPTION, description)
            .set(PRODUCT.IMAGE, image)
            .set(PRODUCT.IS_ACTIVE, isActive)
            .set(PRODUCT.CREATOR, caller.user())
            .set(PRODUCT.UPDATER, caller.user())
            .insertUnlessThere(sql);
    return inserted ? made : findByName(sql).orElseThrow();
  }
}
