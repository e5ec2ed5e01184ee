package supplychain.records.catalogue;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.ValueType;
import supplychain.validation.ValueTypes;

/** The kind of records for products. Every caller sees all products. */
public final class ProductResource {
  /** A product without premiums: only a company's own document of a product lists them. */
  private static final Field<JSON> OBJECT = NestedDocuments.product(inline(""));

  public static final RecordKind PRODUCTS =
      new RecordKind("/v1/catalogs/products/", PRODUCT, OBJECT, Visibility.everybody())
          .filteredBy(
              Filter.start(PRODUCT.NAME),
              Filter.flag("that are active (`true`) or not (`false`)", PRODUCT.IS_ACTIVE))
          .columns(PRODUCT.ID, PRODUCT.NAME, PRODUCT.DESCRIPTION, PRODUCT.IS_ACTIVE)
          .columns(PRODUCT.CREATED_ON, PRODUCT.UPDATED_ON)
          .createdBy(ProductResource::record)
          .amendedBy(ProductResource::amend);

  private ProductResource() {}

  /** Records a product. There is one product of each name, however often it is recorded. */
  private static UUID record(DSLContext sql, Caller caller, Body body) {
    body.ignore("id");
    body.require("name");
    ProductBody product = ProductBody.of(body, null);
    body.throwIfInvalid();
    return product.named(sql).orElseGet(() -> product.insert(sql, caller));
  }

  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = Columns.ofChange(body).required(ProductBody.NAME, PRODUCT.NAME);
    setText(columns, body, PRODUCT.DESCRIPTION);
    setText(columns, body, PRODUCT.IMAGE);
    columns.required(FLAG_TEXT, PRODUCT.IS_ACTIVE);
    body.ignoreServiceFields("premiums");
    body.throwIfInvalid();
    Updates.unique(
        body,
        "name",
        "product_name",
        "is the name of another product.",
        () -> Updates.change(sql, caller, PRODUCT.ID, id, columns));
  }

  /** The document shows no text as "". If a client sends that back, the column stays null. */
  private static void setText(Columns columns, Body body, Field<String> column) {
    FieldValue<String> said = body.get(column.getName(), text(Columns.limit(column)));
    if (said.present()) {
      columns.put(column, said.or("").isEmpty() ? null : said.value());
    }
  }

  /**
   * A Product in a body: an existing one, by {@code id} or by name, or a new one.
   *
   * @param id null if the body names none
   * @param name without spaces at its ends
   * @param others the columns beside the name
   */
  public record ProductBody(Body body, UUID id, String name, Columns others) {
    static final ValueType<String> NAME = ValueTypes.name(Columns.limit(PRODUCT.NAME));

    public static ProductBody read(Body body, References references) {
      UUID id = body.get("id", ID).value();
      references.want(Target.PRODUCT, body.pointer("id"), id);
      if (!body.has("id")) {
        body.require("name");
      }
      return of(body, id);
    }

    private static ProductBody of(Body body, UUID id) {
      String name = body.get("name", NAME).value();
      body.ignore("premiums", "updated_on", "created_on", "creator", "updater");
      return new ProductBody(
          body,
          id,
          name,
          new Columns(body)
              .texts(PRODUCT.DESCRIPTION, PRODUCT.IMAGE)
              .get(FLAG_TEXT, PRODUCT.IS_ACTIVE));
    }

    /** The existing product of this name, in upper or lower case. */
    public Optional<UUID> findByName(DSLContext sql) {
      return Optional.ofNullable(name)
          .map(one -> sql.fetchValue(PRODUCT.ID, lower(trim(PRODUCT.NAME)).eq(lower(trim(one)))));
    }

    /** Refuses each field that differs from the product in the catalogue. */
    public void keep(DSLContext sql, UUID product) {
      if (others.values().isEmpty()) {
        return;
      }
      Record there = sql.fetchOne(PRODUCT, PRODUCT.ID.eq(product));
      if (there == null) {
        // The id of the body is unknown, which is a finding of its own.
        return;
      }
      others
          .values()
          .forEach(
              (column, said) -> {
                Object shown = Objects.requireNonNullElse(there.get(column), "");
                if (said != null && !said.equals(shown)) {
                  String rule = "is not the value in the catalogue. Leave the field out.";
                  body.refuseValue(column.getName(), "fixed", rule);
                }
              });
    }

    /** The existing product of this name. A field that differs from it is refused. */
    public Optional<UUID> named(DSLContext sql) {
      Optional<UUID> product = findByName(sql);
      product.ifPresent(id -> keep(sql, id));
      body.throwIfInvalid();
      return product;
    }

    /** The row of a new product. */
    public NewRow row(UUID id, Caller caller) {
      NewRow row = new NewRow(PRODUCT, id, caller.user(), others).set(PRODUCT.NAME, name);
      row.values().putIfAbsent(PRODUCT.IS_ACTIVE.getName(), true);
      return row;
    }

    /** Inserts the product, or finds the same one if another request has just inserted it. */
    UUID insert(DSLContext sql, Caller caller) {
      UUID id = Ids.next();
      return row(id, caller).insertUnlessThere(sql) ? id : named(sql).orElseThrow();
    }
  }
}
